import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A warm javac that compiles programs to instrumented classes, in memory, and says what can be called in them.  It never
 * runs any of it: HarnessRun does, elsewhere, behind the wall.
 *
 * Frames, both ways: a big-endian 32-bit length, then that many bytes (as CheckDaemon).  A request is UTF-8 text, MODE NUL
 * UNIT (NUL UNIT)*, where a unit is the text of a compilation unit.  The first reply says hello.  Modes and replies:
 *   program   {"errors": [{"code", "message", "at"}], "parsed": bool, "missing": [import...], "types": [TYPE...],
 *              "methods": [METHOD...], "literals": [[kind, text]...], "reads": [READ...], "classes": {name: base64}, "lines": [n...]}
 *   plain     the same, not instrumented
 *   tool      the same; the first class is what instruments programs from now on
 * TYPE is {"name": binary name, "kind": "CLASS"..., "fields": [[name, type]...], "constants": [name...], "above": type,
 * "interfaces": [type...], "works": of an interface [[result, type...]...], "shared": it has static fields that may change, "abstract": bool}; METHOD, also of constructors (the name is <init>), is
 * {"owner", "name", "static", "hidden": private, "result", "parameters": [[name, type]...], "variables": [[name, bound]...],
 * "erased": [type...], "start": i, "end": i}.  Types are as written; "erased" (as reflection names them) is there where the program
 * compiles.  READ says what `main` takes from standard input, in order: ["int" | "float" | "word" | "char" | "line", the
 * variable it goes to], ["newline"], ["row", variable] (numbers of a line that is split), ["words", variable], ["loop", bound, [READ...]], where it runs more or less often than
 * the bound says with how many times more behind that.
 * Imports of what is not there are taken out before compiling and named in "missing".  Offsets count UTF-16 code
 * units of the text.  The process ends when its standard input does.  It compiles itself on JDK 11 and later.
 */
public final class HarnessCompile {
    private static final int MAX_REQUEST = 1 << 26;
    private static final long STACK = 64L << 20;
    private static final int MAX_ERRORS = 20;
    private static final int MAX_LITERALS = 500;
    private static final List<String> OPTIONS =
            List.of("-proc:none", "-implicit:none", "-Xlint:none", "-nowarn", "-g", "-XDshould-stop.ifError=FLOW");
    private static final List<String> TOOL_OPTIONS = List.of("-proc:none", "-implicit:none", "-nowarn",
            "--add-exports", "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final Memory files = new Memory(compiler);
    private final DataOutputStream replies;
    private Pool pool = Pool.open();
    private Function<Object[], Object[]> instrument;

    private HarnessCompile(OutputStream out) {
        replies = new DataOutputStream(new BufferedOutputStream(out));
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        HarnessCompile daemon = new HarnessCompile(out);
        daemon.reply("{\"feature\":" + Runtime.version().feature() + "}");
        Thread worker = new Thread(null, daemon::serve, "compile", STACK);
        worker.start();
        worker.join();
        Runtime.getRuntime().halt(0);
    }

    private void serve() {
        DataInputStream in = new DataInputStream(System.in);
        try {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > MAX_REQUEST) {
                    return;
                }
                byte[] request = new byte[length];
                in.readFully(request);
                answer(new String(request, StandardCharsets.UTF_8).split("\0", -1));
                tidy();
            }
        } catch (EOFException end) {
            return;
        } catch (IOException lost) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** A warm compiler keeps every name it has seen; start afresh before that leaves no room. */
    private void tidy() {
        Runtime heap = Runtime.getRuntime();
        if (heap.totalMemory() - heap.freeMemory() > heap.maxMemory() / 2) {
            pool = Pool.open();
            System.gc();
        }
    }

    private void answer(String[] request) throws IOException {
        try {
            reply(compile(request[0], List.of(request).subList(1, request.length)));
        } catch (OutOfMemoryError full) {
            Runtime.getRuntime().halt(2);
        } catch (Throwable broken) {
            pool = Pool.open();
            reply("{\"parsed\":true,\"errors\":[{\"code\":\"failed\",\"message\":" + quote("the compiler failed: " + broken)
                    + ",\"at\":0}],\"missing\":[],\"types\":[],\"methods\":[],\"literals\":[],\"reads\":[],\"classes\":{},\"lines\":[]}");
        }
    }

