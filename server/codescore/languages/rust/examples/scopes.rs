// Names of every kind, each with what it becomes in the sketch of its outermost unit.
impl Store {
    pub fn sum<'a, T: Into<i32>>(&self, first: T, (low, high): (i32, i32), mut items: Vec<i32>) -> i32 {
        // ^ unit method Store.sum
        //                              ^ arg_0
        //                                         ^ arg_1
        //                                              ^ arg_2
        //                                                                     ^ arg_3
        let low = first.into() + low;
        //  ^ var_0
        //        ^ arg_0
        //                       ^ arg_1
        let Some(found) = Self::lookup(high) else { return 0 };
        //       ^ var_1
        //                      ^ keep
        //                             ^ arg_2
        'outer: for (at, item) in items.iter().enumerate() { if *item > low { break 'outer; } }
        // ^ var_2
        //           ^ var_3
        //               ^ var_4
        //                                                              ^ var_0
        let scale = |by: i32, of| by * of + found;
        //  ^ var_5
        //           ^ arg_4
        //                    ^ arg_5
        //                        ^ arg_4
        //                             ^ arg_5
        //                                  ^ var_1
        match found { Kind::A(inner) if inner > 1 => inner, Point { x, y: other, .. } => x + other, NONE => 0, n => n };
        //                    ^ var_6
        //                                                          ^ var_7
        //                                                                ^ var_8
        //                                                                                          ^ keep
        //                                                                                                     ^ var_9
        println!("{} {}", scale(low, 2), r#"raw < "text""#);
        //                ^ var_5
        self.sum(first, (low, high), items)
        //   ^ keep
    }
}
