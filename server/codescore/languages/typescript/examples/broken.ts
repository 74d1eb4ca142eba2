function fine(a: number): number { return a + 1; }
//       ^ unit function fine

function broken(a: number { return a +; }

function after(b: string) { return b; }
//                                 ^ arg_0
