import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

/**
 * Runs one compiled program inside the sandbox: loads its classes anew for every call, calls one method with given
 * arguments, and writes down what came of it.  It knows nothing of what is expected, and there is nothing here that a
 * program could take to learn it: whoever owns this process can only say what it says, to someone who compares outside.
 * One process serves one program; nothing of it outlives that.
 *
 * The wire is that of `codescore.languages.execution`.  A job comes prepared by the compiler (execution.py), with
 *   "classes": {name: base64}, "erased": [erased parameter types], "branches": n,
 *   "guard": the class whose `holds` says whether an input is assumed, or null,
 *   "refused": {"how", "detail"} where there is nothing to run, or null.
 *
 * Values are read by exact classes and by fields, never through methods that the program could have overridden, save
 * for iterating a collection of its own, which is that program's way of giving its answer.  Compiles on JDK 11 and later.
 */
public final class HarnessRun {
    /** Bytes of a worker's stack: deep recursion ends in StackOverflowError, after some 100,000 frames. */
    private static final long STACK = 16L << 20;
    /** Bytes. */
    private static final int MAX_OUTPUT = 1 << 20;
    private static final int MAX_JOB = 1 << 27;
    private static final int GRACE_MILLIS = 150;
    /** A call that uses no CPU (it sleeps, or the machine is busy) ends after so many times its limit. */
    private static final int PATIENCE = 4;

    private final Map<String, byte[]> classes = new HashMap<>();
    private final OutputStream replies;

    private HarnessRun(OutputStream out) {
        replies = new BufferedOutputStream(out, 1 << 16);
    }

    public static void main(String[] args) throws IOException {
        HarnessRun harness = new HarnessRun(new FileOutputStream(FileDescriptor.out));
        InputStream in = new BufferedInputStream(System.in, 1 << 16);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        harness.reply("hello", 0, "{\"harness\":" + Json.quote("java " + Runtime.version()) + ",\"pace\":" + pace() + "}");
        while (harness.serve(in)) {
            continue;
        }
        Runtime.getRuntime().halt(0);
    }

