class Broken {
    int fine(int a) { return a + 1; }
    //   ^ unit method Broken.fine

    int broken(int a { return a +; }

    int after(int b) { return b; }
    //                        ^ arg_0
}
