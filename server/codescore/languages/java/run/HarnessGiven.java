import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A function that a program is given, as an object of whatever interface it wants: what the names of
 * `codescore.languages.functions` do, as `given.py` writes it.  Of what it is given it looks at numbers, at the lengths of
 * texts and lists, and at what is in other values, and calls no method of the program.
 */
final class HarnessGiven implements InvocationHandler {
    private static final int DEEP = 4;

    private final List<Object> node;
    private final String[] kinds;
    private final String result;
    private final String name;
    private final long k;
    private long calls;

    private HarnessGiven(List<Object> node) {
        this.node = node;
        String type = (String) node.get(1);
        String rest = type.substring(type.indexOf(" of ") + 4);
        int to = rest.indexOf(" to ");
        kinds = (to < 0 ? rest : rest.substring(0, to)).split(", ");
        result = to < 0 ? "order" : rest.substring(to + 4);
        name = part(0);
        k = Long.parseLong(part(1));
    }

    static boolean is(String type) {
        return type.startsWith("standard.declared ");
    }

    static Object made(Class<?> wanted, List<Object> node) throws HarnessFit.Unsuitable {
        if (!wanted.isInterface()) {
            throw new HarnessFit.Unsuitable("function for " + wanted.getSimpleName());
        }
        ClassLoader loader = wanted.getClassLoader() == null ? HarnessGiven.class.getClassLoader() : wanted.getClassLoader();
        return Proxy.newProxyInstance(loader, new Class<?>[] {wanted}, new HarnessGiven(node));
    }

    /** The JSON that was sent for this function, null where it is none that was given. */
    static String sent(Object value) {
        if (!Proxy.isProxyClass(value.getClass()) || !(Proxy.getInvocationHandler(value) instanceof HarnessGiven)) {
            return null;
        }
        HarnessGiven one = (HarnessGiven) Proxy.getInvocationHandler(value);
        return "[\"record\"," + HarnessJson.quote((String) one.node.get(1)) + ",[[\"text\",[\"text\"," + HarnessJson.quote(one.name)
                + "]],[\"number\",[\"int\",\"" + one.k + "\"]]],0]";
    }

    private String part(int place) {
        List<Object> pair = HarnessJson.list(HarnessJson.list(node.get(2)).get(place));
        return (String) HarnessJson.list(pair.get(1)).get(1);
    }

