import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What instrumented programs call: it notes which way each branch went, and ends a call that was told to stop.
 *
 * A slot is one way out of one branch (or the entry of one method); slots are numbered over the program by whoever
 * instrumented it.  Races between a program's own threads may lose a hit; that is no verdict.
 */
public final class HarnessProbe {
    private static final BitSet HITS = new BitSet();
    private static final Map<String, int[]> KEYS = new HashMap<>();
    private static boolean overflowed;
    private static volatile String stopped;
    private static volatile int status;

    private HarnessProbe() { }

    /** Ends a call; not an Exception, so that programs seldom catch it, and thrown again at the next tick if they do. */
    public static final class Stop extends Error {
        private static final long serialVersionUID = 1;

        public Stop() {
            super(null, null, false, false);
        }
    }

    static synchronized void start() {
        HITS.clear();
        overflowed = false;
        stopped = null;
    }

    /** Of a call before the one that is asked about nothing is told. */
    static synchronized void forget() {
        HITS.clear();
        overflowed = false;
    }

    static synchronized void stop(String why) {
        if (stopped == null) {
            stopped = why;
        }
    }

    static String stopped() {
        return stopped;
    }

    static String doubt() {
        return overflowed ? "overflow" : "";
    }

    static String status() {
        return Integer.toString(status);
    }

    static synchronized String hits() {
        return HITS.toString().replace('{', '[').replace('}', ']');
    }

    /** A backward jump or an entered method. */
    public static void tick() {
        if (stopped != null) {
            throw new Stop();
        }
    }

    /** In place of System.exit. */
    public static void exit(int code) {
        status = code;
        stop("exit");
        throw new Stop();
    }

    /* In place of arithmetic: the same result, and a note where it is not that of whole numbers. */

    public static int add(int a, int b) {
        int r = a + b;
        if (((a ^ r) & (b ^ r)) < 0) {
            overflowed = true;
        }
        return r;
    }

    public static long add(long a, long b) {
        long r = a + b;
        if (((a ^ r) & (b ^ r)) < 0) {
            overflowed = true;
        }
        return r;
    }

    public static int subtract(int a, int b) {
        int r = a - b;
        if (((a ^ b) & (a ^ r)) < 0) {
            overflowed = true;
        }
        return r;
    }

    public static long subtract(long a, long b) {
        long r = a - b;
        if (((a ^ b) & (a ^ r)) < 0) {
            overflowed = true;
        }
        return r;
    }

    public static int multiply(int a, int b) {
        long r = (long) a * b;
        if ((int) r != r) {
            overflowed = true;
        }
        return (int) r;
    }

    public static long multiply(long a, long b) {
        long r = a * b;
        if (Math.multiplyHigh(a, b) != r >> 63) {
            overflowed = true;
        }
        return r;
    }

    public static int narrow(long a) {
        if ((int) a != a) {
            overflowed = true;
        }
        return (int) a;
    }

    public static int toInt(double a) {
        if (!(Math.abs(a) < 2147483648.0)) {
            overflowed = true;
        }
        return (int) a;
    }

    public static long toLong(double a) {
        if (!(Math.abs(a) < 9223372036854775808.0)) {
            overflowed = true;
        }
        return (long) a;
    }

    /** A slot was reached. */
    public static void hit(int slot) {
        HITS.set(slot);
    }

    /** A jump on one number, by opcode (IFEQ 153 ... IFLE 158): slot when it falls through, slot + 1 when it jumps. */
    public static void branch(int value, int opcode, int slot) {
        compare(value, 0, opcode + 6, slot);
    }

    /** A jump on two numbers (IF_ICMPEQ 159 ... IF_ICMPLE 164). */
    public static void compare(int a, int b, int opcode, int slot) {
        boolean jumps;
        switch (opcode) {
            case 159: jumps = a == b; break;
            case 160: jumps = a != b; break;
            case 161: jumps = a < b; break;
            case 162: jumps = a >= b; break;
            case 163: jumps = a > b; break;
            default: jumps = a <= b; break;
        }
        HITS.set(jumps ? slot + 1 : slot);
    }

    /** A jump on two references (IF_ACMPEQ 165, IF_ACMPNE 166). */
    public static void same(Object a, Object b, int opcode, int slot) {
        HITS.set((a == b) == (opcode == 165) ? slot + 1 : slot);
    }

    /** A jump on null (IFNULL 198, IFNONNULL 199). */
    public static void absent(Object a, int opcode, int slot) {
        HITS.set((a == null) == (opcode == 198) ? slot + 1 : slot);
    }

    /** A switch: slot for none of its keys (given as text), then one slot for each. */
    public static void choose(int value, String keys, int slot) {
        int[] all;
        synchronized (KEYS) {
            all = KEYS.computeIfAbsent(keys, HarnessProbe::numbers);
        }
        for (int i = 0; i < all.length; i++) {
            if (all[i] == value) {
                HITS.set(slot + 1 + i);
                return;
            }
        }
        HITS.set(slot);
    }

    private static int[] numbers(String keys) {
        String[] parts = keys.split(",");
        int[] numbers = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Integer.parseInt(parts[i]);
        }
        return numbers;
    }
}
