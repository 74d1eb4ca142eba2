// Names of every kind, each with what it becomes in the sketch of its outermost unit.
package main

import "fmt"

func (p *Point) Sum(first, second int, rest ...string) (total int, err error) {
//    ^ arg_0
//              ^ unit function Sum
//                  ^ arg_1
//                         ^ arg_2
//                                     ^ arg_3
//                                                      ^ arg_4
	x, _ := first, Limit
	for i, word := range rest { fmt.Println(i, word, `raw < text`); x := i; total += x }
//                    ^ arg_3
//                               ^ keep
//                                                               ^ var_3
//                                                                       ^ arg_4
	double := func(of int) int { return of * x }
//                                   ^ arg_6
//              ^ arg_6
//                                        ^ var_0
	switch kind := any(p).(type) { case int: return double(kind), nil; default: }
//      ^ var_5
//                                               ^ var_4
	if again, ok := p.Sum(1, second); ok == nil { return again, err }
//                 ^ keep
//                        ^ arg_2
//                                                           ^ arg_5
	return Point{X: x}.X, nil
//               ^ var_0
//            ^ keep
}
