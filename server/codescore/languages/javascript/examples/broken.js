function fine(a) { return a + 1; }
//       ^ unit function fine

function broken(a { return a +; }

function after(b) { return b; }
//                         ^ arg_0
