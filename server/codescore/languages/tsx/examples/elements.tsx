// Elements are parsed, their names and attributes stay.
export const List = <T,>({ items, title }: Props<T>): JSX.Element => {
    //       ^ f
    //                     ^ arg_0
    //                            ^ arg_1
    const Row = (row: T) => <li key={row.id}>{row.name as string}</li>
    //    ^ f
    //           ^ arg_2
    //                       ^ keep
    //                               ^ arg_2
    return <ul title={title}>{items.map(Row)}<Row {...items[0]} /></ul>
    //         ^ keep
    //                ^ arg_1
    //                                  ^ f
    //                                        ^ f
};