    /** Seconds that a fixed piece of work takes here; the quickest of a few, as other processes only make it slower. */
    private static double pace() {
        long quickest = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long begun = System.nanoTime();
            long x = round;
            for (int i = 0; i < 1_000_000; i++) {
                x = x * 6364136223846793005L + 1442695040888963407L;
            }
            quickest = Math.min(quickest, System.nanoTime() - begun + (x & 1));
        }
        return quickest / 1e9;
    }

    /** Answers one job; false at the end of the input. */
    private boolean serve(InputStream in) throws IOException {
        StringBuilder header = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || header.length() > 100) {
                return false;
            }
            header.append((char) c);
        }
        String[] parts = header.toString().split(" ");
        byte[] body = in.readNBytes(Math.min(Integer.parseInt(parts[2]), MAX_JOB));
        Object job = new Json(new String(body, StandardCharsets.UTF_8)).value();
        answer(Integer.parseInt(parts[1]), Json.object(job));
        replies.flush();
        return true;
    }

    private void reply(String kind, int job, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.US_ASCII);
        replies.write((kind + " " + job + " " + bytes.length + "\n").getBytes(StandardCharsets.US_ASCII));
        replies.write(bytes);
        replies.flush();
    }

    private void answer(int number, Map<String, Object> job) throws IOException {
        if (job.get("refused") != null) {
            Map<String, Object> refused = Json.object(job.get("refused"));
            end(number, (String) refused.get("how"), 0, (String) refused.get("detail"), true);
            return;
        }
        classes.clear();
        Json.object(job.get("classes")).forEach((k, v) -> classes.put(k, Base64.getDecoder().decode((String) v)));
        reply("loaded", number, "{\"branches\":" + job.get("branches") + "}");
        List<Object> calls = Json.list(job.get("calls"));
        for (int i = 0; i < calls.size(); i++) {
            Run run = run(job, Json.object(calls.get(i)));
            String result = run.perform(i);
            if (result != null) {
                reply("result", number, result);
            }
            if (result == null || run.tainted) {
                end(number, result == null ? run.how : "done", i, run.detail, !run.tainted);
                return;
            }
        }
        end(number, "done", calls.size(), "", true);
    }

    private void end(int number, String how, int call, String detail, boolean fresh) throws IOException {
        reply("end", number, "{\"how\":" + Json.quote(how) + ",\"call\":" + call + ",\"detail\":" + Json.quote(detail)
                + ",\"fresh\":" + fresh + "}");
    }

    private Run run(Map<String, Object> job, Map<String, Object> call) {
        Map<String, Object> entry = Json.object(job.get("entry"));
        double seconds = Double.parseDouble(job.get("seconds").toString());
        return entry.get("kind").equals("script") ? script(entry, call, seconds) : call(job, entry, call, seconds);
    }

    private Run script(Map<String, Object> entry, Map<String, Object> call, double seconds) {
        byte[] input = ((String) call.get("stdin")).getBytes(StandardCharsets.UTF_8);
        return new Run(seconds, true, input) {
            @Override void work() throws Throwable {
                Class<?> type = new Loader(classes).loadClass((String) entry.get("owner"));
                Method main = type.getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
                awaitThreads();
                written = "[\"null\"]";
            }
        };
    }

    private Run call(Map<String, Object> job, Map<String, Object> entry, Map<String, Object> call, double seconds) {
        List<Object> given = Json.list(call.get("args"));
        return new Run(seconds, false, new byte[0]) {
            @Override void work() throws Throwable {
                Loader loader = new Loader(classes);
                Class<?> owner = loader.loadClass((String) entry.get("owner"));
                Method method = method(owner, (String) entry.get("name"), Json.list(job.get("erased")));
                Type[] types = method.getGenericParameterTypes();
                if (types.length != given.size()) {
                    throw new Unsuitable(types.length + " parameters, " + given.size() + " arguments");
                }
                Object[] arguments = new Object[types.length];
                Fit fit = new Fit();
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = fit.to(types[i], given.get(i));
                }
                if (job.get("guard") != null && !holds(loader.loadClass((String) job.get("guard")), arguments)) {
                    throw new Unassumed();
                }
                Object self = Modifier.isStatic(method.getModifiers()) ? null : fit.instance(owner);
                method.setAccessible(true);
                Object result = method.invoke(self, arguments);
                Writer writer = new Writer();
                written = writer.of(result);
                StringBuilder after = new StringBuilder();
                for (Object argument : arguments) {
                    after.append(after.length() == 0 ? "" : ",").append(writer.of(argument));
                }
                this.arguments = after.toString();
            }
        };
    }

    private static boolean holds(Class<?> guard, Object[] arguments) throws Unassumed {
        try {
            Method holds = guard.getDeclaredMethods()[0];
            holds.setAccessible(true);
            return (Boolean) holds.invoke(null, arguments);
        } catch (ReflectiveOperationException | RuntimeException failed) {
            throw new Unassumed();
        }
    }

    private static Method method(Class<?> owner, String name, List<Object> erased) throws Unsuitable {
        for (Method method : owner.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            boolean same = method.getName().equals(name) && !method.isBridge() && types.length == erased.size();
            for (int i = 0; same && i < types.length; i++) {
                same = erased.get(i).equals(types[i].getCanonicalName());
            }
            if (same) {
                return method;
            }
        }
        throw new Unsuitable("no method " + name);
    }

    /** What was assumed of the input is false. */
    private static final class Unassumed extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** The arguments do not fit. */
    private static final class Unsuitable extends Exception {
        private static final long serialVersionUID = 1;

        Unsuitable(String why) {
            super(why);
        }
    }

    /** One call on a thread of its own. */
    private abstract static class Run {
        /** Seconds of a call whose CPU time is not worth asking for. */
        private static final double QUICK = 0.05;
        private static double asked = -1;
        private static double quick;
        private final double seconds;
        private final byte[] input;
        private final boolean whole;
        private volatile Throwable thrown;
        private volatile Throwable elsewhere;
        private ThreadGroup group;
        private Thread worker;
        volatile String written = "";
        volatile String arguments = "";
        /** What its end is called where there is no result, and whether this process has seen too much. */
        String how = "";
        String detail = "";
        boolean tainted;

        /** Of one method, or (`whole`) of the program with this standard input. */
        Run(double seconds, boolean whole, byte[] input) {
            this.seconds = seconds;
            this.whole = whole;
            this.input = input;
        }

        abstract void work() throws Throwable;

        /** The result as JSON; null where there is none (see `how`). */
        final String perform(int number) {
            Capped out = new Capped(MAX_OUTPUT);
            PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
            System.setIn(new ByteArrayInputStream(input));
            System.setOut(print);
            group = new ThreadGroup("program") {
                @Override public void uncaughtException(Thread t, Throwable e) {
                    elsewhere = e;
                }
            };
            HarnessProbe.start();
            double cpu = spent();
            long begun = System.nanoTime();
            attempt(cpu, begun);
            String stopped = HarnessProbe.stopped();
            HarnessProbe.stop("end");
            double wall = (System.nanoTime() - begun) / 1e9;
            double used = wall < QUICK ? wall : Math.min(wall, cpu() - cpu);
            quick = wall < QUICK ? quick + wall : 0;
            tainted = !ended() || memory(thrown) || memory(elsewhere);
            print.flush();
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            String outcome = outcome(stopped);
            return outcome == null ? null : "{\"call\":" + number + outcome
                    + ",\"arguments\":[" + arguments + "],\"stdout\":" + Json.quote(out.text())
                    + ",\"seconds\":" + used + ",\"covered\":" + HarnessProbe.hits() + ",\"doubt\":\"" + HarnessProbe.doubt() + "\"}";
        }

        /** CPU seconds of this process, in steps of 0.01; the system takes its time to tell. */
        private static double cpu() {
            asked = ProcessHandle.current().info().totalCpuDuration().map(d -> d.toNanos() / 1e9).orElse(0.0);
            return asked;
        }

        /** The same without asking, if only quick calls were made since: none of them used more than it took. */
        private static double spent() {
            return asked < 0 ? cpu() : asked + quick;
        }

        /** Works until done or out of time, which began then. */
        private void attempt(double cpu, long begun) {
            worker = new Thread(group, this::body, "call", STACK);
            worker.setDaemon(true);
            try {
                worker.start();
                boolean more = true;
                while (more) {
                    worker.join(Math.max(1, (long) (seconds * 1000)));
                    double wall = (System.nanoTime() - begun) / 1e9;
                    more = worker.isAlive() && cpu() - cpu < seconds && wall < PATIENCE * seconds;
                }
            } catch (InterruptedException | OutOfMemoryError lost) {
                thrown = lost;
            }
            if (worker.isAlive()) {
                HarnessProbe.stop("timeout");
            }
        }

        private void body() {
            try {
                work();
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            } catch (Throwable e) {
                thrown = e;
            }
        }

        /** A script ends with its last thread that is no daemon. */
        final void awaitThreads() throws Throwable {
            Thread[] threads = new Thread[64];
            for (boolean more = true; more;) {
                more = false;
                int n = group.enumerate(threads);
                for (int i = 0; i < n; i++) {
                    // Threads inherit being a daemon from ours, so the flag says nothing here.
                    if (threads[i] != Thread.currentThread() && threads[i].isAlive()) {
                        threads[i].join(1000);
                        more = true;
                    }
                }
            }
            if (elsewhere != null) {
                throw elsewhere;
            }
        }

        @SuppressWarnings({"deprecation", "removal"})
        private boolean ended() {
            long until = System.nanoTime() + GRACE_MILLIS * 1_000_000L;
            Thread[] threads = new Thread[256];
            group.interrupt();
            for (int round = 0; System.nanoTime() < until; round++) {
                int n = group.enumerate(threads);
                if (n == 0) {
                    return true;
                }
                for (int i = 0; i < n; i++) {
                    try {
                        threads[i].join(5);
                        if (round > 0 && threads[i].isAlive()) {
                            threads[i].stop();
                        }
                    } catch (InterruptedException | UnsupportedOperationException | SecurityException no) {
                        return false;
                    }
                }
            }
            return group.activeCount() == 0;
        }

        private static boolean memory(Throwable t) {
            return t instanceof VirtualMachineError && !(t instanceof StackOverflowError);
        }

        /** What became of the call; null where it has no result. */
        private String outcome(String stopped) {
            Throwable error = thrown;
            while (error instanceof ExceptionInInitializerError && error.getCause() != null) {
                error = error.getCause();
            }
            if (stopped != null && stopped.equals("exit")) {
                // A whole program that says that all is well has ended as well as one that says nothing.
                boolean well = whole && HarnessProbe.status().equals("0");
                return well ? said("return", "", "") : said("exit", HarnessProbe.status(), "");
            }
            how = stopped != null ? stopped : memory(error) ? "memory" : error instanceof Writer.TooLarge ? "output" : "";
            if (!how.isEmpty()) {
                return null;
            }
            if (error instanceof Unsuitable) {
                return said("input", "", error.getMessage());
            }
            if (error instanceof Unassumed) {
                return said("assumption", "", "");
            }
            if (error != null) {
                return said("raise", simple(error.getClass()), message(error));
            }
            return ",\"outcome\":\"return\",\"value\":" + written + ",\"error\":\"\",\"message\":\"\"";
        }

        private static String said(String outcome, String error, String message) {
            return ",\"outcome\":" + Json.quote(outcome) + ",\"value\":[\"null\"],\"error\":" + Json.quote(error)
                    + ",\"message\":" + Json.quote(message);
        }

        private static String simple(Class<?> type) {
            return type.getName().replaceFirst(".*[.$]", "");
        }

        private static String message(Throwable error) {
            if (error.getClass().getClassLoader() != null || error.getMessage() == null) {
                return "";
            }
            return error.getMessage().substring(0, Math.min(200, error.getMessage().length()));
        }
    }

    /** Standard output up to a number of bytes; who prints more is stopped. */
    private static final class Capped extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int most;
        volatile boolean full;

        Capped(int most) {
            this.most = most;
        }

        @Override public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override public synchronized void write(byte[] data, int offset, int length) {
            int room = most - bytes.size();
            bytes.write(data, offset, Math.min(room, length));
            if (length > room) {
                full = true;
                HarnessProbe.stop("output");
                throw new HarnessProbe.Stop();
            }
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    /** The program's classes, anew: nothing static survives from one call to the next. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> bytes;

        Loader(Map<String, byte[]> bytes) {
            super("program", HarnessRun.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] own = bytes.get(name);
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || own != null) {
                    return loaded != null ? loaded : defineClass(name, own, 0, own.length);
                }
            }
            return super.loadClass(name, resolve);
        }
    }

    /** Values as they were sent, made to fit declared types. */
    private static final class Fit {
        private static final int SOME = 8;
        /** Objects that may be referred to again, by their anchor. */
        private final Map<Object, Object> anchored = new HashMap<>();

        Object to(Type type, Object value) throws Unsuitable, ReflectiveOperationException {
            List<Object> node = Json.list(value);
            String tag = (String) node.get(0);
            if (type instanceof TypeVariable) {
                return to(((TypeVariable<?>) type).getBounds()[0], node);
            }
            if (type instanceof WildcardType) {
                Type[] lower = ((WildcardType) type).getLowerBounds();
                return to(lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0], node);
            }
            Class<?> raw = raw(type);
            if (tag.equals("null")) {
                check(!raw.isPrimitive(), raw, tag);
                return null;
            }
            if (raw.isArray()) {
                return array(type instanceof GenericArrayType
                        ? ((GenericArrayType) type).getGenericComponentType() : raw.getComponentType(), tag, node);
            }
            Object simple = simple(raw, tag, node.get(1));
            return simple != null ? simple : compound(raw, type, tag, node);
        }

        private static Class<?> raw(Type type) {
            if (type instanceof ParameterizedType) {
                return (Class<?>) ((ParameterizedType) type).getRawType();
            }
            if (type instanceof GenericArrayType) {
                return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
            }
            if (type instanceof TypeVariable) {
                return raw(((TypeVariable<?>) type).getBounds()[0]);
            }
            return type instanceof Class ? (Class<?>) type : Object.class;
        }

        private static void check(boolean right, Class<?> type, String tag) throws Unsuitable {
            if (!right) {
                throw new Unsuitable(tag + " for " + type.getSimpleName());
            }
        }

        private Object array(Type component, String tag, List<Object> node) throws Unsuitable, ReflectiveOperationException {
            Class<?> raw = raw(component);
            if (tag.equals("text") && (raw == char.class || raw == String.class)) {
                String string = (String) node.get(1);
                return raw == char.class ? string.toCharArray() : string.split("");
            }
            check(tag.equals("seq") || tag.equals("set"), raw, tag);
            List<Object> items = Json.list(node.get(2));
            Object array = Array.newInstance(raw, items.size());
            for (int i = 0; i < items.size(); i++) {
                Array.set(array, i, to(component, items.get(i)));
            }
            return array;
        }

        /** Numbers, texts and whatever has no parts; null where the type is something else. */
        private static Object simple(Class<?> type, String tag, Object payload) throws Unsuitable {
            if (type == boolean.class || type == Boolean.class) {
                check(tag.equals("bool"), type, tag);
                return payload;
            }
            boolean text = tag.equals("text") || tag.equals("char");
            if (type == char.class || type == Character.class) {
                check(text && ((String) payload).length() == 1, type, tag);
                return ((String) payload).charAt(0);
            }
            if (type == String.class || type == CharSequence.class) {
                check(text, type, tag);
                return payload;
            }
            if (type == StringBuilder.class || type == StringBuffer.class) {
                check(text, type, tag);
                return type == StringBuilder.class ? new StringBuilder((String) payload) : new StringBuffer((String) payload);
            }
            return number(type, tag, payload);
        }

        private static BigInteger whole(String digits) {
            String sign = digits.startsWith("-") ? "-" : "";
            return digits.contains("x") ? new BigInteger(sign + digits.substring(sign.length() + 2), 16)
                    : new BigInteger(digits);
        }

        private static double real(String tag, String digits) {
            if (tag.equals("int")) {
                return whole(digits).doubleValue();
            }
            return digits.equals("nan") ? Double.NaN : digits.equals("inf") ? Double.POSITIVE_INFINITY
                    : digits.equals("-inf") ? Double.NEGATIVE_INFINITY : Double.parseDouble(digits);
        }

        private static Object number(Class<?> type, String tag, Object payload) throws Unsuitable {
            boolean any = tag.equals("int") || tag.equals("float");
            int bits = type == int.class || type == Integer.class ? 31 : type == long.class || type == Long.class ? 63
                    : type == short.class || type == Short.class ? 15 : type == byte.class || type == Byte.class ? 7 : 0;
            if (bits > 0 || type == BigInteger.class) {
                check(any, type, tag);
                double real = real(tag, (String) payload);
                check(tag.equals("int") || real == Math.rint(real) && !Double.isInfinite(real), type, tag);
                BigInteger n = tag.equals("int") ? whole((String) payload) : new BigDecimal(real).toBigInteger();
                check(bits == 0 || n.bitLength() <= bits, type, tag);
                return bits == 0 ? n : bits == 31 ? (Object) n.intValue() : bits == 63 ? (Object) n.longValue()
                        : bits == 15 ? (Object) n.shortValue() : (Object) n.byteValue();
            }
            if (type == double.class || type == Double.class || type == float.class || type == Float.class) {
                check(any, type, tag);
                double real = real(tag, (String) payload);
                return type == double.class || type == Double.class ? (Object) real : (Object) (float) real;
            }
            if (type == BigDecimal.class) {
                check(any, type, tag);
                double real = real(tag, (String) payload);
                check(!Double.isNaN(real) && !Double.isInfinite(real), type, tag);
                return tag.equals("int") ? new BigDecimal(whole((String) payload)) : BigDecimal.valueOf(real);
            }
            return null;
        }

        /** A value that may be anything. */
        private Object natural(String tag, List<Object> node) throws Unsuitable, ReflectiveOperationException {
            switch (tag) {
                case "int":
                    BigInteger n = whole((String) node.get(1));
                    return n.bitLength() < 32 ? (Object) n.intValue() : n.bitLength() < 64 ? (Object) n.longValue() : n;
                case "float": return real(tag, (String) node.get(1));
                case "char": return ((String) node.get(1)).charAt(0);
                case "bool": case "text": return node.get(1);
                case "seq": return compound(node.get(1).equals("optional") ? Optional.class : List.class, null, tag, node);
                case "set": return compound(Set.class, null, tag, node);
                case "map": return compound(Map.class, null, tag, node);
                default: throw new Unsuitable(tag + " for Object");
            }
        }

        private Object compound(Class<?> raw, Type type, String tag, List<Object> node)
                throws Unsuitable, ReflectiveOperationException {
            if (tag.equals("ref")) {
                check(anchored.containsKey(node.get(1)), raw, tag);
                return anchored.get(node.get(1));
            }
            if (raw == Object.class || raw == Number.class || raw == Comparable.class || raw == java.io.Serializable.class) {
                return natural(tag, node);
            }
            Type[] inner = type instanceof ParameterizedType
                    ? ((ParameterizedType) type).getActualTypeArguments() : new Type[0];
            Type first = inner.length > 0 ? inner[0] : Object.class;
            if (Map.class.isAssignableFrom(raw)) {
                return map(raw, first, inner.length > 1 ? inner[1] : Object.class, tag, node);
            }
            List<Object> items = tag.equals("seq") || tag.equals("set") ? Json.list(node.get(2)) : null;
            if (raw == Map.Entry.class && items != null && items.size() == 2) {
                return new AbstractMap.SimpleEntry<>(to(first, items.get(0)), to(inner.length > 1 ? inner[1] : first, items.get(1)));
            }
            if (raw.getName().startsWith("java.util.Optional")) {
                return optional(raw, first, tag, node);
            }
            Object collection = items == null ? null : collection(raw, first, items);
            if (collection != null) {
                return collection;
            }
            check(tag.equals("record") && (raw.getClassLoader() != null || raw.isEnum()), raw, tag);
            return object(raw, (String) node.get(1), Json.list(node.get(2)), node.get(3));
        }

        private Object optional(Class<?> raw, Type inner, String tag, List<Object> node)
                throws Unsuitable, ReflectiveOperationException {
            boolean wrapped = tag.equals("seq") && node.get(1).equals("optional");
            List<Object> held = wrapped ? Json.list(node.get(2)) : List.of(node);
            boolean empty = held.isEmpty();
            Object one = empty ? null : held.get(0);
            if (raw == OptionalInt.class) {
                return empty ? OptionalInt.empty() : OptionalInt.of((Integer) to(int.class, one));
            }
            if (raw == OptionalLong.class) {
                return empty ? OptionalLong.empty() : OptionalLong.of((Long) to(long.class, one));
            }
            if (raw == OptionalDouble.class) {
                return empty ? OptionalDouble.empty() : OptionalDouble.of((Double) to(double.class, one));
            }
            return empty ? Optional.empty() : Optional.ofNullable(to(inner, one));
        }

        private Object map(Class<?> raw, Type key, Type value, String tag, List<Object> node)
                throws Unsuitable, ReflectiveOperationException {
            // As people pass them: where a HashMap fits, its order; both programs get the same.
            Map<Object, Object> map = raw.isAssignableFrom(HashMap.class) ? new HashMap<>()
                    : raw.isAssignableFrom(LinkedHashMap.class) ? new LinkedHashMap<>()
                    : raw.isAssignableFrom(TreeMap.class) ? new TreeMap<>() : null;
            check(map != null && tag.equals("map"), raw, tag);
            for (Object pair : Json.list(node.get(2))) {
                map.put(to(key, Json.list(pair).get(0)), to(value, Json.list(pair).get(1)));
            }
            return map;
        }

        private Object collection(Class<?> raw, Type inner, List<Object> nodes)
                throws Unsuitable, ReflectiveOperationException {
            List<Object> items = new ArrayList<>();
            for (Object node : nodes) {
                items.add(to(inner, node));
            }
            if (Stream.class == raw) {
                return items.stream();
            }
            if (Iterator.class == raw) {
                return items.iterator();
            }
            List<Collection<Object>> kinds = List.of(items, new HashSet<>(), new LinkedHashSet<>(), new TreeSet<>(),
                    new ArrayDeque<>(), new LinkedList<>(), new Stack<>(), new Vector<>(), new PriorityQueue<>());
            for (Collection<Object> kind : kinds) {
                if (raw.isInstance(kind)) {
                    if (kind != items) {
                        kind.addAll(items);
                    }
                    return kind;
                }
            }
            return null;
        }

        /** An object of the program: a constant, or by its fields, which a constructor with as many parameters may take. */
        private Object object(Class<?> type, String name, List<Object> fields, Object anchor)
                throws Unsuitable, ReflectiveOperationException {
            if (type.isEnum()) {
                return constant(type, (String) Json.list(Json.list(fields.get(0)).get(1)).get(1));
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (isRecord(type) && constructor.getParameterCount() == fields.size()) {
                    Type[] types = constructor.getGenericParameterTypes();
                    Object[] arguments = new Object[types.length];
                    for (int i = 0; i < types.length; i++) {
                        arguments[i] = to(types[i], Json.list(fields.get(i)).get(1));
                    }
                    constructor.setAccessible(true);
                    return constructor.newInstance(arguments);
                }
            }
            Object object = instance(type);
            if (!anchor.toString().equals("0")) {
                anchored.put(anchor, object);
            }
            for (Object each : fields) {
                Field field = field(type, (String) Json.list(each).get(0));
                field.setAccessible(true);
                field.set(object, to(field.getGenericType(), Json.list(each).get(1)));
            }
            return object;
        }

        private static Field field(Class<?> type, String name) throws Unsuitable {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return field;
                    }
                }
            }
            throw new Unsuitable("no field " + name);
        }

        private static boolean isRecord(Class<?> type) {
            return type.getSuperclass() != null && type.getSuperclass().getName().equals("java.lang.Record");
        }

        private static Object constant(Class<?> raw, String name) throws Unsuitable {
            for (Object constant : raw.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new Unsuitable("no constant " + name);
        }

        /** An object to call methods of: by the constructor with the fewest parameters, zeros and nulls given. */
        Object instance(Class<?> type) throws Unsuitable, ReflectiveOperationException {
            if (type.isEnum() && type.getEnumConstants().length > 0) {
                return type.getEnumConstants()[0];
            }
            Constructor<?> fewest = null;
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (fewest == null || constructor.getParameterCount() < fewest.getParameterCount()) {
                    fewest = constructor;
                }
            }
            if (Modifier.isAbstract(type.getModifiers()) || fewest == null || fewest.getParameterCount() > SOME) {
                throw new Unsuitable("no instance of " + type.getSimpleName());
            }
            Object[] zeros = new Object[fewest.getParameterCount()];
            for (int i = 0; i < zeros.length; i++) {
                Class<?> parameter = fewest.getParameterTypes()[i];
                zeros[i] = parameter == type.getEnclosingClass() ? instance(parameter)
                        : parameter.isPrimitive() ? Array.get(Array.newInstance(parameter, 1), 0) : null;
            }
            fewest.setAccessible(true);
            return fewest.newInstance(zeros);
        }
    }

    /** Values in the form of `codescore.languages.values`. */
    private static final class Writer {
        private static final int MAX_ITEMS = 100_000;
        private static final int MAX_DEPTH = 60;
        private static final int MAX_TEXT = 1 << 20;
        private StringBuilder out = new StringBuilder();
        /** Objects of the program that were seen, with their anchors; each gets one, as it may be referred to later. */
        private final IdentityHashMap<Object, Integer> anchors = new IdentityHashMap<>();
        private final IdentityHashMap<Object, Boolean> above = new IdentityHashMap<>();
        private int items;

        static final class TooLarge extends RuntimeException {
            private static final long serialVersionUID = 1;
        }

        String of(Object value) throws IllegalAccessException {
            out = new StringBuilder();
            anchors.clear();
            write(value, 0);
            return out.toString();
        }

        private void write(Object value, int depth) throws IllegalAccessException {
            if (++items > MAX_ITEMS || out.length() > 4 * MAX_TEXT) {
                throw new TooLarge();
            }
            if (value == null) {
                out.append("[\"null\"]");
            } else if (depth >= MAX_DEPTH) {
                opaque("too-deep", "");
            } else if (!scalar(value)) {
                Class<?> plain = plain(value.getClass());
                if (plain == null) {
                    object(value, depth);
                } else if (above.put(value, true) != null) {
                    opaque("cycle", "");
                } else {
                    parts(value, plain, depth);
                    above.remove(value);
                }
            }
        }

        private void leaf(String tag, String payload) {
            out.append("[\"").append(tag).append("\",").append(payload).append(']');
        }

        private void opaque(String type, String text) {
            out.append("[\"opaque\",").append(Json.quote(type)).append(',').append(Json.quote(text)).append(']');
        }

        private static String real(String text) {
            return text.equals("NaN") ? "\"nan\"" : text.equals("Infinity") ? "\"inf\""
                    : text.equals("-Infinity") ? "\"-inf\"" : "\"" + text + "\"";
        }

        private static String whole(BigInteger value) {
            return value.bitLength() < 13_000 ? value.toString()
                    : (value.signum() < 0 ? "-0x" : "0x") + value.abs().toString(16);
        }

        private boolean scalar(Object value) {
            Class<?> type = value.getClass();
            if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
                leaf("int", "\"" + value + "\"");
            } else if (type == BigInteger.class) {
                leaf("int", "\"" + whole((BigInteger) value) + "\"");
            } else if (type == Double.class || type == Float.class) {
                leaf("float", real(value.toString()));
            } else if (type == Boolean.class) {
                leaf("bool", value.toString());
            } else if (type == Character.class) {
                leaf("char", Json.quote(value.toString()));
            } else if (type == String.class || type == StringBuilder.class || type == StringBuffer.class) {
                if (((CharSequence) value).length() > MAX_TEXT) {
                    throw new TooLarge();
                }
                leaf("text", Json.quote(value.toString()));
            } else if (value instanceof Enum) {
                text(((Enum<?>) value).getDeclaringClass(), "name", ((Enum<?>) value).name());
            } else {
                return false;
            }
            return true;
        }

        /** A value that is its text. */
        private void text(Class<?> type, String field, String text) {
            out.append("[\"record\",").append(Json.quote(Run.simple(type))).append(",[[\"").append(field)
                    .append("\",[\"text\",").append(Json.quote(text)).append("]]],0]");
        }

        /** The class itself if it is the JDK's, or its first superclass that is if those below only add values; else null. */
        private static Class<?> plain(Class<?> type) {
            Class<?> c = type;
            while (c.getClassLoader() instanceof Loader && !c.isArray()) {
                if (c.getDeclaredMethods().length > 0 || c.getSuperclass() == null) {
                    break;
                }
                c = c.getSuperclass();
            }
            boolean container = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                    || Iterator.class.isAssignableFrom(type);
            return container ? type : c == Object.class && type != Object.class
                    || c.getClassLoader() instanceof Loader && !c.isArray() ? null : c;
        }

        private void parts(Object value, Class<?> type, int depth) throws IllegalAccessException {
            if (value.getClass().isArray()) {
                array(value, depth);
            } else if (value instanceof Map) {
                map((Map<?, ?>) value, depth);
            } else if (value instanceof PriorityQueue) {
                PriorityQueue<Object> copy = new PriorityQueue<>((PriorityQueue<?>) value);
                List<Object> items = new ArrayList<>();
                while (!copy.isEmpty()) {
                    items.add(copy.poll());
                }
                sequence("seq", "queue", items.iterator(), depth);
            } else if (value instanceof Set) {
                sequence("set", value instanceof SortedSet ? "sorted" : "set", ((Set<?>) value).iterator(), depth);
            } else if (value instanceof Collection) {
                String kind = value instanceof List ? "list" : value instanceof Queue ? "deque" : "collection";
                sequence("seq", kind, ((Collection<?>) value).iterator(), depth);
            } else if (value instanceof Map.Entry) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
                sequence("seq", "entry", java.util.Arrays.asList(entry.getKey(), entry.getValue()).iterator(), depth);
            } else if (type.getName().startsWith("java.util.Optional")) {
                Object held = held(value);
                sequence("seq", "optional", (held == null ? List.of() : List.of(held)).iterator(), depth);
            } else if (value instanceof BaseStream) {
                sequence("seq", "iterator", ((BaseStream<?, ?>) value).iterator(), depth);
            } else if (value instanceof Iterator) {
                sequence("seq", "iterator", (Iterator<?>) value, depth);
            } else if (value instanceof Comparable || value instanceof Number) {
                text(type, "text", value.toString());
            } else {
                opaque(Run.simple(type), "");
            }
        }

        private void array(Object value, int depth) throws IllegalAccessException {
            out.append("[\"seq\",\"array\",[");
            int n = Array.getLength(value);
            for (int i = 0; i < n; i++) {
                out.append(i > 0 ? "," : "");
                write(Array.get(value, i), depth + 1);
            }
            out.append("]]");
        }

        private void sequence(String tag, String kind, Iterator<?> items, int depth) throws IllegalAccessException {
            out.append("[\"").append(tag).append("\",\"").append(kind).append("\",[");
            for (boolean first = true; items.hasNext(); first = false) {
                out.append(first ? "" : ",");
                write(items.next(), depth + 1);
            }
            out.append("]]");
        }

        private void map(Map<?, ?> value, int depth) throws IllegalAccessException {
            out.append("[\"map\",\"").append(value instanceof SortedMap ? "sorted" : "dict").append("\",[");
            boolean first = true;
            for (Map.Entry<?, ?> entry : value.entrySet()) {
                out.append(first ? "[" : ",[");
                write(entry.getKey(), depth + 1);
                out.append(',');
                write(entry.getValue(), depth + 1);
                out.append(']');
                first = false;
            }
            out.append("]]");
        }

        private static Object held(Object value) {
            if (value instanceof OptionalInt) {
                return ((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null;
            }
            if (value instanceof OptionalLong) {
                return ((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null;
            }
            if (value instanceof OptionalDouble) {
                return ((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null;
            }
            return ((Optional<?>) value).orElse(null);
        }

        /** A value of a class of the program: its fields, those of superclasses first. */
        private void object(Object value, int depth) throws IllegalAccessException {
            Class<?> type = value.getClass();
            if (type.isSynthetic() || Throwable.class.isAssignableFrom(type)) {
                opaque(Run.simple(type), "");
                return;
            }
            Integer seen = anchors.get(value);
            if (seen != null) {
                out.append("[\"ref\",").append(seen).append(']');
                return;
            }
            int anchor = anchors.size() + 1;
            anchors.put(value, anchor);
            out.append("[\"record\",").append(Json.quote(Run.simple(type))).append(",[");
            boolean first = true;
            for (Class<?> c : lineage(type)) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                        field.setAccessible(true);
                        out.append(first ? "[" : ",[").append(Json.quote(field.getName())).append(',');
                        write(field.get(value), depth + 1);
                        out.append(']');
                        first = false;
                    }
                }
            }
            out.append("],").append(anchor).append(']');
        }

        private static List<Class<?>> lineage(Class<?> type) {
            List<Class<?>> line = new ArrayList<>();
            for (Class<?> c = type; c != null && c.getClassLoader() instanceof Loader; c = c.getSuperclass()) {
                line.add(0, c);
            }
            return line;
        }
    }

    /** As much of JSON as the wire needs: objects as maps, arrays as lists, numbers as their text. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> object(Object value) {
            return (Map<String, Object>) value;
        }

        @SuppressWarnings("unchecked")
        static List<Object> list(Object value) {
            return (List<Object>) value;
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        Object value() {
            switch (next()) {
                case '{': return members();
                case '[': return elements();
                case '"': return string();
                case 't': at += 4; return true;
                case 'f': at += 5; return false;
                case 'n': at += 4; return null;
                default: return number();
            }
        }

        private String number() {
            int from = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (at == from) {
                throw new IllegalArgumentException("JSON at " + at);
            }
            return text.substring(from, at);
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new HashMap<>();
            for (at++; next() != '}';) {
                String name = string();
                next();
                at++;
                members.put(name, value());
                at += next() == ',' ? 1 : 0;
                next();
            }
            at++;
            return members;
        }

        private List<Object> elements() {
            List<Object> elements = new ArrayList<>();
            for (at++; next() != ']';) {
                elements.add(value());
                at += next() == ',' ? 1 : 0;
            }
            at++;
            return elements;
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c != '\\') {
                    out.append(c);
                    continue;
                }
                c = text.charAt(++at);
                int plain = "bfnrt".indexOf(c);
                if (c == 'u') {
                    out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    out.append(plain < 0 ? c : "\b\f\n\r\t".charAt(plain));
                }
            }
            at++;
            return out.toString();
        }

        static String quote(String text) {
            StringBuilder out = new StringBuilder(text.length() + 2).append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    out.append('\\').append(c);
                } else if (c < 0x20 || c > 0x7e) {
                    out.append("\\u").append(String.format("%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            return out.append('"').toString();
        }
    }
}
