import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes a sequence of calls on objects of one class: what each of them gave, printed or threw, one record a call.  The
 * newest object is the one that calls are made on; a call that gives another object of the class hands it on.
 */
final class HarnessCalls {
    /** What the run around says: what was printed so far, and whether the program made an error itself to throw it. */
    interface Around {
        String printed();

        String thrown(Throwable error);
    }

    private static final String SELF = "[\"record\",\"self\",[],0]";
    private static final String ANOTHER = "[\"record\",\"another\",[],0]";

    private final Class<?> type;
    private final String name;
    private final HarnessFit fit = new HarnessFit();
    private final ClassLoader loader;
    private final Around around;
    private final List<Object> objects = new ArrayList<>();
    /** What the last call was given, and what it gave. */
    private Object[] taken = new Object[0];
    private Object answer;
    private int at;

    HarnessCalls(Class<?> type, Map<String, Object> entry, ClassLoader loader, Around around) {
        this.type = type;
        this.name = (String) entry.get("name");
        this.loader = loader;
        this.around = around;
        fit.own(type, (String) entry.get("maker"));
    }

    /** The records; throws what making the first object throws. */
    String records(List<Object> steps) throws Throwable {
        StringBuilder records = new StringBuilder();
        for (Object each : steps) {
            List<Object> step = HarnessJson.list(each);
            String called = (String) step.get(1);
            if (objects.isEmpty() && !called.equals(name)) {
                throw new HarnessFit.Unsuitable("a sequence begins by making an object");
            }
            records.append(records.length() == 0 ? "" : ",").append(record(called, HarnessJson.list(step.get(2))));
        }
        return records.toString();
    }

    private String record(String called, List<Object> given) throws Throwable {
        String before = around.printed();
        String value = "[\"null\"]";
        String ended = ",\"outcome\":\"return\",\"error\":\"\",\"message\":\"\"";
        Object[] arguments = new Object[0];
        try {
            if (called.isEmpty()) {
                at = Math.floorMod(at - 1, objects.size());
            } else if (called.equals("~")) {
                empty(given);
            } else if (called.equals(name)) {
                Executable by = fit.maker(given);
                arguments = fit.arguments(by, given);
                taken = arguments;
                answer = null;
                newest(fit.made(by, arguments));
            } else {
                Method method = method(called, given);
                arguments = fit.arguments(method.getGenericParameterTypes(), given, null);
                taken = arguments;
                answer = null;
                answer = method.invoke(Modifier.isStatic(method.getModifiers()) ? null : objects.get(at), arguments);
                value = given(answer);
            }
        } catch (InvocationTargetException e) {
            Throwable error = e.getCause();
            boolean fatal = error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
            if (objects.isEmpty() || fatal || HarnessProbe.stopped() != null) {
                throw e;
            }
            ended = around.thrown(error);
        }
        StringBuilder left = new StringBuilder();
        for (Object argument : arguments) {
            left.append(left.length() == 0 ? "" : ",").append(type.isInstance(argument) ? "[\"null\"]" : new HarnessWriter(loader).of(argument));
        }
        return "{\"value\":" + value + ended + ",\"arguments\":[" + left + "],\"stdout\":"
                + HarnessJson.quote(around.printed().substring(before.length())) + "}";
    }

    /** What a call gave, in the form of values. */
    private String given(Object answer) throws IllegalAccessException {
        if (answer == objects.get(at)) {
            return SELF;
        }
        if (type.isInstance(answer)) {
            newest(answer);
            return ANOTHER;
        }
        return new HarnessWriter(loader).of(answer);
    }

    /** Empty a collection that the call before was given, or gave, or one inside of it, as its caller may. */
    private void empty(List<Object> step) {
        try {
            int place = Integer.parseInt((String) HarnessJson.list(step.get(0)).get(1));
            Object value = place < 0 ? answer : taken[place];
            for (Object each : step.subList(2, step.size())) {
                Object key = fit.to(Object.class, each);
                value = value instanceof List ? ((List<?>) value).get((Integer) key)
                        : value instanceof Map ? ((Map<?, ?>) value).get(key) : Array.get(value, (Integer) key);
            }
            empty(value);
        } catch (Exception missing) {
            return; // it is not there
        }
    }

    /** Empty a collection, where it can be changed. */
    private static void empty(Object value) {
        try {
            if (value instanceof Collection) {
                ((Collection<?>) value).clear();
            } else if (value instanceof Map) {
                ((Map<?, ?>) value).clear();
            } else if (value != null && value.getClass().isArray() && Array.getLength(value) > 0) {
                Object zeros = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
                System.arraycopy(zeros, 0, value, 0, Array.getLength(value));
            }
        } catch (Exception fixed) {
            return; // it cannot be changed
        }
    }

    /** Empty what a call gave, and what is inside of it. */
    static void emptyAll(Object answer) {
        Collection<?> inside = answer instanceof Map ? ((Map<?, ?>) answer).values()
                : answer instanceof Collection ? (Collection<?>) answer
                : answer instanceof Object[] ? Arrays.asList((Object[]) answer) : List.of();
        inside.forEach(HarnessCalls::empty);
        empty(answer);
    }

    private void newest(Object made) {
        objects.add(made);
        at = objects.size() - 1;
    }

    /** The method of this name that takes these arguments, the class's own before those that it inherits. */
    private Method method(String called, List<Object> given) throws HarnessFit.Unsuitable {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(called) && !method.isBridge() && fit.takes(method.getGenericParameterTypes(), given)) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getName().equals(called) && method.isDefault() && fit.takes(method.getGenericParameterTypes(), given)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new HarnessFit.Unsuitable("no method " + called);
    }
}
