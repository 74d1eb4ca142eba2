import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** As much of JSON as the wire needs: objects as maps, arrays as lists, numbers as their text. */
final class HarnessJson {
    private final String text;
    private int at;

    HarnessJson(String text) {
        this.text = text;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    Object value() {
        switch (next()) {
            case '{': return members();
            case '[': return elements();
            case '"': return string();
            case 't': at += 4; return true;
            case 'f': at += 5; return false;
            case 'n': at += 4; return null;
            default: return number();
        }
    }

    private String number() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (at == from) {
            throw new IllegalArgumentException("JSON at " + at);
        }
        return text.substring(from, at);
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new HashMap<>();
        for (at++; next() != '}';) {
            String name = string();
            next();
            at++;
            members.put(name, value());
            at += next() == ',' ? 1 : 0;
            next();
        }
        at++;
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        for (at++; next() != ']';) {
            elements.add(value());
            at += next() == ',' ? 1 : 0;
        }
        at++;
        return elements;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(++at);
            int plain = "bfnrt".indexOf(c);
            if (c == 'u') {
                out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                out.append(plain < 0 ? c : "\b\f\n\r\t".charAt(plain));
            }
        }
        at++;
        return out.toString();
    }

    static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append("\\u").append(String.format("%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
