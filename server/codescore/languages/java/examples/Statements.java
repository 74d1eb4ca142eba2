int total = 0;
//  ^ var_0
for (int i = 0; i < limit; i++) total += i;
//                   ^ keep
//                                       ^ var_1
return total;
//      ^ var_0
