// Text is what it is, whatever it holds; neighbours and fences count as they are written.
const char* quoted(char c) {
    //      ^ f
    const char* raw = R"--(a "b" < c)--", *wide = "x < y" " z";
    //          ^ var_0
    //                                     ^ var_1
    return c == '"' ? raw : wide;
    //     ^ arg_0
}
