// Names of every kind, each with what it becomes in the sketch of its outermost unit; types stay.
import type { Shape } from "./shapes";

abstract class Store<T> extends Base implements Keyed {
    private items: T[] = [];
    constructor(private readonly key: string, @Inject() size = 2) { super(key, size); }
    // <- unit method Store.constructor
    //                           ^ keep
    //                                                   ^ arg_0
    //                                                                    ^ keep
    abstract keys(): string[];
    static of = <U>(value: U): U => value;
    //     ^ unit method Store.of
    async find<K extends keyof T>(name: K, test: (item: T, at: number) => boolean, ...rest: T[]): Promise<T> {
        //^ f
        //                        ^ arg_0
        //                                 ^ arg_1
        //                                        ^ arg_2
        //                                                 ^ arg_3
        //                                                                               ^ arg_4
        let best!: T, count: number | undefined;
        //  ^ var_0
        //            ^ var_1
        for (const [index, item] of this.items.entries()) if (test(item, index)) best = <T>item;
        //          ^ var_2
        //                 ^ var_3
        //                               ^ keep
        //                                                    ^ arg_1
        //                                                                       ^ var_0
        type Local = typeof count; enum Level { Low, High = 2 }
        //                  ^ var_1
        //                              ^ keep
        return (best as T)!.copy<Local>(name satisfies K, count ?? Level.Low, ...rest);
        //      ^ var_0
        //                  ^ keep
        //                              ^ arg_0
        //                                                         ^ keep
        //                                                                       ^ arg_4
    }
}

function over(value: string): string;
function over({ value = 1, ...others }: any, option?: boolean): asserts option is true {
    //   ^ unit function over
    //          ^ arg_0
    //                        ^ arg_1
    //                                       ^ arg_2
    //                                                                  ^ arg_2
    return option ? value : others
    //                      ^ arg_1
}
