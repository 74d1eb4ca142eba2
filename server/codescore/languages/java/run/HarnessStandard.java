import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;

/**
 * Values of the standard types (`codescore.languages.standard`), made of their parts and said by them. Only values of
 * exactly these classes are, none of which a program can change or (but for `BigDecimal`) extend.
 */
final class HarnessStandard {
    private static final int MOST_BITS = 1 << 20;

    private HarnessStandard() {
    }

    /** The value of a standard type with these parts, each a name and a value. */
    static Object made(Class<?> wanted, String type, List<Object> parts) throws HarnessFit.Unsuitable {
        try {
            Object found = made(type, parts);
            if (found != null && wanted.isInstance(found)) {
                return found;
            }
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException none) {
            // it does not exist
        }
        throw new HarnessFit.Unsuitable(type + " for " + wanted.getSimpleName());
    }

    private static Object made(String type, List<Object> parts) {
        switch (type) {
            case "standard.date": return date(parts);
            case "standard.time": return time(parts, 0);
            case "standard.datetime": return LocalDateTime.of(date(parts), time(parts, 3));
            case "standard.duration": return Duration.ofSeconds(whole(parts, 0), whole(parts, 1));
            case "standard.decimal": return new BigDecimal(part(parts, 0));
            case "standard.uuid": return UUID.fromString(part(parts, 0));
            default: return null;
        }
    }

    private static LocalDate date(List<Object> parts) {
        return LocalDate.of((int) whole(parts, 0), (int) whole(parts, 1), (int) whole(parts, 2));
    }

    private static LocalTime time(List<Object> parts, int from) {
        return LocalTime.of((int) whole(parts, from), (int) whole(parts, from + 1), (int) whole(parts, from + 2),
                (int) whole(parts, from + 3));
    }

    private static String part(List<Object> parts, int place) {
        return (String) HarnessJson.list(HarnessJson.list(parts.get(place)).get(1)).get(1);
    }

    private static long whole(List<Object> parts, int place) {
        return Long.parseLong(part(parts, place));
    }

    /** The JSON of a value of a standard type; null for any other value. */
    static String said(Object value) {
        Class<?> type = value.getClass();
        if (type == LocalDate.class) {
            return record("date", day((LocalDate) value));
        } else if (type == LocalTime.class) {
            return record("time", clock((LocalTime) value));
        } else if (type == LocalDateTime.class) {
            LocalDateTime moment = (LocalDateTime) value;
            return record("datetime", day(moment.toLocalDate()) + "," + clock(moment.toLocalTime()));
        } else if (type == Duration.class) {
            return record("duration", part("second", ((Duration) value).getSeconds()) + ","
                    + part("nanosecond", ((Duration) value).getNano()));
        } else if (type == BigDecimal.class) {
            BigDecimal number = (BigDecimal) value;
            if (number.unscaledValue().bitLength() > MOST_BITS) {
                throw new HarnessWriter.TooLarge();
            }
            return record("decimal", text("digits", number.toString()));
        }
        return type == UUID.class ? record("uuid", text("text", value.toString())) : null;
    }

    private static String day(LocalDate day) {
        return part("year", day.getYear()) + "," + part("month", day.getMonthValue()) + "," + part("day", day.getDayOfMonth());
    }

    private static String clock(LocalTime time) {
        return part("hour", time.getHour()) + "," + part("minute", time.getMinute()) + ","
                + part("second", time.getSecond()) + "," + part("nanosecond", time.getNano());
    }

    private static String record(String type, String parts) {
        return "[\"record\",\"standard." + type + "\",[" + parts + "],0]";
    }

    private static String part(String name, long number) {
        return "[\"" + name + "\",[\"int\",\"" + number + "\"]]";
    }

    private static String text(String name, String text) {
        return "[\"" + name + "\",[\"text\"," + HarnessJson.quote(text) + "]]";
    }
}
