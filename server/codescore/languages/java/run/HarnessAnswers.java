import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a function that a program gives is: its answers to the argument lists of the job that fit it. */
final class HarnessAnswers {
    private static final List<String> OTHERS = List.of("java.util.Comparator", "java.util.concurrent.Callable", "java.lang.Runnable");

    private HarnessAnswers() { }

    /** The value as JSON; null where the declared type is no interface of functions. */
    static String of(Object value, Type declared, List<Object> probes, HarnessWriter writer) throws Throwable {
        Class<?> raw = declared instanceof ParameterizedType ? (Class<?>) ((ParameterizedType) declared).getRawType()
                : declared instanceof Class ? (Class<?>) declared : Object.class;
        if (value == null || probes == null || !raw.getName().startsWith("java.util.function.") && !OTHERS.contains(raw.getName())) {
            return null;
        }
        Method asked = null;
        for (Method method : raw.getMethods()) {
            asked = Modifier.isAbstract(method.getModifiers()) && !method.getName().equals("equals") ? method : asked;
        }
        Type[] types = asked.getGenericParameterTypes();
        if (declared instanceof ParameterizedType) {
            Map<Type, Type> known = new HashMap<>();
            for (int i = 0; i < raw.getTypeParameters().length; i++) {
                known.put(raw.getTypeParameters()[i], ((ParameterizedType) declared).getActualTypeArguments()[i]);
            }
            for (int i = 0; i < types.length; i++) {
                types[i] = known.getOrDefault(types[i], types[i]);
            }
        }
        StringBuilder answers = new StringBuilder();
        for (Object probe : probes) {
            answers.append(answers.length() == 0 ? "" : ",").append(answer(value, asked, types, HarnessJson.list(probe), writer));
        }
        return "[\"called\",[" + answers + "]]";
    }

    private static String answer(Object value, Method asked, Type[] types, List<Object> probe, HarnessWriter writer) throws Throwable {
        if (types.length != probe.size()) {
            return "null";
        }
        List<Object> made = new ArrayList<>();
        try {
            for (int i = 0; i < types.length; i++) {
                made.add(new HarnessFit().to(types[i], probe.get(i)));
            }
            return writer.of(asked.invoke(value, made.toArray()));
        } catch (HarnessFit.Unsuitable no) {
            return "null";
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof Exception) {
                return "null";
            }
            throw refused;
        }
    }
}
