package a.b;

import java.util.*;

/** Names of every kind, each with what it becomes in the sketch of its outermost unit. */
class Scopes<T> extends Base {
    int count = 0;

    @Override
    public static int fact(int n, String... names) throws IOException {
        //             ^ f
        //                     ^ arg_0
        //                                   ^ arg_1
        int count = n; // the field's name, but a variable
        //    ^ var_0
        //          ^ arg_0
        for (int i = 0; i < n; i++) { int t = i; count(count); }
        //       ^ var_1
        //                                ^ var_2
        //                                       ^ keep
        //                                              ^ var_0
        for (int i = 0; i < n; i++) this.count += i;
        //       ^ var_3
        //                               ^ keep
        //                                        ^ var_3
        outer:
        // <- var_4
        while (true) { break outer; }
        //                    ^ var_4
        List<Integer> items = new ArrayList<>();
        //    ^ keep
        //             ^ var_5
        items.forEach(e -> { int z = e; System.out.println(e + z); });
        //     ^ keep
        //            ^ arg_2
        //                       ^ var_6
        //                               ^ keep
        //                                                 ^ arg_2
        items.sort((p, q) -> p - q);
        //          ^ arg_3
        //             ^ arg_4
        try (Reader in = open(n)) { in.read(); } catch (IOException | Error e) { throw new Error(e); }
        //          ^ var_7
        //                ^ keep
        //                             ^ keep
        //                                                                  ^ var_8
        //                                                                                       ^ var_8
        for (String name : names) items.add(name.length());
        //          ^ var_9
        //                 ^ arg_1
        //                                   ^ var_9
        if (items instanceof ArrayList<Integer> s && s.isEmpty()) return this.fact(n - 1) + fact(count);
        //                                      ^ var_10
        //                                                                    ^ f
        //                                                                                  ^ f
        switch (n) { case 1: int one = 1; break; case RED: one = 2; default: break; }
        //                       ^ var_11
        //                                             ^ keep
        //                                                  ^ var_11
        Runnable run = new Runnable() {
            //   ^ var_12
            int held;
            //  ^ keep
            public void run() { held = n; fact(held); }
            //           ^ f
            //                   ^ keep
            //                         ^ arg_0
            //                            ^ f
        };
        names.clone(); Scopes.fact(1); Scopes::fact; this::fact; items::add;
        //     ^ keep
        //              ^ keep
        //                     ^ keep
        //                                     ^ keep
        //                                                 ^ f
        //                                                       ^ var_5
        //                                                              ^ keep
        return n == 0 ? 1 : n * Math.max(fact(n - 1), Scopes.LIMIT);
        //                      ^ keep
        //                           ^ keep
        //                                ^ f
        //                                                    ^ keep
    }
}
