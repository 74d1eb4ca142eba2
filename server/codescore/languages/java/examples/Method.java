public static int sum(int[] values) {
    //             ^ unit function sum
    int total = 0;
    //   ^ var_0
    for (int value : values) total += value;
    //       ^ var_1
    //                                 ^ var_1
    return total;
}
