// Names of every kind, each with what it becomes in the sketch of its outermost unit; types and macros stay.
#include <stdio.h>
#define SQUARE(x) ((x) * (x))

static int *find(const int *items, int sizes[2], int (*test)(int one), size_t count) {
    //      ^ unit function find
    //                      ^ arg_0
    //                                 ^ arg_1
    //                                                 ^ arg_2
    //                                                           ^ arg_3
    //                                                                        ^ arg_4
    int total = 0, *at = &total;
    //  ^ var_0
    //              ^ var_1
    for (size_t i = 0; i < count; i++) { int total = items[i]; if (test(total)) goto done; }
    //          ^ var_2
    //                     ^ arg_4
    //                                       ^ var_3
    //                                                             ^ arg_2
    //                                                                  ^ var_3
    //                                                                               ^ var_4
    printf("%d < %d", SQUARE(total), point->x);
    //                ^ keep
    //                       ^ var_0
    //                                      ^ keep
done: return at ? at : find(items, sizes, test, count - 1);
    //                 ^ f
}