    @Override public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        if (method.getDeclaringClass() == Object.class) {
            return method.getName().equals("equals") ? (Object) (proxy == arguments[0])
                    : method.getName().equals("hashCode") ? (Object) System.identityHashCode(proxy) : "function";
        }
        if (method.isDefault()) {
            return inherited(proxy, method, arguments);
        }
        return answer(arguments);
    }

    private static Object inherited(Object proxy, Method method, Object[] arguments) throws Throwable {
        Class<?> owner = method.getDeclaringClass();
        MethodHandles.Lookup own = owner.getClassLoader() == null ? MethodHandles.lookup()
                : MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        return own.findSpecial(owner, method.getName(), type, owner).bindTo(proxy).invokeWithArguments(arguments);
    }

    private Object answer(Object[] given) {
        if (name.equals("count from k")) {
            long number = k + calls++;
            return result.equals("long") ? (Object) number : (Object) (int) number;
        }
        if (name.equals("fails first")) {
            if (calls++ < k) {
                throw new IllegalStateException("fails");
            }
            return formed(7L, "7");
        }
        if (result.equals("order")) {
            return order(given[0], given[1]);
        }
        Number n = given.length > 0 ? number(given[0]) : (Number) 0L;
        Number m = given.length > 1 ? number(given[1]) : (Number) 0L;
        switch (result) {
            case "bool": return holds(n, m);
            case "text": return text(given, n, m);
            case "nothing":
                String shown = given.length == 0 ? "" : ": " + shown(0, given[0]) + (given.length > 1 ? ", " + shown(1, given[1]) : "");
                System.out.println(k + shown);
                return null;
            case "same": return name.equals("first") || name.equals("larger") && compare(n, m) >= 0 ? given[0] : given[1];
            case "list": return listed(n, m);
            case "optional":
                boolean some = name.equals("some k") || name.equals("if above k") && compare(n, k) > 0
                        || name.equals("second if above k") && compare(m, k) > 0;
                return some ? Optional.of(whole(name.equals("some k") ? (Number) k : n)) : Optional.empty();
            default: return formed(counted(n, m), "");
        }
    }

    private Number counted(Number n, Number m) {
        double k = result.equals("real") ? this.k + 0.5 : this.k;
        boolean real = result.equals("real") || n instanceof Double || m instanceof Double;
        double a = n.doubleValue();
        double b = m.doubleValue();
        long x = n.longValue();
        long y = m.longValue();
        switch (name) {
            case "plus k": return real ? (Number) (a + k) : (Number) (x + this.k);
            case "times k": return real ? (Number) (a * k) : (Number) (x * this.k);
            case "remainder": return real ? (Number) (a % (this.k + 2)) : (Number) (x % (this.k + 2));
            case "less second": return real ? (Number) (a - b + k) : (Number) (x - y + this.k);
            case "and k times second": return real ? (Number) (a + k * b) : (Number) (x + this.k * y);
            case "more times first and second": return real ? (Number) ((this.k + 2) * a + b) : (Number) ((this.k + 2) * x + y);
            default: return real ? (Number) k : (Number) this.k;
        }
    }

    private boolean holds(Number n, Number m) {
        switch (name) {
            case "above k": return compare(n, k) > 0;
            case "even by k": return n instanceof Double ? n.doubleValue() % (k + 2) == 0 : n.longValue() % (k + 2) == 0;
            case "equals k": return compare(n, k) == 0;
            case "second above k": return compare(m, k) > 0;
            case "above second": return compare(n, m) > 0;
            default: return name.equals("always");
        }
    }

    private String text(Object[] given, Number n, Number m) {
        switch (name) {
            case "before k": return shown(0, given[0]) + k;
            case "by k": return n instanceof Double ? "" + n.doubleValue() % (k + 2) : "" + n.longValue() % (k + 2);
            case "both": return shown(0, given[0]) + k + shown(1, given[1]);
            case "both by k": return "" + (int) (n.longValue() + m.longValue()) % (k + 2);
            default: return "" + k;
        }
    }

    private List<Object> listed(Number n, Number m) {
        switch (name) {
            case "pair": return List.of(whole(n), whole(k));
            case "repeated": return Collections.nCopies((int) k, whole(n));
            case "both listed": return List.of(whole(n), whole(m), whole(k));
            default: return List.of(whole(k));
        }
    }

    private Object formed(Number found, String text) {
        return result.equals("long") ? (Object) found.longValue() : result.equals("real") ? (Object) found.doubleValue()
                : result.equals("text") ? text : result.equals("nothing") ? null : whole(found);
    }

    private static Object whole(Number found) {
        return found instanceof Double ? (Object) found.intValue() : (Object) (int) found.longValue();
    }

    private static int compare(Number one, Number other) {
        return one instanceof Double || other instanceof Double ? Double.compare(one.doubleValue(), other.doubleValue())
                : Long.compare(one.longValue(), other.longValue());
    }

    private int order(Object one, Object other) {
        Number n = number(one);
        Number m = number(other);
        switch (name) {
            case "all alike": return 0;
            case "by remainder": return compare(n.longValue() % (k + 2), m.longValue() % (k + 2));
            default:
                int rising = one instanceof String && other instanceof String ? ((String) one).compareTo((String) other) : compare(n, m);
                return name.equals("ascending") ? rising : -Integer.signum(rising);
        }
    }

    private String shown(int place, Object value) {
        return kinds[place].equals("number") || kinds[place].equals("text") ? String.valueOf(value) : number(value).toString();
    }

    /** The number that a value is, its length, or one that is made of what is in it. */
    private Number number(Object value) {
        if (value == null) {
            throw new NullPointerException("a function was given null");
        }
        return number(value, 0);
    }

    private static Number number(Object value, int depth) {
        if (value == null || depth > DEEP) {
            return 0L;
        }
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return value instanceof Number ? (Number) ((Number) value).longValue()
                : value instanceof Character ? (Number) (long) (Character) value
                : value instanceof Boolean ? (Number) ((Boolean) value ? 1L : 0L)
                : value instanceof CharSequence ? (Number) (long) ((CharSequence) value).length()
                : value instanceof Collection ? (Number) (long) ((Collection<?>) value).size()
                : value instanceof Map ? (Number) (long) ((Map<?, ?>) value).size()
                : value instanceof Enum ? (Number) (long) ((Enum<?>) value).ordinal()
                : value.getClass().isArray() ? (Number) (long) Array.getLength(value) : (Number) inside(value, depth);
    }

    private static long inside(Object value, int depth) {
        long sum = 0;
        for (Class<?> c = value.getClass(); c != null && c.getClassLoader() instanceof HarnessRun.Loader; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    try {
                        field.setAccessible(true);
                        sum = sum + number(field.get(value), depth + 1).longValue();
                    } catch (IllegalAccessException no) {
                        continue;
                    }
                }
            }
        }
        return sum;
    }
}
