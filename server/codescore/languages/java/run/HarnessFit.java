import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
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
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.stream.Stream;

/**
 * Values as they were sent (the form of `codescore.languages.values`), made to fit declared types: a whole number for a
 * double, a list for an array, a set or a deque, fields for a record.  What cannot be made to fit is `Unsuitable`.
 */
final class HarnessFit {
    /** The arguments do not fit. */
    static final class Unsuitable extends Exception {
        private static final long serialVersionUID = 1;

        Unsuitable(String why) {
            super(why);
        }
    }

    private static final int SOME = 8;
    /** Objects that may be referred to again, by their anchor. */
    private final Map<Object, Object> anchored = new HashMap<>();
    /** The class whose objects a `call` makes. */
    private Class<?> own;
    /** What makes them: `<init>`, or a static method. */
    private String maker = "<init>";

    void own(Class<?> type, String by) {
        own = type;
        maker = by;
    }

    /** What makes an object of the class of these arguments. */
    Executable maker(List<Object> given) throws Unsuitable {
        for (Method method : maker.equals("<init>") ? new Method[0] : own.getDeclaredMethods()) {
            if (method.getName().equals(maker) && Modifier.isStatic(method.getModifiers()) && takes(method.getGenericParameterTypes(), given)) {
                method.setAccessible(true);
                return method;
            }
        }
        return constructor(own, given);
    }

    Object[] arguments(Executable by, List<Object> given) throws Unsuitable, ReflectiveOperationException {
        return arguments(by.getGenericParameterTypes(), given, by instanceof Constructor ? (Constructor<?>) by : null);
    }

    Object made(Executable by, Object[] arguments) throws ReflectiveOperationException {
        return by instanceof Method ? ((Method) by).invoke(null, arguments) : ((Constructor<?>) by).newInstance(arguments);
    }

    /** Whether these arguments fit, as many as there are parameters. */
    boolean takes(Type[] types, List<Object> given) {
        if (types.length != given.size()) {
            return false;
        }
        try {
            arguments(types, given, null);
            return true;
        } catch (Unsuitable | ReflectiveOperationException no) {
            return false;
        }
    }

    /** The arguments; of a constructor of an inner class an object of the one around comes first. */
    Object[] arguments(Type[] types, List<Object> given, Constructor<?> of) throws Unsuitable, ReflectiveOperationException {
        List<Object> made = new ArrayList<>();
        int outer = of != null && inner(of) ? 1 : 0;
        if (outer > 0) {
            made.add(instance(of.getDeclaringClass().getEnclosingClass()));
        }
        check(types.length - (types.length > given.size() ? outer : 0) == given.size(), Object.class, "arguments");
        for (int i = 0; i < given.size(); i++) {
            made.add(to(types[i + types.length - given.size()], given.get(i)));
        }
        return made.toArray();
    }

    private static boolean inner(Constructor<?> constructor) {
        Class<?> type = constructor.getDeclaringClass();
        return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    }

