// Names of every kind, each with what it becomes in the sketch of its outermost unit.
import fs, { join as glue } from "path";

const LIMIT = 3;

export function outer({ first, second: { third }, ...rest }, [fourth = 1, ...more], count = 2, ...others) {
    //          ^ f
    //                  ^ arg_0
    //                         ^ keep
    //                                   ^ arg_1
    //                                               ^ arg_2
    //                                                        ^ arg_3
    //                                                                       ^ arg_4
    //                                                                              ^ arg_5
    //                                                                                            ^ arg_6
    let total = glue(first, LIMIT) / fs.size
    //  ^ var_0
    //          ^ keep
    //               ^ arg_0
    //                      ^ keep
    //                                  ^ keep
    if (total) { var late = third; let total = 1; inner(total) }
    //               ^ var_1
    //                      ^ arg_1
    //                                 ^ var_2
    //                                            ^ f
    //                                                  ^ var_2
    return late + inner(rest, total)
    //     ^ var_1
    //            ^ f
    //                  ^ arg_2
    //                        ^ var_0
    function inner(extra) {
        //   ^ f
        //         ^ arg_7
        [first, total] = [total, first];
        // ^ arg_0
        //       ^ var_0
        return extra.first ? { first, total: count, more } : class { first() { return first } };
        //            ^ keep
        //                     ^ arg_0
        //                              ^ keep
        //                                    ^ arg_5
        //                                          ^ arg_4
        //                                                           ^ f
        //                                                                            ^ arg_0
    }
}

const closures = async (a, b) => {
    //   ^ f
    //                  ^ arg_0
    //                     ^ arg_1
    search: for (const item of await a) { if (item) continue search; }
    // <- var_0
    //                 ^ var_1
    //                                                       ^ var_0
    for (var i = 0, n = b.length; i < n; i++) setTimeout(() => i);
    //       ^ var_2
    //              ^ var_3
    //                                           ^ keep
    //                                                         ^ var_2
    try { later() } catch ({ message }) { throw message }
    //    ^ f
    //                       ^ var_4
    //                                          ^ var_4
    const fact = function self(n) { return n < 2 ? 1 : n * self(n - 1) };
    //    ^ f
    //                    ^ f
    //                         ^ arg_2
    //                                                     ^ f
    const later = () => i;
    //    ^ f
    switch (n) { case 1: let one = fact(n); default: return one }
    //                       ^ var_5
    //                             ^ f
    //                                                      ^ var_5
};
