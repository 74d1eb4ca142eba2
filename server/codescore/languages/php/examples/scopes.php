<?php
// Names of every kind, each with what it becomes in the sketch of its outermost unit.
namespace Demo;

class Point extends Base implements Shape {
    private int $x = 0;
    const LIMIT = 3;
    public function __construct(int $x, private int $y = 1) { $this->x = $x + $y; }
//                  ^ unit method Point.__construct
//                                   ^ arg_0
//                                                   ^ keep
//                                                                   ^ keep
//                                                                        ^ arg_0
    public function sum(int $first, bool $flag = true, int ...$rest): int {
//                  ^ unit method Point.sum
//                           ^ arg_0
//                                        ^ arg_1
//                                                             ^ arg_2
        $total = $first;
//       ^ var_0
        foreach ($rest as $index => $item) { if ($item > self::LIMIT) { continue; } $total += $item * $this->x; }
//                         ^ var_1
//                                   ^ var_2
//                                                             ^ keep
//                                                                                   ^ var_0
//                                                                                                           ^ keep
        for ($i = 0; $i < 3; $i++) { echo "$i: {$item} raw" . 'x'; }
//            ^ var_3
        $double = function ($of) use ($total, &$flag) { $inner = $of * 2; return $inner + $total; };
//       ^ var_4
//                           ^ arg_3
//                                     ^ var_0
//                                              ^ arg_1
//                                                       ^ var_5
//                                                                                         ^ var_0
        $arrow = fn($of) => $of + $total;
//                   ^ arg_4
//                           ^ arg_4
//                                 ^ var_0
        [$a, $b] = pair($total);
//        ^ var_7
//                 ^ keep
        try { risky(); } catch (\Exception $error) { throw $error; }
//                                          ^ var_9
        global $state; $state = $a;
//              ^ keep
//                      ^ keep
        return $this->sum(first: $total, flag: $flag) + Point::make($b)->x + count($rest) + LIMIT;
//              ^ keep
//                    ^ keep
//                        ^ keep
//                                               ^ arg_1
//                                                             ^ keep
//                                                                           ^ keep
//                                                                                          ^ keep
    }
}

function again($again) {
//       ^ unit function again
//              ^ arg_0
    function inner($p) { return again($p); }
//           ^ unit function again.inner
//                              ^ f
//                                     ^ arg_1
    return inner($again) + again(1);
//         ^ f
//                ^ arg_0
//                         ^ f
}
