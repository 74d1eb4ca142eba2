"""Java code that is easily broken by a rewrite: its rewrites are compiled and run beside the original.

Small and nasty methods: hidden casts, effects in operands, definite assignment, unreachable code, labels, dangling
`else`, pattern variables, names that meet.  Which rules apply where is not asked here, only that no application
keeps the code from compiling or changes what a method returns, raises or logs.
"""

from __future__ import annotations

import random
import shutil

import pytest

from codescore.languages import by_id
from codescore.rewrite.draw import apply, choose, located
from codescore.syntax import parse
from tests.stages.test_rewrite_java_runs import SWEEP, Program, compiled, differences, outcomes

pytestmark = [
    pytest.mark.jdk,
    pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK: no javac on the PATH"),
]

TRAPS = {
    "Loops": """
import java.util.*;
import java.util.function.*;

class Loops {
    static List<Object> log = new ArrayList<>();
    static int i = 40;
    static int say(int x) { log.add(x); return x; }
    static Object continues() {
        List<Object> out = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            if (i % 3 == 0) continue;
            if (i == 5) { continue; } else if (i == 7) continue;
            for (int j = 0, k = 9; j < i; j++, k -= 2) { if (j == 1) continue; out.add(i * j + k); }
            switch (i) {
                case 1: out.add("one"); continue;
                case 2: out.add("two"); break;
                default: out.add("many");
            }
            out.add(i);
        }
        return out;
    }
    static Object guarded() {
        List<Object> out = new ArrayList<>();
        int n = 0;
        for (n = 0; n < 6; n++) {
            try {
                if (n % 2 == 0) continue;
                out.add(n);
            } finally {
                out.add(-n);
            }
        }
        for (int a = 0; a < 3; a++) {
            try { out.add(6 / a); } catch (ArithmeticException e) { out.add("zero"); }
        }
        for (int a = 0; a < 3; a++) synchronized (out) { if (a == 1) continue; out.add(a); }
        return out + "" + n;
    }
    static Object labels() {
        List<Object> out = new ArrayList<>();
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                out.add(10 * i + j);
            }
        }
        int k = 0;
        again: while (k < 5) {
            k++;
            while (true) { if (k == 2) continue again; break; }
            out.add(k);
        }
        return out;
    }
    static Object abrupt(int n) {
        for (int i = 0; i < n; i++) { return i; }
        for (int i = 0; ; i++) { if (i * i > n) return i; }
    }
    static Object endless() {
        int x;
        for (;;) { x = say(3); break; }
        for (int i = 0; ; ) { i++; if (i > 4) { x += i; break; } }
        int y;
        while (true) { y = 4; if (x > 0) break; }
        do { y++; } while (y < 8);
        return x + y;
    }
    static Object names() {
        List<Object> out = new ArrayList<>();
        for (int i = 0; i < 3; i++) out.add(i);
        out.add(i);
        for (int i = 3; i > 0; i--) { out.add(i); }
        { for (int q = 0; q < 2; q++) { out.add(q); } int q = 7; out.add(q); }
        for (Iterator<Object> it = new ArrayList<Object>(out).iterator(); it.hasNext();) { out.add(it.next()); }
        for (int p = 0; p < 3; p++) {
            int[] box = {p};
            Supplier<Integer> s = () -> box[0];
            out.add(s.get());
        }
        if (out.size() > 3) for (int z = 0; z < 2; z++) out.add(z); else out.add("none");
        for (int idx = 0; idx < 2; idx++) for (int it : new int[] {5, 6}) out.add(idx * it);
        switch (out.size()) { default: for (int w = 0; w < 2; w++) out.add(w); int w = 3; out.add(w); }
        int e;
        for (e = 0; e < 3; e++);
        for (e++, say(e); e < 6; e++, say(-e)) ;
        Runnable r = () -> { for (int v = 0; v < 2; v++) log.add(v); };
        r.run();
        return out + "" + e + log;
    }
    static Object each() {
        List<Object> out = new ArrayList<>();
        int[] xs = {1, 2, 3};
        for (int x : xs) { xs = new int[] {9}; out.add(x); }
        for (long x : new int[] {4, 5}) out.add(x);
        for (final String s : "a b c".split(" ")) { Supplier<String> t = () -> s; out.add(t.get()); }
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (int x : list) { if (x == 2) continue; out.add(x); x++; }
        for (var x : list) out.add(x);
        for (Object o : list) { out.add(o); if (out.size() > 50) break; }
        Map<String, List<? extends Number>> map = new TreeMap<>();
        map.put("k", List.of(1, 2.5));
        for (Map.Entry<String, List<? extends Number>> e : map.entrySet()) for (Number n : e.getValue()) out.add(n);
        for (String k : map.keySet()) { out.add(k); }
        List<? super Integer> sup = new ArrayList<Number>(List.of(1));
        for (Object o : sup) out.add(o);
        for (int[] row : new int[][] {{1}, {2, 3}}) for (int cell : row) out.add(cell);
        for (char c : "xyz".toCharArray()) { out.add(c); out.add(c + 1); }
        try {
            for (Integer x : list) { if (x == 1) list.add(7); }
        } catch (ConcurrentModificationException e) { out.add("changed"); }
        int[] nothing = null;
        try { for (int x : nothing) out.add(x); } catch (NullPointerException e) { out.add("null"); }
        List<Integer> none = null;
        try { for (int x : none) out.add(x); } catch (NullPointerException e) { out.add("null"); }
        return out;
    }
    static Object whiles() {
        List<Object> out = new ArrayList<>();
        int a = 0;
        while (a < 3) { out.add(a); a++; }
        int b = 0;
        while (b < 3) { int c = b + 1; out.add(c); b = c; }
        int d = 5;
        while (d-- > 0) out.add(d);
        int e = 0;
        while (e < 9) { if (e == 4) { e += 3; continue; } out.add(e); e += 1; }
        int g = 0;
        while (g < 4) { if (g == 2) break; g += 1; }
        int h = 0; // counts
        while (h < 2) {
            out.add(h); // says
            h = h + 1; // steps
            // done
        }
        Object o = "text";
        while (!(o instanceof Integer n)) { o = 5; }
        return out + "" + a + d + g + n;
    }
}
""",
    "Values": """
import java.util.*;

class Values {
    static final int LIMIT = 3;
    static int field = 5;
    int own = 1;
    String name = "n";
    byte small = 1;
    static List<Object> log = new ArrayList<>();
    static int say(int x) { log.add(x); return x; }
    static int change() { field++; return field; }
    static Object casts() {
        byte b = 10; short s = 20; char c = 'a'; int i = 1000; long l = 5; float f = 1.5f; double d = 2.5;
        b += 300; s += 70000; c += 1; i += 3.7; l += 2.9; f += 1e10; i -= 'a'; l += i; d += l; f += i; i *= 1.5;
        i <<= 33L; l >>>= 2; i >>= 1; i %= 7; l |= i; b ^= 5; c *= 2; d /= 3; d = d - (f - 1); i = i + (b - c);
        i = i - (2 - 1); l = l * (i + 2); i += i++ + ++i; i = i + i++;
        return List.of(b, s, c, i, l, f, d);
    }
    static Object texts() {
        String s = "a"; char c = 'b'; Object o = "o"; Integer n = 127; Long m = 5L; Double d = 1.0; String none = null;
        s += 1 + 2; s += c; s += c + 1; s += 'x' + 'y'; s = s + (c + 1); s = s + c + 1; s += none; s += o;
        o += "p"; n += 1; m += 2; d += n; n = n + n; s += n > 3 ? "big" : 'l';
        return s + o + n + m + d;
    }
    static Object elements() {
        int[] a = {1, 2, 3}; byte[] b = {1, 2}; String[] t = {"x", null}; long[] l = {1}; Integer[] w = {1};
        int k = 0, j = 1;
        a[k] += 5; a[k++] += 7; a[j] = a[j] + (k - 3); b[0] += 200; t[1] += "y"; l[0] += a[2]; a[2] *= k = 2; w[0] += 3;
        try { a[k + 7] += say(1); } catch (ArrayIndexOutOfBoundsException e) { log.add("out"); }
        int[] none = null;
        try { none[0] += say(2); } catch (NullPointerException e) { log.add("null"); }
        return Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(t) + l[0] + k + log + w[0];
    }
    Object fields() {
        own += change(); this.own += 2; small += 300; name += own; this.name = this.name + (1 + 2); field += change();
        Values v = this; v.own += 3;
        return own + name + small + field + new Object() { int own = 7; int grow() { own += 2; return own; } }.grow();
    }
    static Object comparisons() {
        List<Object> out = new ArrayList<>();
        int a = 3, b = 4; int[] xs = {1, 2}; String s = "ab", none = null; Integer boxed = 1000, other = 1000;
        out.add(a < b); out.add(a + 1 >= b - 1); out.add(say(1) < say(2)); out.add(a > (a = 9)); out.add(a++ < a);
        out.add(field > change()); out.add(change() == field); out.add(LIMIT < change()); out.add(b < say(7));
        out.add(xs[0] < xs[1]); out.add(s.length() > xs.length); out.add(a == b == (b == a)); out.add(a < b == b > a);
        out.add(boxed == other); out.add(boxed < other); out.add(-a < ~b); out.add((byte) 300 < a); out.add(a<-b);
        out.add(1 / (a - a + 1) == a % 2); out.add('c' > 98 == true); out.add(null != s); out.add(0.0 / 0 < 1);
        for (int k = 0; k < 3; k++) {
            try {
                if (k == 0) out.add(none.length() > xs[5]);
                else if (k == 1) out.add(xs[7] > 1 / (a - a));
                else out.add(s.charAt(9) == none.charAt(0));
            } catch (RuntimeException e) { out.add(e.getClass().getSimpleName()); }
        }
        return out + "" + log;
    }
    static Object truths(boolean flag) {
        boolean t = true, f = false, x = !true, y = !false && true | false ^ true;
        if (flag == true || !(f != true)) t = flag ? true : false;
        boolean[] all = {true, false, !flag};
        final boolean constant = true;
        int z;
        if (constant) z = 1;
        int w;
        if (true) { w = 2; } else { w = 3; }
        t &= flag; f |= x; y ^= true; t = t & (f | y);
        return "" + t + f + x + y + z + w + Arrays.toString(all) + (boolean) true + Boolean.valueOf(true);
    }
}
""",
    "Branches": """
import java.util.*;
import java.util.function.*;

class Branches {
    static Object dangling(int a) {
        StringBuilder out = new StringBuilder();
        if (a > 1) if (a > 2) out.append("x"); else out.append("y");
        if (a > 1) { if (a > 3) out.append("p"); } else out.append("q");
        if (a > 2) out.append(1); else if (a > 1) out.append(2); else if (a > 0) out.append(3); else out.append(4);
        if (a == 0) ; else out.append("e");
        if (a != 0) out.append("f"); else ;
        if (a > 5)
            for (int i = 0; i < a; i++) if (i == 3) out.append("three"); else out.append(i);
        else
            while (a < 3) a++;
        if (a > 2) { int v = 1; out.append(v); } else { String v = "v"; out.append(v); }
        if (out.length() > 3) // why
            out.append("l"); // because
        else // otherwise
            out.append("s");
        return out.toString();
    }
    static int returns(int a) {
        if (a > 3) return 1; else if (a < 0) { return 2; } else { throw new IllegalStateException(); }
    }
    static Object assignments(Object o, boolean flag) {
        final int x;
        int y, z;
        if (flag && (y = 3) > 2) { x = y; } else { x = 2; y = 1; }
        if (!(o instanceof String)) z = 1; else z = 2;
        String text;
        if (o instanceof String s && s.length() > 0) { text = s; } else { text = "none"; }
        if (!(o instanceof Integer n)) { text += "!"; } else { text += n; }
        Runnable r = () -> { int k = x; };
        return x + y + z + text;
    }
    static Object ternaries(int a, Integer b, Object o) {
        int c = a > 1 ? a > 2 ? 1 : 2 : a < 0 ? 3 : 4;
        int d;
        int e = a == 1 ? d = 5 : 6;
        char f = a > 0 ? 'x' : 0;
        Object g = a > 0 ? 1 : 2.0;
        Object h = o instanceof String ? ((String) o).length() : (Object) "no";
        Function<Integer, Integer> k = a > 0 ? x -> x + 1 : x -> x - 1;
        long m = !(a > 0) ? 1 : 2L;
        String n = a > 0 && a < 3 ? "in" : a != 2 ? "out" : null;
        boolean p = a > 0 ? a > 1 : true;
        Supplier<Object> q = a != 0 ? () -> a : () -> { return "z"; };
        return "" + c + e + f + g + h + k.apply(a) + m + n + p + q.get();
    }
    static Object switches(int a) {
        int out = 0;
        switch (a) {
            case 1: if (a > 0) { out += 1; } else break;
            case 2: out += 2; if (out > 2) break; else out += 4;
            default: out += 8;
        }
        int v = switch (a) { case 1 -> { if (a > 0) yield 5; else yield 6; } case 2 -> a > 1 ? 7 : 8; default -> 9; };
        switch (a) { case 3 -> out += 16; default -> { out = out + v; } }
        loop: while (true) { if (out > 50) break loop; else out += 20; }
        return out + " " + v;
    }
    enum Kind { A, B; int weight() { return this == A ? 1 : 2; } }
    interface Shape { default int area() { if (this != null) return 1; else return 0; } }
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); else x = x + 1; } }
    static int total;
    static { int n = 0; while (n < 3) { total += n; n++; } if (total > 2) total = total * 2; else total = -1; }
    { total += 1; for (int i = 0; i < 2; i++) total += i; }
    int size;
    Branches() { this.size = total > 3 ? 1 : 2; for (int i = 0; i < 3; i++) { size += i; } }
    static Object members() {
        Branches b = new Branches();
        Comparator<Integer> order = new Comparator<>() {
            int calls = 0;
            @Override public int compare(Integer a, Integer b) { calls += 1; return a > b ? 1 : a < b ? -1 : 0; }
        };
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
        list.sort(order);
        return "" + Kind.A.weight() + Kind.B.weight() + new Point(3, 4) + total + b.size + list
            + new Shape() { }.area();
    }
}
""",
}


