// What functions do that programs are given, as far as no template is needed; see `given.hpp`.
#include "codescore.hpp"

namespace codescore {
namespace {

constexpr char kDeclared[] = "standard.declared ";

long long plus(long long a, long long b) { return static_cast<long long>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b)); }
long long times(long long a, long long b) { return static_cast<long long>(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b)); }

Number remainder_of(Number n, long long by) {
  return n.real ? Number{true, 0, std::fmod(n.fraction, static_cast<double>(by))} : Number{false, n.whole % by, 0};
}

std::string written(Number n) { return n.real ? std::to_string(n.fraction) : std::to_string(n.whole); }

}  // namespace

Asked::Asked(Reader& in) {
  Reader ahead = in;
  if (in.open() != "record") throw Unusable{};
  in.expect(',');
  std::string type = in.text();
  std::size_t of = type.find(" of "), to = type.find(" to ");
  if (type.rfind(kDeclared, 0) != 0 || of == std::string::npos) throw Unusable{};
  std::string kind = type.substr(sizeof kDeclared - 1, of - (sizeof kDeclared - 1));
  result = to != std::string::npos ? type.substr(to + 4) : kind == "precedence" ? "before" : kind == "likeness" ? "alike" : "order";
  in.expect(','), in.expect('['), in.expect('['), in.text(), in.expect(',');
  name = in.word();
  in.expect(']'), in.expect(','), in.expect('['), in.text(), in.expect(',');
  k = static_cast<long long>(in.whole(-1000, 1000));
  in.expect(']'), in.expect(']'), in.expect(','), in.number(), in.expect(']');
  sent = ahead.until(in);
}

bool Asked::called() {
  if (name != "fails first") return false;
  if (calls_++ < k) throw std::runtime_error("fails");
  return true;
}

int compared(Number one, Number other) {
  if (one.real || other.real) return (one.value() > other.value()) - (one.value() < other.value());
  return (one.whole > other.whole) - (one.whole < other.whole);
}

Number Asked::counted(Number n, Number m) const {
  double half = result == "real" ? 0.5 : 0;
  bool real = half != 0 || n.real || m.real;
  double a = n.value(), b = m.value(), c = static_cast<double>(k) + half;
  if (name == "fails first" || name == "is k") return name == "is k" ? Number{half != 0, k, c} : n;
  if (name == "times k") return {real, times(n.whole, k), a * c};
  if (name == "remainder") return remainder_of(n, k + 2);
  if (name == "less second") return {real, plus(plus(n.whole, times(m.whole, -1)), k), a - b + c};
  if (name == "and k times second") return {real, plus(n.whole, times(k, m.whole)), a + c * b};
  if (name == "more times first and second") return {real, plus(times(n.whole, k + 2), m.whole), a * static_cast<double>(k + 2) + b};
  return {real, plus(n.whole, k), a + c};
}

int Asked::order(Number n, Number m, int rising) const {
  if (name == "all alike") return 0;
  if (name == "by remainder") return compared(remainder_of(n, k + 2), remainder_of(m, k + 2));
  return name == "ascending" ? rising : -rising;
}

bool Asked::holds(Number n, Number m, int rising) const {
  Number own{false, k, 0};
  if (result == "before") return order(n, m, rising) < 0;
  if (name == "equal") return rising == 0;
  if (name == "equal remainders") return compared(remainder_of(n, k + 2), remainder_of(m, k + 2)) == 0;
  if (name == "above k") return compared(n, own) > 0;
  if (name == "even by k") return remainder_of(n, k + 2).value() == 0;
  if (name == "equals k") return compared(n, own) == 0;
  if (name == "second above k") return compared(m, own) > 0;
  if (name == "above second") return compared(n, m) > 0;
  return name == "always" || name == "all equal";
}

bool Asked::some(Number n, Number m) const {
  Number own{false, k, 0};
  return name == "some k" || (name == "if above k" && compared(n, own) > 0) || (name == "second if above k" && compared(m, own) > 0);
}

bool Asked::first(Number n, Number m) const { return name == "first" || (name == "larger" && compared(n, m) >= 0); }

std::string Asked::text(const std::vector<std::string>& shown, Number n, Number m) const {
  std::string own = std::to_string(k), one = shown.empty() ? "" : shown[0], other = shown.size() < 2 ? "" : shown[1];
  if (name == "by k") return written(remainder_of(n, k + 2));
  if (name == "both") return one + own + other;
  if (name == "both by k") return written(remainder_of({n.real || m.real, plus(n.whole, m.whole), n.value() + m.value()}, k + 2));
  if (name == "fails first") return "7";
  return name == "is k" ? own : one + own;
}

std::vector<long long> Asked::listed(Number n, Number m) const {
  long long one = as<long long>(n), other = as<long long>(m);
  if (name == "pair") return {one, k};
  if (name == "repeated") return std::vector<long long>(static_cast<std::size_t>(std::max(k, 0LL)), one);
  if (name == "both listed") return {one, other, k};
  return {k};
}

void Asked::tell(const std::vector<std::string>& shown) const {
  std::string line = std::to_string(k);
  for (std::size_t i = 0; i < shown.size() && i < 2; ++i) line += (i ? ", " : ": ") + shown[i];
  std::cout << line + "\n";
}

}  // namespace codescore
