public Counter(int start) {
    //     ^ unit constructor Counter
    this.start = start;
    //    ^ keep
    //           ^ arg_0
}
