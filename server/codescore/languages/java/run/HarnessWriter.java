import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
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
import java.util.stream.BaseStream;

/**
 * Values in the form of `codescore.languages.values`, read by exact classes and by fields: no method that a program could
 * have overridden speaks for its values, save the iterator of a collection of its own.
 */
final class HarnessWriter {
    private static final int MAX_ITEMS = 100_000;
    private static final int MAX_DEPTH = 60;
    private static final int MAX_TEXT = 1 << 20;
    private StringBuilder out = new StringBuilder();
    /** Objects of the program that were seen, with their anchors; each gets one, as it may be referred to later. */
    private final IdentityHashMap<Object, Integer> anchors = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Boolean> above = new IdentityHashMap<>();
    private final ClassLoader loader;
    private int items;

    /** For values of the classes of a program. */
    HarnessWriter(ClassLoader loader) {
        this.loader = loader;
    }

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
        out.append("[\"opaque\",").append(HarnessJson.quote(type)).append(',').append(HarnessJson.quote(text)).append(']');
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
        String sent = HarnessGiven.sent(value);
        if (sent != null) {
            out.append(sent);
            return true;
        }
        String standard = HarnessStandard.said(value);
        if (standard != null) {
            out.append(standard);
        } else if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
            leaf("int", "\"" + value + "\"");
        } else if (type == BigInteger.class) {
            leaf("int", "\"" + whole((BigInteger) value) + "\"");
        } else if (type == Double.class || type == Float.class) {
            leaf("float", real(value.toString()));
        } else if (type == Boolean.class) {
            leaf("bool", value.toString());
        } else if (type == Character.class) {
            leaf("char", HarnessJson.quote(value.toString()));
        } else if (type == String.class || type == StringBuilder.class || type == StringBuffer.class) {
            if (((CharSequence) value).length() > MAX_TEXT) {
                throw new TooLarge();
            }
            leaf("text", HarnessJson.quote(HarnessIdentity.scrubbed(value.toString(), loader)));
        } else if (value instanceof Enum) {
            text(((Enum<?>) value).getDeclaringClass(), "name", ((Enum<?>) value).name());
        } else {
            return false;
        }
        return true;
    }

    /** A value that is its text. */
    private void text(Class<?> type, String field, String text) {
        out.append("[\"record\",").append(HarnessJson.quote(HarnessRun.simple(type))).append(",[[\"").append(field)
                .append("\",[\"text\",").append(HarnessJson.quote(text)).append("]]],0]");
    }

    /** The class itself if it is the JDK's, or its first superclass that is if those below only add values; else null. */
    private static Class<?> plain(Class<?> type) {
        Class<?> c = type;
        while (c.getClassLoader() instanceof HarnessRun.Loader && !c.isArray()) {
            if (c.getDeclaredMethods().length > 0 || c.getSuperclass() == null) {
                break;
            }
            c = c.getSuperclass();
        }
        boolean container = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                || Iterator.class.isAssignableFrom(type);
        return container ? type : c == Object.class && type != Object.class
                || c.getClassLoader() instanceof HarnessRun.Loader && !c.isArray() ? null : c;
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
            opaque(HarnessRun.simple(type), "");
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
            opaque(type.isSynthetic() ? "function" : HarnessRun.simple(type), "");
            return;
        }
        Integer seen = anchors.get(value);
        if (seen != null) {
            out.append("[\"ref\",").append(seen).append(']');
            return;
        }
        int anchor = anchors.size() + 1;
        anchors.put(value, anchor);
        out.append("[\"record\",").append(HarnessJson.quote(HarnessRun.simple(type))).append(",[");
        boolean first = true;
        for (Class<?> c : lineage(type)) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    field.setAccessible(true);
                    out.append(first ? "[" : ",[").append(HarnessJson.quote(field.getName())).append(',');
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
        for (Class<?> c = type; c != null && c.getClassLoader() instanceof HarnessRun.Loader; c = c.getSuperclass()) {
            line.add(0, c);
        }
        return line;
    }
}