def rewrites(source: str) -> list[str]:
    """Many rules applied at once in many ways; in a sweep also every single application of a rule."""
    language = by_id("java")
    data = source.encode()
    syntax = parse(language, data)
    assert not syntax.root.has_error
    sites = located(language.rewriter().equivalences(data, syntax.tree, syntax.root), syntax, None)
    assert len(sites) > 60
    made = [[site.replacements for site in choose(random.Random(seed), sites, len(sites))] for seed in range(16)]
    if SWEEP:
        made += [[variant] for site in sites for variant in site.variants]
    return [apply(data, [r for variant in variants for r in variant]).decode() for variants in made]


@pytest.mark.parametrize("name", TRAPS)
def test_no_rewrite_changes_what_happens(name, tmp_path):
    """However the rules are applied, the result compiles and does what the original does."""
    source = TRAPS[name]
    codes = rewrites(source)
    refused = compiled(tmp_path, {f"v{i}": (name, code) for i, code in enumerate([source, *codes])})
    assert not refused, "\n".join(f"{why}\n{([source, *codes])[int(p[1:])]}" for p, why in list(refused.items())[:3])
    program = Program(source, name, ("ab", ""), passed=True)
    expected, *found = outcomes(tmp_path, [(f"v{i}", program) for i in range(len(codes) + 1)])
    assert sum(outcome.startswith("returned") for outcome in expected) > len(expected) / 2, expected
    for code, outcome in zip(codes, found, strict=True):
        assert not differences(expected, outcome), f"{code}\n{differences(expected, outcome)[:2]}"
