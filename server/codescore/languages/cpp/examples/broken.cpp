int fine(int a) { return a + 1; }
//  ^ unit function fine

int broken(int a) { return a +; }

int after(int b) { return b; }
//                        ^ arg_0
