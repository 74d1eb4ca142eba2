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
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one compiled program inside the sandbox: loads its classes anew for every call, calls one method with given
 * arguments, and writes down what came of it.  It knows nothing of what is expected, and there is nothing here that a
 * program could take to learn it: whoever owns this process can only say what it says, to someone who compares outside.
 * One process serves one program; nothing of it outlives that.
 *
 * The wire is that of `codescore.languages.execution`.  A job comes prepared by the compiler (runner.py), with
 *   "classes": {name: base64}, "erased": [erased parameter types], "branches": n,
 *   "guard": the class whose `holds` says whether an input is assumed, or null,
 *   "refused": {"how", "detail"} where there is nothing to run, or null.
 *
 * Beside it: HarnessFit (values made to fit parameters), HarnessWriter (results as values), HarnessProbe (what instrumented
 * programs call), HarnessGiven (functions that programs are given), HarnessAnswers (those that they give), HarnessJson.
 * All of them compile on JDK 11 and later.
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
        harness.reply("hello", 0, "{\"harness\":" + HarnessJson.quote("java " + Runtime.version()) + ",\"pace\":" + pace() + "}");
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
        Object job = new HarnessJson(new String(body, StandardCharsets.UTF_8)).value();
        answer(Integer.parseInt(parts[1]), HarnessJson.object(job));
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
            Map<String, Object> refused = HarnessJson.object(job.get("refused"));
            end(number, (String) refused.get("how"), 0, (String) refused.get("detail"), true);
            return;
        }
        classes.clear();
        HarnessJson.object(job.get("classes")).forEach((k, v) -> classes.put(k, Base64.getDecoder().decode((String) v)));
        reply("loaded", number, "{\"branches\":" + job.get("branches") + "}");
        List<Object> calls = HarnessJson.list(job.get("calls"));
        boolean tainted = false;
        for (int i = 0; i < calls.size(); i++) {
            Run run = run(job, HarnessJson.object(calls.get(i)));
            String result = run.perform(i);
            tainted |= run.tainted;
            if (result == null) {
                end(number, run.how, i, "", !tainted);
                return;
            }
            reply("result", number, result);
        }
        end(number, "done", calls.size(), "", !tainted);
    }

    private void end(int number, String how, int call, String detail, boolean fresh) throws IOException {
        reply("end", number, "{\"how\":" + HarnessJson.quote(how) + ",\"call\":" + call + ",\"detail\":" + HarnessJson.quote(detail)
                + ",\"fresh\":" + fresh + "}");
    }

    private Run run(Map<String, Object> job, Map<String, Object> call) {
        Map<String, Object> entry = HarnessJson.object(job.get("entry"));
        double seconds = Double.parseDouble(job.get("seconds").toString());
        Run run = entry.get("kind").equals("script") ? script(entry, call, seconds)
                : entry.get("kind").equals("class") ? sequence(entry, call, seconds) : call(job, entry, call, seconds);
        run.shaken = Boolean.TRUE.equals(job.get("shaken"));
        return run;
    }

    private Run script(Map<String, Object> entry, Map<String, Object> call, double seconds) {
        byte[] input = ((String) call.get("stdin")).getBytes(StandardCharsets.UTF_8);
        return new Run(seconds, true, input) {
            @Override void work() throws Throwable {
                loader = new Loader(classes);
                Class<?> type = loader.loadClass((String) entry.get("owner"));
                Method main = type.getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
                awaitThreads();
                written = "[\"null\"]";
            }
        };
    }

    private Run sequence(Map<String, Object> entry, Map<String, Object> call, double seconds) {
        List<Object> given = HarnessJson.list(HarnessJson.list(HarnessJson.list(call.get("args")).get(0)).get(2));
        return new Run(seconds, false, new byte[0]) {
            @Override void work() throws Throwable {
                loader = new Loader(classes);
                Class<?> type = loader.loadClass((String) entry.get("owner"));
                HarnessCalls calls = new HarnessCalls(type, entry, loader, this);
                steps = calls.records(given);
                written = "[\"null\"]";
            }
        };
    }

    private Run call(Map<String, Object> job, Map<String, Object> entry, Map<String, Object> call, double seconds) {
        List<Object> given = HarnessJson.list(call.get("args"));
        return new Run(seconds, false, new byte[0]) {
            @Override void work() throws Throwable {
                loader = new Loader(classes);
                Class<?> owner = loader.loadClass((String) entry.get("owner"));
                Method method = method(owner, (String) entry.get("name"), HarnessJson.list(job.get("erased")));
                Type[] types = method.getGenericParameterTypes();
                if (types.length != given.size()) {
                    throw new HarnessFit.Unsuitable(types.length + " parameters, " + given.size() + " arguments");
                }
                HarnessFit fit = new HarnessFit();
                Object[] arguments = fitted(fit, types, given);
                if (job.get("guard") != null && !holds(loader.loadClass((String) job.get("guard")), arguments)) {
                    throw new Unassumed();
                }
                method.setAccessible(true);
                for (Object earlier : HarnessJson.list(job.get("before"))) {
                    earlier(method, HarnessJson.list(earlier), false);
                }
                if (Boolean.TRUE.equals(job.get("again"))) {
                    earlier(method, given, Boolean.TRUE.equals(job.get("emptied")));
                }
                Object self = Modifier.isStatic(method.getModifiers()) ? null : fit.instance(owner);
                Object result = method.invoke(self, arguments);
                HarnessWriter writer = new HarnessWriter(loader);
                Object probes = job.get("probes");
                String answers = HarnessAnswers.of(result, method.getGenericReturnType(), HarnessJson.list(probes), writer);
                written = answers != null ? answers : writer.of(result);
                StringBuilder after = new StringBuilder();
                for (Object argument : arguments) {
                    after.append(after.length() == 0 ? "" : ",").append(writer.of(argument));
                }
                this.arguments = after.toString();
            }
        };
    }

    private static Object[] fitted(HarnessFit fit, Type[] types, List<Object> given) throws Throwable {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = fit.to(types[i], given.get(i));
        }
        return arguments;
    }

    private static boolean holds(Class<?> guard, Object[] arguments) throws Unassumed {
        try {
            for (Method method : guard.getDeclaredMethods()) {
                if (method.getName().equals("holds")) { // a lambda in the condition is a method, too
                    method.setAccessible(true);
                    return (Boolean) method.invoke(null, arguments);
                }
            }
            throw new Unassumed();
        } catch (ReflectiveOperationException | RuntimeException failed) {
            throw new Unassumed();
        }
    }

    /** A class's name without package and outer classes. */
    static String simple(Class<?> type) {
        return type.getName().replaceFirst(".*[.$]", "");
    }

    private static Method method(Class<?> owner, String name, List<Object> erased) throws HarnessFit.Unsuitable {
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
        throw new HarnessFit.Unsuitable("no method " + name);
    }

    /** What was assumed of the input is false. */
    private static final class Unassumed extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** One call on a thread of its own. */
    private abstract static class Run implements HarnessCalls.Around {
        /** Seconds of a call whose CPU time is not worth asking for. */
        private static final double QUICK = 0.05;
        private static double asked = -1;
        private static double quick;
        private final double seconds;
        private final byte[] input;
        private final boolean whole;
        private volatile Throwable thrown;
        private Group group;
        private Thread worker;
        volatile String written = "";
        volatile String arguments = "";
        volatile String steps = "";
        private Capped out;
        private PrintStream print;
        volatile ClassLoader loader = Run.class.getClassLoader();
        boolean shaken;
        private boolean deliberate;
        /** What its end is called where there is no result, and whether this process has seen too much. */
        String how = "";
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
            out = new Capped(MAX_OUTPUT);
            print = new PrintStream(out, false, StandardCharsets.UTF_8);
            System.setIn(new ByteArrayInputStream(input));
            System.setOut(print);
            group = new Group();
            HarnessProbe.start();
            double cpu = spent();
            long begun = System.nanoTime();
            attempt(cpu, begun);
            String stopped = HarnessProbe.stopped();
            HarnessProbe.stop("end");
            double wall = (System.nanoTime() - begun) / 1e9;
            double used = wall < QUICK ? wall : Math.min(wall, cpu() - cpu);
            quick = wall < QUICK ? quick + wall : 0;
            tainted = !ended() || memory(thrown) || memory(group.thrown);
            group.thrown = null;
            print.flush();
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            String outcome = outcome(stopped);
            return outcome == null ? null : "{\"call\":" + number + outcome
                    + ",\"arguments\":[" + arguments + "],\"stdout\":" + HarnessJson.quote(HarnessIdentity.scrubbed(out.text(), loader))
                    + ",\"seconds\":" + used + ",\"covered\":" + HarnessProbe.hits() + ",\"doubt\":\"" + HarnessProbe.doubt()
                    + "\",\"steps\":[" + (outcome.startsWith(",\"outcome\":\"return\"") ? steps : "") + "]}";
        }

        /** A call before the one that is asked about: what it keeps stays, and nothing else of it. */
        final void earlier(Method method, List<Object> given, boolean empties) throws Throwable {
            HarnessFit fit = new HarnessFit();
            Object[] arguments = fitted(fit, method.getGenericParameterTypes(), given);
            Object self = Modifier.isStatic(method.getModifiers()) ? null : fit.instance(method.getDeclaringClass());
            try {
                Object answer = method.invoke(self, arguments);
                if (empties) {
                    HarnessCalls.emptyAll(answer);
                }
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof HarnessProbe.Stop || memory(thrown.getCause())) {
                    throw thrown;
                }
            }
            print.flush();
            out.forget();
            HarnessProbe.forget();
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
                if (shaken) {
                    HarnessIdentity.shake();
                }
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
            if (group.thrown != null) {
                throw group.thrown;
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
            how = stopped != null ? stopped : memory(error) ? "memory" : error instanceof HarnessWriter.TooLarge ? "output" : "";
            if (!how.isEmpty()) {
                return null;
            }
            if (error instanceof HarnessFit.Unsuitable) {
                return said("input", "", error.getMessage());
            }
            if (error instanceof Unassumed) {
                return said("assumption", "", "");
            }
            if (error != null) {
                deliberate = made(error);
                return said("raise", simple(error.getClass()), message(error));
            }
            return ",\"outcome\":\"return\",\"value\":" + written + ",\"error\":\"\",\"message\":\"\"";
        }

        private String said(String outcome, String error, String message) {
            return ",\"value\":[\"null\"]" + ended(outcome, error, message);
        }

        private String ended(String outcome, String error, String message) {
            return ",\"outcome\":" + HarnessJson.quote(outcome) + ",\"error\":" + HarnessJson.quote(error)
                    + ",\"message\":" + HarnessJson.quote(message) + ",\"deliberate\":" + (outcome.equals("raise") && deliberate);
        }

        @Override public String printed() {
            print.flush();
            return HarnessIdentity.scrubbed(out.text(), loader);
        }

        /** An error that one call of a sequence threw. */
        @Override public String thrown(Throwable error) {
            deliberate = made(error);
            return ended("raise", simple(error.getClass()), message(error));
        }

        /**
         * Whether the program made this error itself to throw it: neither a library nor, as its words tell, the JVM did.
         * Asks nothing of a class of the program, whose methods must not run here.
         */
        private boolean made(Throwable error) {
            if (error.getClass().getClassLoader() != null) {
                return true;
            }
            StackTraceElement[] trace = error.getStackTrace();
            if (trace.length == 0 || !(loader instanceof Loader) || !((Loader) loader).bytes.containsKey(trace[0].getClassName())) {
                return false;
            }
            String text = String.valueOf(error.getMessage());
            return !(error instanceof ArithmeticException && text.equals("/ by zero")
                    || error instanceof NullPointerException && text.startsWith("Cannot ")
                    || error instanceof ArrayIndexOutOfBoundsException && text.startsWith("Index ")
                    || error instanceof ClassCastException && text.contains("cannot be cast")
                    || error instanceof NegativeArraySizeException && text.startsWith("-")
                    || error instanceof ArrayStoreException || error instanceof VirtualMachineError
                    || error instanceof LinkageError);
        }

        private String message(Throwable error) {
            if (error.getClass().getClassLoader() != null || error.getMessage() == null) {
                return "";
            }
            String text = HarnessIdentity.scrubbed(error.getMessage(), loader);
            return text.substring(0, Math.min(200, text.length()));
        }
    }

    /** The threads of one call. The JVM may keep it for ever, so it keeps nothing of the program's. */
    private static final class Group extends ThreadGroup {
        /** What ended one of them. */
        volatile Throwable thrown;

        Group() {
            super("program");
        }

        @Override public void uncaughtException(Thread thread, Throwable error) {
            thrown = error;
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

        synchronized void forget() {
            bytes.reset();
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    /** The program's classes, anew: nothing static survives from one call to the next. */
    static final class Loader extends ClassLoader {
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
}
