// Text, regular expressions and elements are what they are, never operators; a semicolon may be left out.
function show(name, list) {
//       ^ f
//                  ^ arg_1
    const found = /a b|"[/]" +/gi.test(name) / 2
    const text = `sum: ${list.map((x) => x + 1)} of ${`<${name}> // no comment`} a < b`
//                       ^ arg_1
//                                       ^ arg_2
//                                                        ^ arg_0
    const raw = String.raw`\d + ${text}`, quoted = 'it' + "is";
//                     ^ keep
//                                ^ var_1
    return <ul className="all" title={name}>{list.map(item => <li key={item.id}>{item} &amp; more</li>)}</ul>
//          ^ keep
//             ^ keep
//                                                                     ^ arg_3
//                                                                          ^ keep
}
