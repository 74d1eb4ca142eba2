// Names of every kind, each with what it becomes in the sketch of its outermost unit; types and macros stay.
#include <vector>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int shop::Store<int>::find(const std::vector<int>& items, int* at, int sizes[], bool (*test)(int one), int limit = 3) {
    //                ^ unit function find
    //                                             ^ arg_0
    //                                                         ^ arg_1
    //                                                                 ^ arg_2
    //                                                                                 ^ arg_3
    //                                                                                           ^ arg_4
    //                                                                                                     ^ arg_5
    auto [low, high] = std::minmax(items[0], sizes[1]);
    //    ^ var_0
    //         ^ var_1
    //                      ^ keep
    for (const auto& item : items) { int low = item; *at += low; }
    //               ^ var_2
    //                                   ^ var_3
    //                                                ^ arg_1
    //                                                      ^ var_3
    for (int i = 0, n = limit; i < n; ++i) if (int hit = test(i); hit > low) goto done;
    //       ^ var_4
    //              ^ var_5
    //                                             ^ var_6
    //                                                   ^ arg_3
    //                                                                  ^ var_0
    //                                                                            ^ var_7
    auto step = [&, limit, by = 2](int of) mutable -> int { return MAX(of, limit) + by; };
    //   ^ var_8
    //              ^ arg_5
    //                     ^ var_9
    //                                 ^ arg_6
    //                                                             ^ keep
    //                                                                              ^ var_9
    try { step(high); } catch (const std::exception& error) { throw error; }
    //                                               ^ var_10
    //                                                              ^ var_10
    std::string text("x"), copy(text);
    //          ^ var_11
    //                     ^ var_12
    //                          ^ var_11
done:
// <- var_7
    return this->find(items, at) + find(0) + copy.size() + Level::Low;
    //           ^ f
    //                             ^ f
    //                                            ^ keep
    //                                                            ^ keep
}

template <typename T, int N = 2>
T add(T first, T second) { return first + N * second; }
// <- keep
//      ^ arg_1
//                                        ^ arg_0
