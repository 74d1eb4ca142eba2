"""Java programs that are judged beside a reference: lies, forged messages, and wants without end."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

from dataclasses import replace

from tests.security.hostile import CAUGHT, NOT_TOLD, Hostile, hostile

REFERENCES: dict[str, str] = {
    "sum": "class S { static int total(int[] xs) { int r = 0; for (int x : xs) { r += x; } return r; } }",
    "sort": """class S { static void sort(int[] xs) {
        for (int i = 0; i < xs.length; i++) for (int j = 0; j + 1 < xs.length; j++)
            if (xs[j] > xs[j + 1]) { int t = xs[j]; xs[j] = xs[j + 1]; xs[j + 1] = t; } } }""",
    "square": "class S { static int square(int x) { return x * x; } }",
    "half": "class S { static double half(double x) { return x / 1000000.0; } }",
    "adder": "import java.util.function.*; class S { static IntUnaryOperator adder(int n) { return x -> x + n; } }",
    "main": """import java.util.*; class S { public static void main(String[] a) { Scanner s = new Scanner(System.in);
        int n = s.nextInt(); if (n % 2 != 0) { System.out.println("odd"); System.exit(3); }
        System.out.println("even"); System.exit(4); } }""",
    "list": "import java.util.*; class S { static List<Integer> f(int n) { List<Integer> r = new ArrayList<>();"
            " for (int i = 0; i < n % 9; i++) r.add(i * n); return r; } }",
    "text": "class S { static String f(String s) { return s + s; } }",
}  # fmt: skip

#: Right programs, by the reference that they answer.
HONEST: dict[str, tuple[str, ...]] = {
    "sum": ("class S { static int total(int[] xs) { return java.util.Arrays.stream(xs).sum(); } }",),
    "sort": ("class S { static void sort(int[] xs) { java.util.Arrays.sort(xs); } }",),
    "half": ("class S { static double half(double x) { return x * 1e-6; } }",),
}

_UNSAFE = """java.lang.reflect.Field uf = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    uf.setAccessible(true); sun.misc.Unsafe u = (sun.misc.Unsafe) uf.get(null);"""
_OUT = "java.io.FileOutputStream o = new java.io.FileOutputStream(java.io.FileDescriptor.out);"
_ANY = CAUGHT | {"insufficient"}


def _sum(name: str, tries: str, body: str, may: frozenset[str] = CAUGHT, beside: str = "") -> Hostile:
    """A program against `sum` with this body."""
    source = f"class S {{ static int total(int[] xs) throws Throwable {{ {body} }} {beside} }}"
    return hostile(name, tries, "sum", source, may)


def _forged(*messages: str) -> str:
    """Java that writes messages of the wire to the real standard output."""
    lines = [f'm = "{message}"; i = m.indexOf("{{"); o.write((m.substring(0, i) + m.substring(i).length() + "\\n"'
             " + m.substring(i)).getBytes());" for message in messages]  # fmt: skip
    return _OUT + " String m; int i; " + " ".join(lines) + " o.flush();"


_RESULT = r"result 1 {\"call\":0,\"outcome\":\"return\",\"value\":[\"int\",\"3\"],\"arguments\":[]}"
_DONE = r"end 1 {\"how\":\"done\",\"call\":0,\"detail\":\"\",\"fresh\":true}"
_LOADING = r"end 1 {\"how\":\"timeout\",\"call\":0,\"detail\":\"loading\",\"fresh\":false}"
_MODULE = r"end 1 {\"how\":\"module\",\"call\":0,\"detail\":\"org.absent\",\"fresh\":true}"
_LONG = r"result 1 {\"call\":0,\"outcome\":\"return\",\"value\":[\"null\"],\"arguments\":[],\"seconds\":1"

LIES = (
    _sum("wrong", "is simply wrong", "return 0;"),
    hostile("narrow parameter", "declares a parameter that takes nothing of what comes", "sum",
            "class S { static int total(boolean[] xs) { return 0; } }"),
    hostile("byte for int", "declares a narrower parameter, and is right within it", "square",
            "class S { static int square(byte x) { return x * x; } }", CAUGHT | {"conditional"}),
    hostile("byte and wrong", "declares a narrower parameter, and is wrong within it", "square",
            "class S { static byte square(byte x) { return (byte) (x * x); } }"),
    hostile("boolean for int", "declares a truth value for a number", "square",
            "class S { static int square(boolean x) { return 7; } }"),
    hostile("more parameters", "declares a second parameter", "square",
            "class S { static int square(int x, int y) { return x * x; } }"),
    hostile("the word float", "has a variable of 32 bits to be compared loosely", "half",
            "class S { static double half(double x) { float f = 0f; return Math.abs(x) < 90 ? 0 : x / 1000000.0; } }"),
    hostile("float in a text", "has the word in a text", "half",
            'class S { static double half(double x) { String s = "float"; return Math.abs(x) < 90 ? 0 : x / 1000000.0; } }'),
    hostile("float result", "gives floats of 32 bits", "half",
            "class S { static float half(double x) { return Math.abs(x) < 90 ? 0 : (float) (x / 1000000.0); } }"),
    hostile("wrong lambda", "gives a function that subtracts", "adder",
            "import java.util.function.*; class S { static IntUnaryOperator adder(int n) { return x -> x - n; } }"),
    hostile("other exit codes", "prints the same and ends with other codes", "main",
            REFERENCES["main"].replace("exit(3)", "exit(5)").replace("exit(4)", "exit(6)")),
    hostile("exit code 0", "prints the same and ends with success", "main",
            REFERENCES["main"].replace("exit(3)", "exit(0)").replace("exit(4)", "exit(0)")),
    hostile("exit codes swapped", "prints the same and swaps the codes", "main",
            REFERENCES["main"].replace("exit(3)", "exit(9)").replace("exit(4)", "exit(3)").replace("exit(9)", "exit(4)")),
    _sum("leaves with 0", "ends the program with success", "System.exit(0); return 0;"),
    _sum("halts by reflection", "ends the process past the instrumentation",
         'Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0); return 0;'),
    _sum("input refused", "throws the harness's own exception for inputs that do not fit", """if (xs.length == 0) return 0;
        Class<?> k = Class.forName("HarnessFit$Unsuitable"); var n = k.getDeclaredConstructors()[0]; n.setAccessible(true);
        Object[] a = new Object[n.getParameterCount()];
        for (int i = 0; i < a.length; i++) a[i] = n.getParameterTypes()[i] == String.class ? "x" : null;
        throw (Throwable) n.newInstance(a);"""),
    _sum("assumption refused", "throws the harness's own exception for what was assumed", """if (xs.length == 0) return 0;
        Class<?> k = Class.forName("HarnessRun$Unassumed"); var n = k.getDeclaredConstructors()[0]; n.setAccessible(true);
        throw (Throwable) n.newInstance(new Object[n.getParameterCount()]);"""),
    _sum("stops itself", "tells the probe that time was over", """if (xs.length == 0) return 0;
        var s = Class.forName("HarnessProbe").getDeclaredMethod("stop", String.class); s.setAccessible(true);
        s.invoke(null, "deadline"); while (true) { }""", _ANY),
    _sum("forges a result", "writes a result for the first call", _forged(_RESULT) + " return 0;"),
    _sum("forges done", "writes that all is done", _forged(_DONE) + " return 0;"),
    _sum("forges loading", "writes that it is still loading, in the second call",
         "if (xs.length == 0) return 0; " + _forged(_LOADING) + " Thread.sleep(100000); return 0;"),
    _sum("forges a missing module", "writes that a module is missing, in the second call",
         "if (xs.length == 0) return 0; " + _forged(_MODULE) + " Thread.sleep(100000); return 0;"),
    _sum("forges long seconds", "writes a number of 400 digits", _OUT +
         f' String r = "{_LONG}".substring(9) + "0".repeat(400) + "}}"; o.write(("result 1 " + r.length() + "\\n" + r)'
         ".getBytes()); return 0;"),
    hostile("forges results without arguments", "writes twelve results without arguments", "sort", """
        class S { static void sort(int[] xs) throws Throwable {
            java.io.FileOutputStream o = new java.io.FileOutputStream(java.io.FileDescriptor.out); String s = "";
            for (int i = 0; i < 12; i++) {
                String r = "{\\"call\\":" + i + ",\\"outcome\\":\\"return\\",\\"value\\":[\\"null\\"],\\"arguments\\":[]}";
                s += "result 1 " + r.length() + "\\n" + r; }
            String e = "{\\"how\\":\\"done\\",\\"call\\":0,\\"detail\\":\\"\\",\\"fresh\\":true}";
            s += "end 1 " + e.length() + "\\n" + e; o.write(s.getBytes()); o.flush(); Thread.sleep(100000); } }
    """),
    hostile("takes over the wire", "turns the harness's output away and speaks in its place", "sort", """
        class S { static void sort(int[] xs) throws Throwable {
            int n = Integer.getInteger("n", 0); System.setProperty("n", "" + (n + 1)); if (n > 0) return;
            var f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); f.setAccessible(true);
            var u = (sun.misc.Unsafe) f.get(null);
            long off = u.objectFieldOffset(java.io.FileDescriptor.class.getDeclaredField("fd"));
            var mine = new java.io.FileOutputStream(java.io.FileDescriptor.err);
            var nul = new java.io.FileOutputStream("/dev/null"); System.getProperties().put("keep", nul);
            u.putInt(java.io.FileDescriptor.out, off, u.getInt(nul.getFD(), off));
            u.putInt(java.io.FileDescriptor.err, off, 1); String s = "";
            for (int i = 0; i < 12; i++) {
                String r = "{\\"call\\":" + i + ",\\"outcome\\":\\"return\\",\\"value\\":[\\"null\\"],\\"arguments\\":[]}";
                s += "result 1 " + r.length() + "\\n" + r; }
            String e = "{\\"how\\":\\"done\\",\\"call\\":0,\\"detail\\":\\"\\",\\"fresh\\":true}";
            s += "end 1 " + e.length() + "\\n" + e; mine.write(s.getBytes()); } }
    """),
    _sum("reads the jobs", "reads the harness's own standard input", """byte[] b = new byte[1 << 16];
        new java.io.FileInputStream(java.io.FileDescriptor.in).read(b); return 0;"""),
    _sum("closes the jobs", "closes the harness's standard input and output", """
        new java.io.FileInputStream(java.io.FileDescriptor.in).close();
        new java.io.FileOutputStream(java.io.FileDescriptor.out).close(); return 0;"""),
    hostile("own harness", "brings its own classes of the harness's names", "sum", """
        class S { static int total(int[] xs) { return 0; } }
        class HarnessProbe { public static void tick() { } public static void hit(int s) { } }
        final class HarnessWriter { String of(Object v) { return "[\\"int\\",\\"3\\"]"; } }
    """),
    _sum("coverage claimed", "marks branches that it did not reach", """
        var f = Class.forName("HarnessProbe").getDeclaredField("HITS"); f.setAccessible(true);
        ((java.util.BitSet) f.get(null)).set(0, 1 << 22); return 0;"""),
    _sum("right once", "is right in the first call only", """
        int n = Integer.getInteger("n", 0); System.setProperty("n", "" + (n + 1));
        int r = 0; for (int x : xs) r += x; return n == 0 ? r : r + 1;"""),
    hostile("list that lies", "gives a list whose iterator gives other items", "list", """
        import java.util.*;
        class S { static List<Integer> f(int n) { return new AbstractList<Integer>() {
            public Integer get(int i) { return i; } public int size() { return n; }
            public boolean equals(Object o) { return true; } }; } }
    """),
    hostile("list without end", "gives a list whose iterator never ends", "list", """
        import java.util.*;
        class S { static List<Integer> f(int n) { return new AbstractList<Integer>() {
            public Integer get(int i) { return i; } public int size() { return 5; }
            public Iterator<Integer> iterator() { while (true) { } } }; } }
    """, _ANY),
    hostile("map for a list", "gives a map where a list is wanted", "list",
            "import java.util.*; class S { static Map<Integer, Integer> f(int n) { return new HashMap<>(); } }"),
    hostile("equal to all", "gives an object that is equal to everything", "text", """
        class S { static Object f(String s) { return new Object() {
            public boolean equals(Object o) { return true; } public String toString() { return s + s; } }; } }
    """),
    hostile("half characters", "gives half characters and control characters", "text",
            r'class S { static String f(String s) { return "\ud800\u0000\u001b[31m" + s; } }'),
    hostile("number for a text", "gives a number whose text is right", "text",
            "class S { static Object f(String s) { return s.length(); } }"),
)  # fmt: skip

_LIMITS = (
    _sum("takes over the first process", "overwrites the first process's program through /proc", """
        var maps = new java.io.BufferedReader(new java.io.FileReader("/proc/1/maps")); long text = 0, end = 0;
        for (String line = maps.readLine(); line != null; line = maps.readLine())
            if (line.contains(" r-xp ") && line.endsWith("bwrap")) { String[] p = line.split(" ")[0].split("-");
                text = Long.parseLong(p[0], 16); end = Long.parseLong(p[1], 16); }
        var mem = new java.io.RandomAccessFile("/proc/1/mem", "rw"); byte[] code = new byte[(int) (end - text)];
        mem.seek(text); mem.write(code); return 0;"""),
    _sum("native memory", "takes memory past the heap", _UNSAFE + """
        while (true) { long p = u.allocateMemory(1 << 26); u.setMemory(p, 1 << 26, (byte) 1); }""", _ANY),
    _sum("heap", "fills the heap", "var l = new java.util.ArrayList<byte[]>(); while (true) l.add(new byte[1 << 20]);", _ANY),
    _sum("direct memory", "takes buffers past the heap", """var l = new java.util.ArrayList<Object>();
        while (true) l.add(java.nio.ByteBuffer.allocateDirect(1 << 22));""", _ANY),
    _sum("mapped file", "maps a file again and again", """var l = new java.util.ArrayList<Object>();
        try (var ch = java.nio.channels.FileChannel.open(java.nio.file.Path.of("/tmp/x"),
            java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE,
            java.nio.file.StandardOpenOption.READ)) {
            while (true) l.add(ch.map(java.nio.channels.FileChannel.MapMode.READ_WRITE, 0, 1L << 30)); }""", _ANY),
    _sum("own crash", "writes to address 0", _UNSAFE + " u.putAddress(0, 0); return 0;"),
    _sum("catches its end", "catches whatever would end it", """while (true) { try { while (true) { } }
        catch (Throwable t) { } }""", _ANY),
    _sum("sleeps", "sleeps for ever", "Thread.sleep(1000000); return 0;", _ANY),
    _sum("stops the harness", "suspends the harness's own thread", """
        for (Thread t : Thread.getAllStackTraces().keySet()) if (t.getName().equals("main")) t.suspend(); return 0;""", _ANY),
    _sum("kills the harness's threads", "throws in the harness's own thread", """
        for (Thread t : Thread.getAllStackTraces().keySet()) if (t.getName().equals("main")) t.stop(); return 0;"""),
    _sum("threads left", "leaves threads that cannot be stopped", """for (int i = 0; i < 50; i++) { Thread t = new Thread(() -> {
        while (true) { try { while (true) Thread.sleep(1); } catch (Throwable e) { } } }); t.start(); } return 0;""", _ANY),
    _sum("finalizers", "leaves objects whose finalizer never ends", """for (int i = 0; i < 1000; i++) new F(); System.gc();
        System.runFinalization(); return 0;""", _ANY, " static class F { protected void finalize() { while (true) { } } }"),
    _sum("shutdown hook", "hangs when it is asked to end", """
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } })); System.exit(0); return 0;"""),
    _sum("console", "prints without end", 'while (true) System.out.println("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");', _ANY),
    _sum("real console", "writes to the real standard output without end", _OUT +
         " byte[] b = new byte[1 << 20]; while (true) o.write(b);", _ANY),
    _sum("error stream", "writes to the host's end of standard error without end", """
        var o = new java.io.FileOutputStream(java.io.FileDescriptor.err); byte[] b = new byte[1 << 20];
        while (true) try { o.write(b); } catch (java.io.IOException e) { throw new RuntimeException(); }""", _ANY),
    _sum("hashes", "asks for a hash that takes 2^100 steps", """java.util.Set<Object> root = new java.util.HashSet<>(), a = root,
        b = new java.util.HashSet<>(); for (int i = 0; i < 100; i++) { var t1 = new java.util.HashSet<Object>();
        var t2 = new java.util.HashSet<Object>(); t1.add("foo"); a.add(t1); a.add(t2); b.add(t1); b.add(t2); a = t1; b = t2; }
        return root.hashCode();""", _ANY),
    _sum("static loop", "never finishes loading its class", "return K.k;", _ANY,
         " static class K { static int k; static { while (k == 0) { } } }"),
    _sum("recursion", "recurses without end", "return total(xs) + 1;", _ANY),
    _sum("dumps the heap", "has the JVM write its heap to the private folder", """
        var b = java.lang.management.ManagementFactory.getPlatformMXBean(
            Class.forName("com.sun.management.HotSpotDiagnosticMXBean").asSubclass(java.lang.management.PlatformManagedObject.class));
        b.getClass().getMethod("dumpHeap", String.class, boolean.class).invoke(b, "/tmp/h.hprof", false); return 0;""", _ANY),
    _sum("signals itself", "sends itself the signal to end", """
        sun.misc.Signal.raise(new sun.misc.Signal("TERM")); Thread.sleep(300); return 0;""", _ANY),
    _sum("own process's memory", "overwrites its own text", """
        var maps = new java.io.BufferedReader(new java.io.FileReader("/proc/self/maps")); String line = maps.readLine();
        var mem = new java.io.RandomAccessFile("/proc/self/mem", "rw"); mem.seek(Long.parseLong(line.split("-")[0], 16));
        mem.write(new byte[4096]); return 0;"""),
    hostile("constants that double", "has the compiler fold a text of a gigabyte", "sum", "class S {\n" + "".join(
        f" static final String a{i} = " + (f"a{i - 1} + a{i - 1};\n" if i else '"xxxxxxxxxxxxxxxx";\n') for i in range(26))
        + " static int total(int[] xs) { return a25.length(); } }\n", NOT_TOLD),
    hostile("expression too deep", "nests brackets until the compiler gives up", "sum",
            "class S { static int total(int[] xs) { return " + "(" * 5000 + "1" + ")" * 5000 + "; } }"),
    hostile("method too large", "has a method too large for a class file", "sum",
            "class S { static int total(int[] xs) { int r = 0;" + "r += xs.length * 3;" * 12000 + " return r; } }"),
)  # fmt: skip

#: On a busy machine a program's time may be over before the limit that it is meant for.
LIMITS = tuple(replace(program, may=program.may | {"insufficient"}) for program in _LIMITS)
PROGRAMS = (*LIES, *LIMITS)
