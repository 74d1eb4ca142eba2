import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.BufferedOutputStream;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A warm javac: reads compilation units from standard input, parses and analyzes them in memory, and writes what it
 * found to standard output.  It decides nothing: which diagnostics count is the caller's business (check.py).
 *
 * Frames, both ways: a big-endian 32-bit length, then that many bytes.  A request is the UTF-8 text of one compilation
 * unit.  The first reply says hello; every other answers one request, in order.  Replies are ASCII JSON:
 *   {"feature": 17, "version": "17.0.15"}
 *   {"stage": "parse" | "analyze" | "too-deep" | "failed", "types": n, "name": s, "end": i, "members": n,
 *    "memberEnd": i, "problems": [{"code": s, "message": s, "start": i, "at": i, "end": i, "context": s, "known": s}]}
 * "parse": there were syntax errors, nothing was analyzed.  "end" is where the first type ends, "memberEnd" where its
 * first member does.  Offsets count UTF-16 code units of the text.
 *
 * Nothing of the text is ever run: no annotation processors, no class path, no output.  The process ends when its
 * standard input does.  It compiles itself on JDK 11 and later.
 */
public final class CheckDaemon {
    private static final int MAX_REQUEST = 1 << 26;
    /** Bytes.  3,000 nested brackets need a few MB; the default stack of a thread is 1 MB. */
    private static final long STACK = 64L << 20;
    private static final int MAX_PROBLEMS = 1000;
    private static final String UNIT = "CodescoreUnit";
    private static final List<String> OPTIONS = List.of(
            "-proc:none", "-implicit:none", "-Xlint:none", "-nowarn", "-Xmaxerrs", "100000",
            // Name the method whose arguments do not fit; javac would name only the argument.
            "-Xdiags:verbose",
            // Go on to bodies and flow (missing returns) where imports are unresolved; javac would stop after them.
            "-XDshould-stop.ifError=FLOW");
    /** Where a class that somebody forgot to import usually lives. */
    private static final String[] PACKAGES = {
        "java.util", "java.io", "java.math", "java.util.stream", "java.util.function", "java.util.regex",
        "java.util.concurrent", "java.util.concurrent.atomic", "java.nio.file", "java.nio.charset", "java.time",
        "java.text"};
    private static final int MAX_HOMES = 10_000;
    /** As in excuses.py. */
    private static final List<String> UNRESOLVED = List.of("compiler.err.cant.resolve", "compiler.err.doesnt.exist",
            "compiler.err.static.imp.only.classes.and.interfaces", "compiler.err.package.not.visible");
    private static final Pattern SYMBOL = Pattern.compile("symbol:\\s+(?:class|variable) (\\w+)");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final JavaFileManager files = new JdkOnly(compiler);
    private final LinkedBlockingQueue<byte[]> requests = new LinkedBlockingQueue<>();
    private final DataOutputStream replies;
    /** One for all requests: a pooled compiler keeps writing to the one it first got. */
    private final Crash crash = new Crash();
    private final Map<String, String> homes = new HashMap<>();
    private Pool pool = Pool.open();

    private CheckDaemon(OutputStream out) {
        replies = new DataOutputStream(new BufferedOutputStream(out));
    }

