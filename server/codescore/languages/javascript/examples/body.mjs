const total = [1, 2].reduce((sum, x) => sum + x, 0)
// <- keep
console.log(total)
