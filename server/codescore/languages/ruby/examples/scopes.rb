# Names of every kind, each with what it becomes in the sketch of its outermost unit.
module Demo
  class Point < Base
    attr_reader :x
    def initialize(x, y = 1)
#       ^ unit method Demo.Point.initialize
#                  ^ arg_0
#                     ^ arg_1
      @x = x
#      ^ keep
#          ^ arg_0
    end

    def sum(first, *rest, flag: true, **more, &block)
#       ^ unit method Demo.Point.sum
#           ^ arg_0
#                   ^ arg_1
#                         ^ arg_2
#                                       ^ arg_3
#                                              ^ arg_4
      total = first
#     ^ var_0
      rest.each_with_index do |item, index|
#          ^ keep
#                              ^ var_1
#                                    ^ var_2
        next if item > LIMIT
#               ^ var_1
#                      ^ keep
        total += item * @x
#       ^ var_0
      end
      more.each { |item| puts "#{item.size} of #{total} raw" }
#                  ^ var_3
#                                ^ var_3
#                                     ^ keep
#                                                ^ var_0
      double = ->(of, other = 2) { of * 2 + total }
#     ^ var_4
#                 ^ var_5
#                     ^ var_6
#                                           ^ var_0
      a, b = pair(total)
#     ^ var_7
#        ^ var_8
#            ^ keep
      begin
        risky
#       ^ keep
      rescue ArgumentError => error
#                             ^ var_9
        raise error
#             ^ var_9
      end
      case more
      in { name: String => n } then return n
#          ^ keep
#                          ^ var_10
#                                          ^ var_10
      in [p, *q] then block.call(p, q)
#         ^ var_11
#             ^ var_12
#                           ^ keep
      end
      sum(a, flag: flag).size + double.call(b)
#     ^ f
#            ^ keep
#                  ^ arg_2
#                        ^ keep
#                               ^ var_4
    end

    def self.make(n) = new(n)
#            ^ unit method Demo.Point.make
#                 ^ arg_0
#                          ^ arg_0
    def ready? = !@x.zero?
#       ^ unit method Demo.Point.ready?
  end
end

def outer(size)
#   ^ unit function outer
#         ^ arg_0
  outer(size - 1) if size > 1
# ^ f
end