    public static void main(String[] args) throws IOException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        CheckDaemon daemon = new CheckDaemon(out);
        daemon.reply("{\"feature\":" + Runtime.version().feature() + ",\"version\":"
                + quote(Runtime.version().toString()) + "}");
        daemon.startWorker();
        daemon.readRequests(new DataInputStream(System.in));
        Runtime.getRuntime().halt(0);
    }

    /** Reads ahead on the main thread, so that the end of the input is noticed even while a text is being compiled. */
    private void readRequests(DataInputStream in) throws IOException {
        try {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > MAX_REQUEST) {
                    return;
                }
                byte[] request = new byte[length];
                in.readFully(request);
                requests.add(request);
            }
        } catch (EOFException end) {
            return;
        }
    }

    private void startWorker() {
        Thread worker = new Thread(null, this::work, "check", STACK);
        worker.setDaemon(true);
        worker.start();
    }

    private void work() {
        try {
            boolean fresh = true;
            while (fresh) {
                fresh = answer(new String(requests.take(), StandardCharsets.UTF_8));
                tidy();
            }
            // This thread has touched its whole stack: let go of that memory.
            startWorker();
        } catch (IOException | InterruptedException lost) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** A warm compiler keeps every name it has seen; start afresh before that leaves no room. */
    private void tidy() {
        Runtime heap = Runtime.getRuntime();
        if (requests.isEmpty() && heap.totalMemory() - heap.freeMemory() > heap.maxMemory() / 2) {
            pool = Pool.open();
            System.gc();
        }
    }

    /** Answers one request; false when the thread should be replaced. */
    private boolean answer(String text) throws IOException {
        DiagnosticCollector<JavaFileObject> log = new DiagnosticCollector<>();
        try {
            reply(compile(new Unit(text), log));
            return true;
        } catch (OutOfMemoryError full) {
            Runtime.getRuntime().halt(2);
        } catch (Throwable broken) {
            pool = Pool.open();
            List<Diagnostic<?>> errors = errors(log);
            String stage = overflowed(broken) ? "too-deep" : errors.isEmpty() ? "failed" : "parse";
            reply("{\"stage\":\"" + stage + "\"" + problems(errors, new TreeMap<>(), null) + "}");
        }
        return false;
    }

    private static boolean overflowed(Throwable broken) {
        for (Throwable t = broken; t != null; t = t.getCause()) {
            if (t instanceof OutOfMemoryError) {
                Runtime.getRuntime().halt(2);
            }
            if (t instanceof StackOverflowError) {
                return true;
            }
        }
        return false;
    }

    private void reply(String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.US_ASCII);
        replies.writeInt(bytes.length);
        replies.write(bytes);
        replies.flush();
    }

    private String compile(Unit unit, DiagnosticCollector<JavaFileObject> log) throws Exception {
        crash.clear();
        String answer = pool == null
                ? judge((JavacTask) compiler.getTask(crash, files, log, OPTIONS, null, List.of(unit)), unit, log)
                : pool.run(crash, files, log, List.of(unit), task -> judge(task, unit, log));
        crash.rethrow();
        return answer;
    }

    private String judge(JavacTask task, Unit source, DiagnosticCollector<JavaFileObject> log) throws IOException {
        CompilationUnitTree unit = null;
        for (CompilationUnitTree parsed : task.parse()) {
            unit = parsed;
        }
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        String shape = shape(unit, positions);
        boolean broken = !errors(log).isEmpty();
        if (!broken && !source.isModule) {
            task.analyze();
        }
        List<Diagnostic<?>> errors = errors(log);
        boolean unresolved = errors.stream().anyMatch(CheckDaemon::isUnresolved);
        TreeMap<Long, Place> places = unresolved ? places(unit, positions) : new TreeMap<>();
        return "{\"stage\":" + (broken ? "\"parse\"" : "\"analyze\"") + shape + problems(errors, places, task) + "}";
    }

    private static List<Diagnostic<?>> errors(DiagnosticCollector<JavaFileObject> log) {
        return log.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).limit(MAX_PROBLEMS)
                .collect(Collectors.toList());
    }

    private String problems(List<Diagnostic<?>> errors, TreeMap<Long, Place> places, JavacTask task) {
        return errors.stream().map(d -> problem(d, places, task))
                .collect(Collectors.joining(",", ",\"problems\":[", "]"));
    }

    private static boolean isUnresolved(Diagnostic<?> d) {
        return UNRESOLVED.stream().anyMatch(d.getCode()::startsWith);
    }

    /** What the parser made of the text: enough to see whether code inside a wrapper broke out of it. */
    private static String shape(CompilationUnitTree unit, SourcePositions positions) {
        String name = "";
        long end = -1;
        int members = 0;
        long memberEnd = -1;
        List<? extends Tree> types = unit == null ? List.of() : unit.getTypeDecls();
        if (!types.isEmpty()) {
            end = positions.getEndPosition(unit, types.get(0));
            if (types.get(0) instanceof ClassTree) {
                ClassTree type = (ClassTree) types.get(0);
                name = type.getSimpleName().toString();
                members = type.getMembers().size();
                memberEnd = members == 0 ? -1 : positions.getEndPosition(unit, type.getMembers().get(0));
            }
        }
        return ",\"types\":" + types.size() + ",\"name\":" + quote(name) + ",\"end\":" + end + ",\"members\":" + members
                + ",\"memberEnd\":" + memberEnd;
    }

    private String problem(Diagnostic<?> d, TreeMap<Long, Place> places, JavacTask task) {
        String message = d.getMessage(Locale.ENGLISH);
        String context = "";
        String known = "";
        if (isUnresolved(d) && task != null) {
            context = Place.of(places, d.getStartPosition(), d.getEndPosition());
            known = home(message, task);
        }
        String code = d.getCode().replaceFirst("^compiler\\.err\\.", "");
        return "{\"code\":" + quote(code) + ",\"message\":" + quote(message)
                + ",\"start\":" + d.getStartPosition() + ",\"at\":" + d.getPosition() + ",\"end\":" + d.getEndPosition()
                + ",\"context\":" + quote(context) + ",\"known\":" + quote(known) + "}";
    }

    /** The full name of the JDK class that an unresolved simple name probably means, or "". */
    private String home(String message, JavacTask task) {
        Matcher symbol = SYMBOL.matcher(message);
        if (!symbol.find() || !Character.isUpperCase(symbol.group(1).charAt(0))) {
            return "";
        }
        if (homes.size() > MAX_HOMES) {
            homes.clear();
        }
        return homes.computeIfAbsent(symbol.group(1), simple -> {
            Elements elements = task.getElements();
            // All of them are in java.base; asking every module would take longer than compiling.
            ModuleElement base = elements.getModuleElement("java.base");
            for (String name : PACKAGES) {
                TypeElement type = elements.getTypeElement(base, name + "." + simple);
                if (type != null && type.getModifiers().contains(Modifier.PUBLIC)) {
                    return name + "." + simple;
                }
            }
            return "";
        });
    }

    /** A range of the text in which an unresolved name means something special, keyed by its start. */
    private static final class Place {
        final long end;
        final String context;

        Place(long end, String context) {
            this.end = end;
            this.context = context;
        }

        static String of(TreeMap<Long, Place> places, long start, long end) {
            var entry = places.floorEntry(start);
            boolean inside = entry != null && start < entry.getValue().end && end <= entry.getValue().end;
            return inside ? entry.getValue().context : "";
        }
    }

    private static TreeMap<Long, Place> places(CompilationUnitTree unit, SourcePositions positions) {
        TreeMap<Long, Place> places = new TreeMap<>();
        new TreeScanner<Void, Void>() {
            void mark(Tree tree, String context) {
                if (tree != null) {
                    places.put(positions.getStartPosition(unit, tree),
                            new Place(positions.getEndPosition(unit, tree), context));
                }
            }

            @Override public Void visitImport(ImportTree node, Void unused) {
                boolean star = node.getQualifiedIdentifier().toString().endsWith(".*");
                mark(node, node.isStatic() ? "static-import" : star ? "star-import" : "import");
                return null;
            }

            @Override public Void visitClass(ClassTree node, Void unused) {
                super.visitClass(node, unused);
                mark(node.getExtendsClause(), "supertype");
                node.getImplementsClause().forEach(tree -> mark(tree, "supertype"));
                return null;
            }

            @Override public Void visitNewClass(NewClassTree node, Void unused) {
                super.visitNewClass(node, unused);
                if (node.getClassBody() != null) {
                    mark(node.getIdentifier(), "supertype");
                }
                return null;
            }

            @Override public Void visitAnnotation(AnnotationTree node, Void unused) {
                super.visitAnnotation(node, unused);
                mark(node.getAnnotationType(), "annotation");
                return null;
            }

            @Override public Void visitMemberSelect(MemberSelectTree node, Void unused) {
                return qualifier(node.getExpression()) ? null : super.visitMemberSelect(node, unused);
            }

            @Override public Void visitMemberReference(MemberReferenceTree node, Void unused) {
                return qualifier(node.getQualifierExpression()) ? null : super.visitMemberReference(node, unused);
            }

            private boolean qualifier(Tree tree) {
                if (tree instanceof IdentifierTree) {
                    mark(tree, "qualifier");
                    return true;
                }
                return false;
            }
        }.scan(unit, null);
        return places;
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

    /** The text of one compilation unit; a public class in it may have any name. */
    private static final class Unit extends SimpleJavaFileObject {
        private static final Pattern MODULE = Pattern.compile("(?m)^\\s*(?:open\\s+)?module\\s+[\\w.]+\\s*\\{");
        private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\b");
        private final String text;
        /** A module declaration: which modules there are is not known here, so it is only parsed. */
        final boolean isModule;

        Unit(String text) {
            super(URI.create("memory:///" + UNIT + ".java"), Kind.SOURCE);
            this.text = text;
            isModule = MODULE.matcher(text).find() && !TYPE.matcher(text).find();
        }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override public boolean isNameCompatible(String simpleName, Kind kind) {
            return simpleName.equals("module-info") ? isModule : !simpleName.equals("package-info");
        }
    }

    /** Shows the compiler the classes of the JDK and no file of this machine. */
    private static final class JdkOnly extends ForwardingJavaFileManager<JavaFileManager> {
        JdkOnly(JavaCompiler compiler) {
            super(compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8));
        }

        private static boolean hidden(Location location) {
            return location == StandardLocation.CLASS_PATH || location == StandardLocation.SOURCE_PATH;
        }

        @Override public Iterable<JavaFileObject> list(Location location, String packageName,
                java.util.Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            return hidden(location) ? List.of() : super.list(location, packageName, kinds, recurse);
        }

        @Override public boolean hasLocation(Location location) {
            return location != StandardLocation.SOURCE_PATH && super.hasLocation(location);
        }
    }

    /** Where javac writes only when it crashes: older releases then say nothing else and return as if all were well. */
    private static final class Crash extends Writer {
        private static final int ENOUGH = 4096;
        private final StringBuilder text = new StringBuilder();

        @Override public void write(char[] chars, int offset, int length) {
            text.append(chars, offset, Math.min(length, Math.max(0, ENOUGH - text.length())));
        }

        @Override public void flush() { }

        @Override public void close() { }

        void clear() {
            text.setLength(0);
        }

        void rethrow() {
            if (text.indexOf("OutOfMemoryError") >= 0) {
                throw new OutOfMemoryError();
            }
            if (text.indexOf("StackOverflowError") >= 0) {
                throw new StackOverflowError();
            }
            if (text.indexOf("Error") >= 0 || text.indexOf("Exception") >= 0) {
                throw new IllegalStateException(text.toString());
            }
        }
    }

    private interface Work {
        String on(JavacTask task) throws IOException;
    }

    /**
     * The compiler's own pool of reusable contexts, which JShell lives on: it keeps the JDK's classes loaded between
     * texts (0.5 ms a text instead of 8.5 ms).  It is not exported, so it is reached by reflection; where that fails
     * we do without.
     */
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

        String run(Writer out, JavaFileManager files, DiagnosticCollector<JavaFileObject> log,
                List<JavaFileObject> units, Work work) throws Exception {
            Object onTask = Proxy.newProxyInstance(CheckDaemon.class.getClassLoader(), new Class<?>[] {worker},
                    (self, method, args) -> work.on((JavacTask) args[0]));
            try {
                return (String) getTask.invoke(pool, out, files, log, OPTIONS, null, units, onTask);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Error) {
                    throw (Error) thrown.getCause();
                }
                throw thrown;
            }
        }
    }
}
