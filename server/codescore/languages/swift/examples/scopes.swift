// Names of every kind, each with what it becomes in the sketch of its outermost unit.
import Foundation

class Point: Base, Shape {
    let limit = 3
    init(x: Int, y: Int = 1) { self.x = x }
//  ^ unit constructor Point.init
//       ^ arg_0
//               ^ arg_1
//                                  ^ keep
//                                      ^ arg_0
    func sum(of first: Int, _ rest: Int..., flag: Bool = true) throws -> Int {
//       ^ unit method Point.sum
//           ^ keep
//              ^ arg_0
//                            ^ arg_1
//                                          ^ arg_2
        var total = first
//          ^ var_0
        for item in rest where item > limit { total += item * self.x }
//          ^ var_1
//                             ^ var_1
//                                    ^ keep
//                                            ^ var_0
//                                                                 ^ keep
        for (index, word) in words.enumerated() { print("\(index): \(word.count) raw") }
//           ^ var_2
//                           ^ keep
//                                                                   ^ var_3
//                                                                        ^ keep
        let double = { (of: Int, other) -> Int in return of * 2 + total }
//          ^ var_4
//                      ^ arg_3
//                               ^ arg_4
//                                                                ^ var_0
        rest.map { $0 + double(total, 1) }
//                      ^ var_4
        let (a, b) = pair(total)
//           ^ var_5
//              ^ var_6
        guard let value = maybe, value > b else { return a }
//                ^ var_7
//                               ^ var_7
//                                                       ^ var_5
        if let found = value, case let .some(deep) = found { return deep }
//             ^ var_8
//                                           ^ var_9
//                                                   ^ var_8
//                                      ^ keep
//                                                                  ^ var_9
        if let total { return total }
//             ^ var_0
//                            ^ var_0
        switch value { case .one(let n): return n; case let (m, _) where m > 1: return m; default: break }
//                           ^ keep
//                                   ^ var_10
//                                              ^ var_10
//                                                           ^ var_11
//                                                                       ^ var_11
        do { try risky() } catch let error as MyError { throw error }
//                                   ^ var_12
//                                                            ^ var_12
        outer: for i in 0..<10 { while flag { break outer } }
//                                                  ^ keep
        return copy(first: total).sum(of: 1, flag: flag)
//             ^ keep
//                  ^ keep
//                                           ^ keep
//                                                 ^ arg_2
    }
}

extension Point { func twice(_ other: Int) -> Int { return other > 1 ? twice(other - 1) : .max } }
//                     ^ unit method Point.twice
//                             ^ arg_0
//                                                                     ^ f
//                                                                                         ^ keep

func outer(size: Int) -> Int {
    func inner(_ of: Int) -> Int { of + size }
//       ^ unit function outer.inner
//                                      ^ arg_0
    let size = size + 1
//      ^ var_0
//             ^ arg_0
    return inner(size)
//         ^ f
//               ^ var_0
}