    private void reply(String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.US_ASCII);
        replies.writeInt(bytes.length);
        replies.write(bytes);
        replies.flush();
    }

    private String compile(String mode, List<String> texts) throws Exception {
        Set<String> missing = new LinkedHashSet<>();
        List<JavaFileObject> units = new ArrayList<>();
        for (String text : texts) {
            units.add(new Unit(mode.equals("program") ? withoutMissing(text, missing) : text, units.size()));
        }
        files.written.clear();
        DiagnosticCollector<JavaFileObject> log = new DiagnosticCollector<>();
        String said = on(mode.equals("tool") ? TOOL_OPTIONS : OPTIONS, log, units, task -> survey(task, log));
        if (mode.equals("tool") && !files.written.isEmpty()) {
            instrument = tool();
        }
        return "{" + said + ",\"missing\":" + array(missing, HarnessCompile::quote) + classes(mode.equals("program")) + "}";
    }

    private String on(List<String> options, DiagnosticCollector<JavaFileObject> log, List<JavaFileObject> units, Work work)
            throws Exception {
        return pool == null || options != OPTIONS
                ? work.on((JavacTask) compiler.getTask(Writer.nullWriter(), files, log, options, null, units))
                : pool.run(files, log, units, work);
    }

    /** The text with blanks where it imports a package or class that is not there. */
    private String withoutMissing(String text, Set<String> missing) throws Exception {
        if (!text.contains("import")) {
            return text;
        }
        StringBuilder out = new StringBuilder(text);
        on(OPTIONS, new DiagnosticCollector<>(), List.of(new Unit(text, 0)), task -> {
            for (CompilationUnitTree unit : task.parse()) {
                SourcePositions positions = Trees.instance(task).getSourcePositions();
                for (ImportTree each : unit.getImports()) {
                    String absent = absent(task, each);
                    int start = (int) positions.getStartPosition(unit, each);
                    int end = (int) positions.getEndPosition(unit, each);
                    for (int i = start; absent != null && i < end; i++) {
                        if (out.charAt(i) != '\n') {
                            out.setCharAt(i, ' ');
                        }
                    }
                    if (absent != null) {
                        missing.add(absent);
                    }
                }
            }
            return "";
        });
        return out.toString();
    }

    private static String absent(JavacTask task, ImportTree each) {
        if (!(each.getQualifiedIdentifier() instanceof MemberSelectTree)) {
            return null;
        }
        MemberSelectTree name = (MemberSelectTree) each.getQualifiedIdentifier();
        String qualifier = name.getExpression().toString();
        boolean star = name.getIdentifier().contentEquals("*");
        boolean there = each.isStatic() ? task.getElements().getTypeElement(qualifier) != null
                : star ? task.getElements().getPackageElement(qualifier) != null
                        || task.getElements().getTypeElement(qualifier) != null
                : task.getElements().getTypeElement(name.toString()) != null;
        return there ? null : name.toString();
    }

    private String survey(JavacTask task, DiagnosticCollector<JavaFileObject> log) throws IOException {
        Iterable<? extends CompilationUnitTree> units = task.parse();
        boolean parsed = errors(log).isEmpty();
        if (parsed) {
            task.analyze();
        }
        Found found = new Found(task, errors(log).isEmpty());
        for (CompilationUnitTree unit : units) {
            found.scan(unit, null);
        }
        String reads = found.reads();
        if (errors(log).isEmpty()) {
            // Last, as it takes the trees apart.
            task.generate();
        }
        return "\"parsed\":" + parsed + ",\"errors\":" + array(errors(log), HarnessCompile::problem)
                + ",\"types\":" + array(found.types, t -> t) + ",\"methods\":" + array(found.methods, t -> t)
                + ",\"literals\":" + array(found.literals, t -> t) + ",\"reads\":" + reads;
    }

    private static List<Diagnostic<?>> errors(DiagnosticCollector<JavaFileObject> log) {
        return log.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).limit(MAX_ERRORS)
                .collect(Collectors.toList());
    }

    private static String problem(Diagnostic<?> d) {
        return "{\"code\":" + quote(d.getCode().replaceFirst("^compiler\\.err\\.", "")) + ",\"message\":"
                + quote(d.getMessage(Locale.ENGLISH)) + ",\"at\":" + d.getPosition() + "}";
    }

    private String classes(boolean probed) {
        int slots = 0;
        List<Object> lines = new ArrayList<>();
        Map<String, String> encoded = new LinkedHashMap<>();
        for (Map.Entry<String, ByteArrayOutputStream> each : files.written.entrySet()) {
            byte[] bytes = each.getValue().toByteArray();
            if (probed && instrument != null && !each.getKey().startsWith("CodescoreGuard")) {
                try {
                    Object[] done = instrument.apply(new Object[] {bytes, slots});
                    bytes = (byte[]) done[0];
                    slots = (Integer) done[1];
                    lines.addAll((List<?>) done[2]);
                } catch (RuntimeException tooLarge) {
                    // A method that has no room left for probes runs without them.
                    slots += 0;
                }
            }
            encoded.put(each.getKey(), Base64.getEncoder().encodeToString(bytes));
        }
        return ",\"classes\":" + encoded.entrySet().stream().map(e -> quote(e.getKey()) + ":\"" + e.getValue() + "\"")
                .collect(Collectors.joining(",", "{", "}")) + ",\"lines\":" + lines;
    }

    @SuppressWarnings("unchecked")
    private Function<Object[], Object[]> tool() throws ReflectiveOperationException {
        Map<String, byte[]> own = new LinkedHashMap<>();
        files.written.forEach((name, bytes) -> own.put(name, bytes.toByteArray()));
        ClassLoader loader = new ClassLoader(HarnessCompile.class.getClassLoader()) {
            @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = own.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        Class<?> type = loader.loadClass("HarnessInstrument");
        return (Function<Object[], Object[]>) type.getDeclaredConstructor().newInstance();
    }

    private static <T> String array(Iterable<T> items, Function<T, String> json) {
        List<String> texts = new ArrayList<>();
        items.forEach(item -> texts.add(json.apply(item)));
        return texts.stream().collect(Collectors.joining(",", "[", "]"));
    }

    private static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /** What a program declares and which literals it has. */
    private static final class Found extends TreePathScanner<Void, Void> {
        final List<String> types = new ArrayList<>();
        final List<String> methods = new ArrayList<>();
        final Set<String> literals = new LinkedHashSet<>();
        private final Map<String, MethodTree> bodies = new LinkedHashMap<>();
        private final Map<String, ClassTree> classes = new LinkedHashMap<>();
        private final JavacTask task;
        private final Trees trees;
        private final boolean compiled;
        private String owner = "";
        /** The type variables of the class around. */
        private List<String> variables = new ArrayList<>();

        Found(JavacTask task, boolean compiled) {
            this.task = task;
            this.compiled = compiled;
            trees = Trees.instance(task);
        }

        private static boolean local(TreePath path) {
            for (TreePath p = path.getParentPath(); p != null; p = p.getParentPath()) {
                boolean type = p.getLeaf() instanceof ClassTree || p.getLeaf() instanceof CompilationUnitTree;
                if (!type) {
                    return true;
                }
            }
            return false;
        }

        @Override public Void visitClass(ClassTree node, Void unused) {
            classes.putIfAbsent(node.getSimpleName().toString(), node);
            if (local(getCurrentPath())) {
                return super.visitClass(node, null);
            }
            String around = owner;
            String pack = getCurrentPath().getCompilationUnit().getPackageName() == null ? ""
                    : getCurrentPath().getCompilationUnit().getPackageName() + ".";
            List<String> outer = variables;
            variables = node.getTypeParameters().stream().map(Found::variable).collect(Collectors.toList());
            owner = around.isEmpty() ? pack + node.getSimpleName() : around + "$" + node.getSimpleName();
            boolean isEnum = node.getKind() == Tree.Kind.ENUM;
            List<String> fields = new ArrayList<>();
            List<String> constants = new ArrayList<>();
            boolean shared = false;
            for (Tree member : node.getMembers()) {
                if (member instanceof VariableTree) {
                    VariableTree field = (VariableTree) member;
                    if (isEnum && field.getModifiers().toString().contains("static final")
                            && String.valueOf(field.getType()).equals(node.getSimpleName().toString())) {
                        constants.add(quote(field.getName().toString()));
                    } else if (!field.getModifiers().getFlags().contains(Modifier.STATIC)) {
                        fields.add(pair(field.getName().toString(), String.valueOf(field.getType())));
                    } else {
                        shared |= !field.getModifiers().getFlags().contains(Modifier.FINAL)
                                || !(field.getType() instanceof PrimitiveTypeTree || "String".equals(String.valueOf(field.getType())));
                    }
                }
            }
            types.add("{\"name\":" + quote(owner) + ",\"kind\":\"" + node.getKind() + "\",\"fields\":" + array(fields, t -> t)
                    + ",\"constants\":" + array(constants, t -> t) + ",\"shared\":" + shared + ",\"abstract\":"
                    + node.getModifiers().getFlags().contains(Modifier.ABSTRACT) + ",\"above\":"
                    + quote(node.getExtendsClause() == null ? "" : node.getExtendsClause().toString()) + ",\"interfaces\":"
                    + array(node.getImplementsClause(), t -> quote(t.toString())) + ",\"works\":" + array(works(node), t -> t) + "}");
            super.visitClass(node, null);
            owner = around;
            variables = outer;
            return null;
        }

        /** Of an interface what its methods give and take that others have to write. */
        private static List<String> works(ClassTree node) {
            List<String> found = new ArrayList<>();
            for (Tree member : node.getKind() == Tree.Kind.INTERFACE ? node.getMembers() : List.<Tree>of()) {
                if (member instanceof MethodTree && ((MethodTree) member).getBody() == null) {
                    MethodTree work = (MethodTree) member;
                    List<String> types = new ArrayList<>(List.of(quote(String.valueOf(work.getReturnType()))));
                    for (VariableTree each : work.getParameters()) {
                        types.add(quote(String.valueOf(each.getType())));
                    }
                    found.add(array(types, t -> t));
                }
            }
            return found;
        }

        private static String variable(TypeParameterTree p) {
            return pair(p.getName().toString(), p.getBounds().isEmpty() ? "Object" : p.getBounds().get(0).toString());
        }

        private static String pair(String name, String type) {
            return "[" + quote(name) + "," + quote(type) + "]";
        }

        @Override public Void visitMethod(MethodTree node, Void unused) {
            long start = trees.getSourcePositions().getStartPosition(getCurrentPath().getCompilationUnit(), node);
            bodies.putIfAbsent(node.getName().toString(), node);
            bodies.putIfAbsent(node.getName().toString() + "/" + node.getParameters().size(), node);
            boolean makes = node.getName().contentEquals("<init>");
            boolean synthetic = start < 0 || node.getReturnType() == null && !makes || node.getBody() == null;
            if (!synthetic && !local(getCurrentPath())) {
                List<String> parameters = new ArrayList<>();
                node.getParameters().forEach(p -> parameters.add(pair(p.getName().toString(), String.valueOf(p.getType()))));
                List<String> known = new ArrayList<>(node.getModifiers().getFlags().contains(Modifier.STATIC) ? List.of() : variables);
                node.getTypeParameters().forEach(p -> known.add(variable(p)));
                methods.add("{\"owner\":" + quote(owner) + ",\"name\":" + quote(node.getName().toString()) + ",\"static\":"
                        + node.getModifiers().getFlags().contains(Modifier.STATIC)
                        + ",\"hidden\":" + node.getModifiers().getFlags().contains(Modifier.PRIVATE)
                        + ",\"result\":" + quote(String.valueOf(node.getReturnType())) + ",\"parameters\":"
                        + array(parameters, t -> t) + ",\"variables\":" + array(known, t -> t)
                        + ",\"erased\":" + array(erased(), HarnessCompile::quote) + ",\"start\":" + start + ",\"end\":"
                        + trees.getSourcePositions().getEndPosition(getCurrentPath().getCompilationUnit(), node) + "}");
            }
            return super.visitMethod(node, null);
        }

        String reads() {
            MethodTree main = bodies.get("main");
            return main == null ? "[]" : new Reads(bodies, classes).of(main);
        }

        private List<String> erased() {
            List<String> erased = new ArrayList<>();
            Element element = compiled ? trees.getElement(getCurrentPath()) : null;
            if (element instanceof ExecutableElement) {
                for (VariableElement each : ((ExecutableElement) element).getParameters()) {
                    erased.add(task.getTypes().erasure(each.asType()).toString());
                }
            }
            return erased;
        }

        @Override public Void visitUnary(UnaryTree node, Void unused) {
            if (node.getKind() == Tree.Kind.UNARY_MINUS && node.getExpression() instanceof LiteralTree) {
                literal((LiteralTree) node.getExpression(), "-");
                return null;
            }
            return super.visitUnary(node, null);
        }

        @Override public Void visitLiteral(LiteralTree node, Void unused) {
            literal(node, "");
            return null;
        }

        private void literal(LiteralTree node, String sign) {
            if (node.getValue() != null && literals.size() < MAX_LITERALS) {
                literals.add("[\"" + node.getKind() + "\"," + quote(sign + node.getValue()) + "]");
            }
        }
    }

    /**
     * What a program reads, in the order of its text: calls of methods that are named like readers, loops around them, own
     * methods on the way.  A guess: branches count as taken, bounds are the names of variables.
     */
    private static final class Reads extends TreeScanner<Void, String> {
        private static final Map<String, String> KINDS = new LinkedHashMap<>();
        private static final int DEEPEST = 4;
        /** What a loop asks that goes on as long as there is anything to read. */
        private static final Pattern ALL = Pattern.compile("\\bhasNext\\w*\\(|\\bready\\(\\)|readLine\\(\\)\\)?\\s*!=\\s*null");
        /** Parts of a line that are words, as all but letters stand between them. */
        private static final Pattern WORDS = Pattern.compile("\\[\\^[^\\]]*[a-zA-Z]|\\\\W");
        private static final Pattern TIMES =
                Pattern.compile("\\b(?:range|rangeClosed|limit)\\((?:[^(),]*,)?\\s*(\\w+)\\)|\\bnew \\w+\\[(\\w+)\\]");

        static {
            for (String name : "nextInt nextLong nextShort nextByte nextBigInteger readInt readLong ni nl nextI nextL".split(" ")) {
                KINDS.put(name, "int");
            }
            for (String name : "nextDouble nextFloat readDouble nd nextBigDecimal".split(" ")) {
                KINDS.put(name, "float");
            }
            for (String name : "next nextToken nextString readString readToken ns nextWord".split(" ")) {
                KINDS.put(name, "word");
            }
            KINDS.put("nextChar", "char");
            KINDS.put("nc", "char");
            KINDS.put("nextLine", "line");
            KINDS.put("readLine", "line");
        }

        private final Map<String, MethodTree> bodies;
        private final Map<String, ClassTree> classes;
        /** Parameters of methods that were entered, as the arguments are called outside. */
        private final Map<String, String> meant = new LinkedHashMap<>();
        private List<String> found = new ArrayList<>();
        private String parsed = "";
        private int depth;
        private boolean tokenizes;  // by a `StreamTokenizer`

        Reads(Map<String, MethodTree> bodies, Map<String, ClassTree> classes) {
            this.bodies = bodies;
            this.classes = classes;
        }

        String of(MethodTree main) {
            classes.values().stream().filter(each -> each.getMembers().contains(main)).forEach(each -> fields(each, true));
            tokenizes = classes.values().stream().anyMatch(each -> each.toString().contains("new StreamTokenizer("));
            scan(main.getBody(), "");
            return array(found, t -> t);
        }

        private static String named(Tree tree) {
            if (tree instanceof IdentifierTree) {
                return ((IdentifierTree) tree).getName().toString();
            }
            if (tree instanceof MemberSelectTree) {
                return ((MemberSelectTree) tree).getIdentifier().toString();
            }
            if (tree instanceof ArrayAccessTree) {
                return named(((ArrayAccessTree) tree).getExpression());
            }
            if (tree instanceof BinaryTree) {
                return named(((BinaryTree) tree).getLeftOperand());
            }
            if (tree instanceof UnaryTree) {
                return named(((UnaryTree) tree).getExpression());
            }
            if (tree instanceof ParenthesizedTree) {
                return named(((ParenthesizedTree) tree).getExpression());
            }
            return tree instanceof LiteralTree ? String.valueOf(((LiteralTree) tree).getValue()) : "";
        }

        private void add(String kind, String name) {
            found.add(name == null ? "[\"" + kind + "\"]" : "[\"" + kind + "\"," + quote(name) + "]");
        }

        @Override public Void visitVariable(VariableTree node, String into) {
            return scan(node.getInitializer(), node.getName().toString());
        }

        @Override public Void visitAssignment(AssignmentTree node, String into) {
            String name = named(node.getVariable());
            if (node.getVariable() instanceof ArrayAccessTree) {  // the parts of a pair have names of their own
                Tree index = ((ArrayAccessTree) node.getVariable()).getIndex();
                name += index instanceof LiteralTree ? String.valueOf(((LiteralTree) index).getValue()) : "";
            }
            return scan(node.getExpression(), name);
        }

        @Override public Void visitNewClass(NewClassTree node, String into) {
            boolean tokens = node.getIdentifier().toString().endsWith("StringTokenizer");
            String outer = parsed;
            parsed = tokens ? "newline" : outer;
            super.visitNewClass(node, into);
            parsed = outer;
            ClassTree made = classes.get(node.getIdentifier().toString());
            if (made != null && depth < DEEPEST) {
                depth++;
                fields(made, false);
                depth--;
                for (Tree member : made.getMembers()) {
                    if (member instanceof MethodTree && ((MethodTree) member).getName().contentEquals("<init>")
                            && ((MethodTree) member).getParameters().size() == node.getArguments().size()) {
                        enter((MethodTree) member, node.getArguments(), "");
                    }
                }
            }
            return null;
        }

        /** What the fields of a class read where it is made, or, those that it shares, before. */
        private void fields(ClassTree made, boolean shared) {
            for (Tree member : made.getMembers()) {
                if (member instanceof VariableTree
                        && ((VariableTree) member).getModifiers().getFlags().contains(Modifier.STATIC) == shared) {
                    scan(member, "");
                }
            }
        }

        /** Of two branches that read the same, one. */
        private Void branches(Tree one, Tree two, String into) {
            List<String> outer = found;
            found = new ArrayList<>();
            scan(one, into);
            List<String> first = found;
            found = new ArrayList<>();
            scan(two, into);
            List<String> second = found;
            found = outer;
            found.addAll(first.size() >= second.size() ? first : second);
            return null;
        }

        /** What is compared or lowered as it is read may have no name: `=1` and `-1` stand for one; nor has what is put
            together with what was there (`rest = (rest + in.nextInt()) % k`). */
        @Override public Void visitBinary(BinaryTree node, String into) {
            if (!into.isEmpty() && Pattern.compile("\\b" + Pattern.quote(into) + "\\b").matcher(node.toString()).find()) {
                into = "";
            }
            boolean asked = node.getKind() == Tree.Kind.EQUAL_TO && node.getRightOperand() instanceof LiteralTree;
            boolean lowered = node.getKind() == Tree.Kind.MINUS && number(node.getRightOperand()) == 1 && into.isEmpty();
            scan(node.getLeftOperand(), asked ? "=" + number(node.getRightOperand()) : lowered ? "-1" : into);
            return scan(node.getRightOperand(), into);
        }

        @Override public Void visitIf(IfTree node, String into) {
            scan(node.getCondition(), into);
            return branches(node.getThenStatement(), node.getElseStatement(), into);
        }

        @Override public Void visitConditionalExpression(ConditionalExpressionTree node, String into) {
            scan(node.getCondition(), into);
            return branches(node.getTrueExpression(), node.getFalseExpression(), into);
        }

        /** How often a function that a call is given is called: so often as `range(0, n)`, `limit(n)` or `new int[n]` say. */
        private String times(MethodInvocationTree node) {
            Matcher said = TIMES.matcher(node.getMethodSelect() + ";" + node.getArguments());
            return said.find() ? said.group(1) != null ? said.group(1) : said.group(2) : "";
        }

        @Override public Void visitMethodInvocation(MethodInvocationTree node, String into) {
            String name = named(node.getMethodSelect());
            String outer = parsed;
            if (name.equals("parseInt") || name.equals("parseLong") || name.equals("parseDouble") || name.equals("valueOf")) {
                parsed = name.equals("parseDouble") ? "float" : "int";
            } else if (name.equals("split")) {
                parsed = WORDS.matcher(node.getArguments().toString()).find() ? "words" : "row";
            } else if ((name.equals("toLowerCase") || name.equals("toUpperCase")) && !parsed.equals("words")) {
                parsed = "";
            }
            scan(node.getMethodSelect(), into);
            MethodTree called = bodies.getOrDefault(name + "/" + node.getArguments().size(), bodies.get(name));
            boolean own = called != null && !KINDS.containsKey(name);
            int place = 0;
            for (Tree each : node.getArguments()) {
                String times = each instanceof LambdaExpressionTree ? times(node) : "";
                String given = own ? text(called, place++) : "";
                if (times.isEmpty()) {
                    scan(each, own ? given : into);
                } else {
                    Tree body = ((LambdaExpressionTree) each).getBody();
                    loop(times, body, body instanceof ExpressionTree ? into : "");
                }
            }
            parsed = outer;
            if (name.equals("nextToken") && tokenizes) {  // what was read is a field
                return null;
            }
            if (KINDS.containsKey(name)) {
                read(called == null ? KINDS.get(name) : returned(called, KINDS.get(name)), into);
            } else {
                MethodTree run = name.equals("start") && bodies.containsKey("run") ? bodies.get("run") : called;
                enter(run, node.getArguments(), into);
            }
            return null;
        }

        /** What a text is called that a method takes; "" of anything else. */
        private static String text(MethodTree body, int place) {
            VariableTree taken = place < body.getParameters().size() ? body.getParameters().get(place) : null;
            return taken != null && "String".equals(String.valueOf(taken.getType())) ? taken.getName().toString() : "";
        }

        /** What a reader that a program has itself gives, by the type that it says. */
        private static String returned(MethodTree body, String otherwise) {
            switch (String.valueOf(body.getReturnType())) {
                case "int": case "long": case "short": case "Integer": case "Long":
                    return "int";
                case "double": case "float": case "Double":
                    return "float";
                case "char": case "Character":
                    return "char";
                default:
                    return otherwise;
            }
        }

        /** `nval` and `sval` are what a `StreamTokenizer` read last. */
        @Override public Void visitMemberSelect(MemberSelectTree node, String into) {
            if (node.getIdentifier().contentEquals("nval") || node.getIdentifier().contentEquals("sval")) {
                read(node.getIdentifier().contentEquals("nval") ? "int" : "word", into);
            }
            return super.visitMemberSelect(node, into);
        }

        private void read(String kind, String into) {
            if (kind.equals("line") && !parsed.isEmpty()) {
                add(parsed, parsed.equals("newline") ? null : into);
                if (!parsed.equals("newline")) {
                    add("newline", null);
                }
            } else {
                add(kind.equals("word") && (parsed.equals("int") || parsed.equals("float")) ? parsed : kind, into);
            }
        }

        private void enter(MethodTree body, List<? extends Tree> arguments, String into) {
            if (body == null || body.getBody() == null || depth >= DEEPEST || body.getParameters().size() < arguments.size()) {
                return;
            }
            depth++;
            for (int i = 0; i < arguments.size(); i++) {
                meant.put(body.getParameters().get(i).getName().toString(), bound(named(arguments.get(i))));
            }
            scan(body.getBody(), into);
            depth--;
        }

        private String bound(String name) {
            return meant.getOrDefault(name, name);
        }

        /** How many times more than its bound says a loop runs: -1 for `i = 1; i < n`, as for `i = 0; i < n - 1`. */
        private static int more(ForLoopTree node) {
            int more = 0;
            if (node.getCondition() instanceof BinaryTree) {
                BinaryTree condition = (BinaryTree) node.getCondition();
                more += condition.getKind() == Tree.Kind.LESS_THAN_EQUAL ? 1 : 0;
                if (condition.getRightOperand() instanceof BinaryTree) {
                    BinaryTree bound = (BinaryTree) condition.getRightOperand();
                    int by = number(bound.getRightOperand());
                    more += bound.getKind() == Tree.Kind.MINUS ? -by : bound.getKind() == Tree.Kind.PLUS ? by : 0;
                }
            }
            for (Tree each : node.getInitializer()) {
                more -= each instanceof VariableTree ? number(((VariableTree) each).getInitializer()) : 0;
            }
            return Math.abs(more) > 2 ? 0 : more;
        }

        private static int number(Tree tree) {
            Object value = tree instanceof LiteralTree ? ((LiteralTree) tree).getValue() : null;
            return value instanceof Integer ? (Integer) value : 0;
        }

        private Void loop(String bound, Tree body, String into) {
            return loop(bound, 0, null, body, into);
        }

        private Void loop(String bound, int more, Tree condition, Tree body, String into) {
            List<String> outer = found;
            found = new ArrayList<>();
            scan(condition, "");
            scan(body, into);
            List<String> inner = found;
            found = outer;
            if (!inner.isEmpty()) {
                found.add("[\"loop\"," + quote(bound(bound)) + "," + array(inner, t -> t) + (more == 0 ? "]" : "," + more + "]"));
            }
            return null;
        }

        @Override public Void visitForLoop(ForLoopTree node, String into) {
            scan(node.getInitializer(), "");
            String bound = node.getCondition() instanceof BinaryTree
                    ? named(((BinaryTree) node.getCondition()).getRightOperand()) : "";
            boolean all = node.getCondition() != null && ALL.matcher(node.getCondition().toString()).find();
            return loop(all ? "*" : bound, more(node), node.getCondition(), node.getStatement(), "");
        }

        @Override public Void visitWhileLoop(WhileLoopTree node, String into) {
            ExpressionTree condition = node.getCondition();
            while (condition instanceof ParenthesizedTree) {
                condition = ((ParenthesizedTree) condition).getExpression();
            }
            String bound = ALL.matcher(condition.toString()).find() ? "*" : condition instanceof BinaryTree ? named(condition) : "";
            return loop(bound, 0, condition, node.getStatement(), "");
        }

        @Override public Void visitEnhancedForLoop(EnhancedForLoopTree node, String into) {
            scan(node.getExpression(), "");
            return loop("", node.getStatement(), "");
        }

        @Override public Void visitClass(ClassTree node, String into) {
            return null;
        }
    }

    /** The text of one compilation unit; a public class in it may have any name. */
    private static final class Unit extends SimpleJavaFileObject {
        private final String text;

        Unit(String text, int number) {
            super(URI.create("memory:///CodescoreUnit" + number + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override public boolean isNameCompatible(String simpleName, Kind kind) {
            return !simpleName.equals("module-info") && !simpleName.equals("package-info");
        }
    }

    /** Shows the compiler the classes of the JDK and no file of this machine; keeps what it writes. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();

        Memory(JavaCompiler compiler) {
            super(compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8));
        }

        private static boolean hidden(Location location) {
            return location == StandardLocation.CLASS_PATH || location == StandardLocation.SOURCE_PATH;
        }

        @Override public Iterable<JavaFileObject> list(Location location, String packageName,
                Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            return hidden(location) ? List.of() : super.list(location, packageName, kinds, recurse);
        }

        @Override public boolean hasLocation(Location location) {
            return location != StandardLocation.SOURCE_PATH && super.hasLocation(location);
        }

        @Override public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    private interface Work {
        String on(JavacTask task) throws IOException;
    }

    /** The compiler's own pool of reusable contexts, by reflection, as in CheckDaemon: 1 ms a text instead of 10. */
    private static final class Pool {
        private final Object pool;
        private final Method getTask;
        private final Class<?> worker;

        private Pool() throws ReflectiveOperationException {
            Class<?> type = Class.forName("com.sun.tools.javac.api.JavacTaskPool");
            worker = Class.forName("com.sun.tools.javac.api.JavacTaskPool$Worker");
            pool = type.getConstructor(int.class).newInstance(1);
            getTask = type.getMethod("getTask", Writer.class, JavaFileManager.class,
                    javax.tools.DiagnosticListener.class, Iterable.class, Iterable.class, Iterable.class, worker);
        }

        static Pool open() {
            try {
                return new Pool();
            } catch (ReflectiveOperationException | LinkageError | SecurityException absent) {
                return null;
            }
        }

        String run(Memory files, DiagnosticCollector<JavaFileObject> log, List<JavaFileObject> units, Work work)
                throws Exception {
            Object onTask = Proxy.newProxyInstance(HarnessCompile.class.getClassLoader(), new Class<?>[] {worker},
                    (self, method, args) -> work.on((JavacTask) args[0]));
            try {
                return (String) getTask.invoke(pool, Writer.nullWriter(), files, log, OPTIONS, null, units, onTask);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Error) {
                    throw (Error) thrown.getCause();
                }
                throw thrown;
            }
        }
    }
}
