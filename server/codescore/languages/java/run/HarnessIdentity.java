import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the identity of objects out of what is compared: the number after the `@` of `Object.toString` says nothing of
 * what a program does. What else depends on identities (`hashCode`, the order of a set of objects) cannot be seen in a
 * value; so the second run of a reference finds other ones, and what comes out otherwise is dropped as not repeatable.
 */
final class HarnessIdentity {
    private static final Pattern NUMBERED = Pattern.compile("([\\w.$/\\[;]+)@[0-9a-f]{1,8}\\b");
    private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda[$/\\w.]*");
    private static final int SPENT = 1009;

    private HarnessIdentity() {
    }

    /** A text without identities; `loader` knows the program's classes. */
    static String scrubbed(String text, ClassLoader loader) {
        if (text.indexOf('@') < 0) {
            return text;
        }
        Matcher found = NUMBERED.matcher(text);
        StringBuilder out = new StringBuilder();
        while (found.find()) {
            String name = found.group(1);
            boolean lambda = name.contains("$$Lambda");
            String shown = lambda ? LAMBDA.matcher(name).replaceFirst("\\$\\$Lambda") : name;
            found.appendReplacement(out, Matcher.quoteReplacement(lambda || numbered(name, loader) ? shown + "@..." : found.group()));
        }
        return found.appendTail(out).toString();
    }

    /** Whether this is a class whose objects have no hash but their identity. */
    private static boolean numbered(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return type.isArray() || type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (ReflectiveOperationException | LinkageError none) {
            return false;
        }
    }

    /** Uses up identities of this thread. */
    static void shake() {
        for (int i = 0; i < SPENT; i++) {
            System.identityHashCode(new Object());
        }
    }
}
