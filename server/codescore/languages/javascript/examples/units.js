// What is a unit, and what it is called.
function* numbers() { yield 1 }
//        ^ unit function numbers

export default class Shape extends Base {
    #side = 1;
    static of = (side) => new Shape(side);
    //     ^ unit method Shape.of
    constructor(side) { super(); this.#side = side; }
    // <- unit method Shape.constructor
    get area() { return this.#side ** 2; }
    //  ^ unit method Shape.area
    async scale(by) {
        //^ unit method Shape.scale
        const twice = (x) => 2 * x;
        //    ^ unit function Shape.scale.twice
        return twice(by);
    }
}

exports.add = function (a, b) { return a + b; };
//      ^ unit function add
module.exports = { sub: (a, b) => a - b, mul(a, b) { return a * b; } };
//                 ^ unit function sub
//                                       ^ unit function mul
exports.Pile = class Inner { put() { return 1; } };
//                           ^ unit method Pile.put
module.exports = function whole() { return 1; };
//                        ^ unit function whole
Shape.prototype.turn = function () { return this; };
//              ^ unit function Shape.turn
var old = function () { return 0 };
//  ^ unit function old
