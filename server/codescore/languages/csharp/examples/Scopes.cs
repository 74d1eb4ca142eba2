// Names of every kind, each with what it becomes in the sketch of its outermost unit.
class Scopes<T> : Base {
    int count = 1;
    public Scopes(int count) : base(count) { this.count = count; }
    //     ^ unit constructor Scopes.Scopes
    public static int Sum(int first, ref string second, params int[] rest) {
        //            ^ unit method Scopes.Sum
        //                    ^ arg_0
        //                                      ^ arg_1
        //                                                           ^ arg_2
        int total = 0;
        //  ^ var_0
        var (low, high) = Pair(first);
        //   ^ var_1
        //        ^ var_2
        //                ^ keep
        foreach (var item in rest) { total += item; }
        //           ^ var_3
        Func<int, int> twice = one => one * total;
        //             ^ var_4
        //                     ^ arg_3
        //                            ^ arg_3
        //                                  ^ var_0
        if (second is string text && text.Length > high) total = twice(low);
        //                                                       ^ var_4
        //                   ^ var_5
        //                                ^ keep
        //                                         ^ var_2
        //                                                             ^ var_1
        try { Run(out int result); } catch (Exception error) when (total > 0) { throw error; }
        //                ^ var_6
        //                                            ^ var_7
        //                                                         ^ var_0
        int Local(int of) { return of + total; }
        //  ^ f
        //            ^ arg_4
        return Local(total) + $"a {total} < b".Length + Sum(low, ref second, rest);
        //     ^ f
        //           ^ var_0
        //                                              ^ f
    }
}
