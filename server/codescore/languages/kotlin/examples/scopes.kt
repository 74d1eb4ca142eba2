// Names of every kind, each with what it becomes in the sketch of its outermost unit.
package demo

import kotlin.math.max

class Point(val x: Int, private var y: Int = 0) : Base(x), Shape {
    val limit = 3
    constructor(z: Int) : this(z, z) { y = z }
//  ^ unit constructor Point.constructor
//              ^ arg_0
//                                     ^ keep
//                                         ^ arg_0
    override fun sum(first: Int, vararg rest: Int, flag: Boolean = true): Int {
//               ^ unit method Point.sum
//                   ^ arg_0
//                                      ^ arg_1
//                                                 ^ arg_2
//                                                                 ^ keep
        var total = first
//          ^ var_0
        for (item in rest) { if (item > limit) continue; total += item * this.x }
//           ^ var_1
//                                      ^ keep
//                                                       ^ var_0
//                                                                            ^ keep
        for ((index, word) in words.withIndex()) println("$index: ${word.length} raw")
//            ^ var_2
//                            ^ keep
//                                                                  ^ var_3
//                                                                       ^ keep
        val double = { of: Int, other -> of * 2 + total }
//          ^ var_4
//                     ^ arg_3
//                              ^ arg_4
//                                                ^ var_0
        rest.map { it + double(total, 1) }
//                 ^ keep
//                      ^ var_4
        val (a, total) = pair(total)
//           ^ var_5
//              ^ var_6
//                            ^ var_0
        when (val kind = other(a)) { is Int -> return kind + total; in 1..2 -> return 0; else -> {} }
//                ^ var_7
//                       ^ keep
//                                                           ^ var_6
        try { risky() } catch (error: Exception) { throw error }
//                             ^ var_8
//                                                       ^ var_8
        outer@ for (i in 0..10) { while (flag) break@outer }
//                                                   ^ keep
        return copy(first = total).sum(1, flag = flag)
//             ^ keep
//                  ^ keep
//                                 ^ keep
//                                        ^ keep
//                                               ^ arg_2
    }
}

fun <T> Point.twice(other: T, action: (T) -> Int): Int = if (x > 1) twice(other, action) else action(other)
//            ^ unit function twice
//                  ^ arg_0
//                                                           ^ keep
//                                                                  ^ f
//                                                                               ^ arg_1
//                                                                                            ^ arg_1

fun outer(size: Int) {
    fun inner(of: Int) = of + size
//      ^ unit function outer.inner
//                            ^ arg_0
    val added = fun(more: Int): Int { return inner(more) }
//      ^ var_0
//                  ^ arg_2
//                                           ^ f
}