    /** The constructor that takes these arguments. */
    Constructor<?> constructor(Class<?> type, List<Object> given) throws Unsuitable {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() - (inner(constructor) ? 1 : 0) != given.size()) {
                continue;
            }
            try {
                arguments(constructor.getGenericParameterTypes(), given, constructor);
                constructor.setAccessible(true);
                return constructor;
            } catch (Unsuitable | ReflectiveOperationException no) {
                continue;
            }
        }
        throw new Unsuitable("no constructor takes these");
    }

    Object to(Type type, Object value) throws Unsuitable, ReflectiveOperationException {
        List<Object> node = HarnessJson.list(value);
        String tag = (String) node.get(0);
        if (type instanceof TypeVariable) {
            return to(((TypeVariable<?>) type).getBounds()[0], node);
        }
        if (type instanceof WildcardType) {
            Type[] lower = ((WildcardType) type).getLowerBounds();
            return to(lower.length > 0 ? lower[0] : ((WildcardType) type).getUpperBounds()[0], node);
        }
        Class<?> raw = raw(type);
        if (tag.equals("call")) {
            check(own != null && raw.isAssignableFrom(own), raw, tag);
            List<Object> given = HarnessJson.list(node.get(2));
            Executable by = maker(given);
            return kept(made(by, arguments(by, given)), node);
        }
        if (tag.equals("ref")) {
            Object before = anchored.get(node.get(1));
            check(raw.isInstance(before), raw, tag);
            return before;
        }
        if (tag.equals("null")) {
            check(!raw.isPrimitive(), raw, tag);
            return null;
        }
        if (tag.equals("record") && HarnessGiven.is((String) node.get(1))) {
            return kept(HarnessGiven.made(raw, node), node);
        }
        if (tag.equals("record") && ((String) node.get(1)).startsWith("standard.")) {
            return HarnessStandard.made(raw, (String) node.get(1), HarnessJson.list(node.get(2)));
        }
        if (raw.isArray()) {
            return array(type instanceof GenericArrayType
                    ? ((GenericArrayType) type).getGenericComponentType() : raw.getComponentType(), tag, node);
        }
        Object simple = simple(raw, tag, node.get(1));
        return simple != null ? simple : compound(raw, type, tag, node);
    }

    /** An object that was made of this node, which may be given again where it has an anchor. */
    private Object kept(Object made, List<Object> node) {
        if (node.size() > 3 && !node.get(3).toString().equals("0")) {
            anchored.put(node.get(3), made);
        }
        return made;
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
        List<Object> items = HarnessJson.list(node.get(2));
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
        if (raw == Object.class || raw == Number.class || raw == Comparable.class || raw == java.io.Serializable.class) {
            return natural(tag, node);
        }
        Type[] inner = type instanceof ParameterizedType
                ? ((ParameterizedType) type).getActualTypeArguments() : new Type[0];
        Type first = inner.length > 0 ? inner[0] : Object.class;
        if (Map.class.isAssignableFrom(raw)) {
            return map(raw, first, inner.length > 1 ? inner[1] : Object.class, tag, node);
        }
        List<Object> items = tag.equals("seq") || tag.equals("set") ? HarnessJson.list(node.get(2)) : null;
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
        return object(meant(raw, (String) node.get(1)), (String) node.get(1), HarnessJson.list(node.get(2)), node);
    }

    /** The class of this name that stands beside an interface or an abstract class, and is one; any other is meant itself. */
    private static Class<?> meant(Class<?> raw, String name) throws Unsuitable {
        if (raw.isEnum() || !Modifier.isAbstract(raw.getModifiers())) {
            return raw;
        }
        String around = raw.getName().substring(0, Math.max(raw.getName().lastIndexOf('.'), raw.getName().lastIndexOf('$')) + 1);
        try {
            Class<?> found = Class.forName(around + name, false, raw.getClassLoader());
            check(raw.isAssignableFrom(found), raw, name);
            return found;
        } catch (ClassNotFoundException missing) {
            throw new Unsuitable(name + " for " + raw.getSimpleName());
        }
    }

    private Object optional(Class<?> raw, Type inner, String tag, List<Object> node)
            throws Unsuitable, ReflectiveOperationException {
        boolean wrapped = tag.equals("seq") && node.get(1).equals("optional");
        List<Object> held = wrapped ? HarnessJson.list(node.get(2)) : List.of(node);
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
        for (Object pair : HarnessJson.list(node.get(2))) {
            map.put(to(key, HarnessJson.list(pair).get(0)), to(value, HarnessJson.list(pair).get(1)));
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
    private Object object(Class<?> type, String name, List<Object> fields, List<Object> node)
            throws Unsuitable, ReflectiveOperationException {
        if (type.isEnum()) {
            return constant(type, (String) HarnessJson.list(HarnessJson.list(fields.get(0)).get(1)).get(1));
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isRecord(type) && constructor.getParameterCount() == fields.size()) {
                Type[] types = constructor.getGenericParameterTypes();
                Object[] arguments = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = to(types[i], HarnessJson.list(fields.get(i)).get(1));
                }
                constructor.setAccessible(true);
                return kept(constructor.newInstance(arguments), node);
            }
        }
        Object object = kept(instance(type), node);
        for (Object each : fields) {
            Field field = field(type, (String) HarnessJson.list(each).get(0));
            field.setAccessible(true);
            field.set(object, to(field.getGenericType(), HarnessJson.list(each).get(1)));
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
