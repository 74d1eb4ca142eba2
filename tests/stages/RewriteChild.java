import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.*;

/**
 * Calls the methods of compiled, untrusted classes with random arguments of their types; a tool of the rewrite tests.
 * Reads lines `class TAB texts TAB calls TAB milliseconds of a call` (texts, separated by U+001F, seed the strings),
 * answers each with one line of outcomes, separated by U+001E: what came back and what became of the arguments, or the
 * class of the exception.
 * Equal signatures get equal arguments.
 */
public class RewriteChild {
    static long callMillis;
    static final int PATIENCE = 2;
    static String outcome;

    public static void main(String[] unused) throws Exception {
        BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
            String[] job = line.split("\t", -1);
            callMillis = Long.parseLong(job[3]);
            answers.println(String.join("\u001e", run(job[0], job[1].split("\u001f"), Integer.parseInt(job[2]))));
        }
        answers.flush();
        Runtime.getRuntime().halt(0);
    }

    static List<String> run(String name, String[] texts, int calls) {
        List<String> outcomes = new ArrayList<>();
        try {
            Class<?> type = Class.forName(name);
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::toGenericString));
            int late = 0;
            for (Method method : methods) {
                if (method.isSynthetic() || method.getName().equals("main")) continue;
                for (int i = 0; i < calls; i++) {
                    String found = late >= PATIENCE ? "late" : call(type, method, texts, i);
                    if (found.equals("late")) late++;
                    outcomes.add(found);
                }
            }
        } catch (Throwable error) {
            outcomes.add("unusable " + error.getClass().getName());
        }
        return outcomes;
    }

    @SuppressWarnings({"deprecation", "removal"})
    static String call(Class<?> type, Method method, String[] texts, int round) throws Exception {
        Random random = new Random(Objects.hash(method.getName(), method.getParameterCount(), round));
        Object[] args = new Object[method.getParameterCount()];
        Type[] types = method.getGenericParameterTypes();
        for (int i = 0; i < args.length; i++) args[i] = make(types[i], random, texts, 0);
        outcome = "late";
        Thread thread = new Thread(null, () -> invoke(type, method, args), "call", 16 << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(callMillis);
        if (thread.isAlive()) {
            thread.stop();
            thread.join(2000);
            return "late";
        }
        return outcome.replaceAll("@[0-9a-f]+", "@").replaceAll("[\n\r\t\u001e]", " ");
    }

    static void invoke(Class<?> type, Method method, Object[] args) {
        try {
            method.setAccessible(true);
            Object target = null;
            if (!java.lang.reflect.Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                target = constructor.newInstance();
            }
            Object result = method.invoke(target, args);
            outcome = "returned " + show(result) + " " + show(args);
        } catch (InvocationTargetException error) {
            if (!(error.getCause() instanceof ThreadDeath)) outcome = "raised " + error.getCause().getClass().getName();
        } catch (ThreadDeath death) {
            outcome = "late";
        } catch (Throwable error) {
            outcome = "uncallable " + error.getClass().getName();
        }
    }

    static Object make(Type type, Random random, String[] texts, int depth) {
        if (type instanceof ParameterizedType) {
            ParameterizedType generic = (ParameterizedType) type;
            Class<?> raw = (Class<?>) generic.getRawType();
            Type[] of = generic.getActualTypeArguments();
            int size = depth > 0 ? 3 : random.nextInt(7);
            if (Map.class.isAssignableFrom(raw)) {
                Map<Object, Object> map = new HashMap<>();
                for (int i = 0; i < size; i++) map.put(make(of[0], random, texts, depth + 1), make(of[1], random, texts, depth + 1));
                return map;
            }
            if (raw == Optional.class) return Optional.of(make(of[0], random, texts, depth + 1));
            Collection<Object> list = Set.class.isAssignableFrom(raw) ? new HashSet<>() : new ArrayList<>();
            for (int i = 0; i < size; i++) list.add(make(of[0], random, texts, depth + 1));
            return list;
        }
        if (type instanceof GenericArrayType || (type instanceof Class && ((Class<?>) type).isArray())) {
            Type of = type instanceof Class ? ((Class<?>) type).getComponentType() : ((GenericArrayType) type).getGenericComponentType();
            Object array = Array.newInstance(of instanceof Class ? (Class<?>) of : Object.class, random.nextInt(7));
            for (int i = 0; i < Array.getLength(array); i++) Array.set(array, i, make(of, random, texts, depth + 1));
            return array;
        }
        return scalar(type, random, texts);
    }

    static Object scalar(Type type, Random random, String[] texts) {
        int small = random.nextInt(4) == 0 ? random.nextInt(200) - 40 : random.nextInt(14) - 2;
        if (type == int.class || type == Integer.class) return small;
        if (type == long.class || type == Long.class) return (long) small;
        if (type == double.class || type == Double.class || type == Number.class) return small + random.nextInt(4) / 4.0;
        if (type == float.class || type == Float.class) return (float) small;
        if (type == boolean.class || type == Boolean.class) return random.nextBoolean();
        if (type == char.class || type == Character.class) return (char) ('a' + random.nextInt(26));
        if (type == String.class || type == CharSequence.class) return text(random, texts);
        if (type == Object.class) return random.nextBoolean() ? (Object) small : text(random, texts);
        if (type == List.class || type == ArrayList.class) return new ArrayList<>(List.of(small, 2, 3));
        return null;
    }

    static String text(Random random, String[] texts) {
        String base = texts[random.nextInt(texts.length)];
        if (random.nextInt(3) == 0 || base.isEmpty()) return base;
        StringBuilder made = new StringBuilder(base);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(made.length());
            if (random.nextBoolean()) made.setCharAt(at, base.charAt(random.nextInt(base.length())));
            else made.insert(at, base.charAt(random.nextInt(base.length())));
        }
        return made.toString();
    }

    static String show(Object value) {
        if (value == null) return "null";
        if (value.getClass().isArray()) {
            StringBuilder shown = new StringBuilder("[");
            for (int i = 0; i < Array.getLength(value); i++) shown.append(show(Array.get(value, i))).append(", ");
            return shown.append("]").toString();
        }
        if (value instanceof List) {
            StringBuilder shown = new StringBuilder("(");
            for (Object item : (List<?>) value) shown.append(show(item)).append(", ");
            return shown.append(")").toString();
        }
        return String.valueOf(value);
    }
}
