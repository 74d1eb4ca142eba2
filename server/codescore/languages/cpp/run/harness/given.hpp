// Functions that programs are given: what the names of `codescore.languages.functions` do, as `given.py` writes it.  Of
// what they are called with they look at numbers, at texts, at the lengths of collections and at what is in objects, and
// call nothing of the program.  What needs no template is in `given.cpp`.  Part of `codescore.hpp`, which includes it.
#ifndef CODESCORE_GIVEN_HPP
#define CODESCORE_GIVEN_HPP

namespace codescore {

// The number that is looked at, of which arithmetic wraps around.
struct Number {
  bool real = false;
  long long whole = 0;
  double fraction = 0;
  double value() const { return real ? fraction : static_cast<double>(whole); }
};

// One function that was sent, shared by its copies.
class Asked {
 public:
  explicit Asked(Reader& in);                        // throws Unusable
  std::string result, name, sent;                    // what it gives, what it does, the JSON of it
  long long k = 0;
  bool called();                                     // throws the first few times, or says that it did so before
  long long count() { return k + calls_++; }
  Number counted(Number n, Number m) const;
  bool holds(Number n, Number m, int rising) const;  // `rising`: how the two compare
  int order(Number n, Number m, int rising) const;
  bool some(Number n, Number m) const;
  bool first(Number n, Number m) const;
  std::string text(const std::vector<std::string>& shown, Number n, Number m) const;
  std::vector<long long> listed(Number n, Number m) const;
  void tell(const std::vector<std::string>& shown) const;

 private:
  long long calls_ = 0;
};

int compared(Number one, Number other);

template <class T> Number number_of(const T& value, int depth = 0) {
  constexpr int kDeep = 4;
  if constexpr (std::is_floating_point_v<T>) {
    return {true, 0, static_cast<double>(value)};
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return {false, static_cast<long long>(value), 0};
  } else if constexpr (std::is_same_v<T, char*> || std::is_same_v<T, const char*>) {
    return {false, value ? static_cast<long long>(std::strlen(value)) : 0, 0};
  } else if constexpr (Listed<T> || Fixed<T>) {
    Number sum;
    auto add = [&](const auto& part) {
      Number one = number_of(part, depth + 1);
      sum.whole = static_cast<long long>(static_cast<unsigned long long>(sum.whole) +
                                         static_cast<unsigned long long>(one.real ? std::llrint(std::clamp(one.fraction, -1e15, 1e15)) : one.whole));
    };
    if (depth > kDeep) return sum;
    if constexpr (Fixed<T>) std::apply([&](const auto&... part) { (add(part), ...); }, value);
    else std::apply([&](auto... member) { (add(value.*(member.second)), ...); }, Members<T>::list());
    return sum;
  } else if constexpr (is<T, std::optional> || Shared<T> || std::is_pointer_v<T>) {
    using Held = std::remove_cvref_t<decltype(*value)>;
    if constexpr (std::is_object_v<Held>)
      if (value && depth <= kDeep) return number_of<Held>(*value, depth + 1);
    return {};
  } else if constexpr (requires { value.size(); }) {
    return {false, static_cast<long long>(value.size()), 0};
  } else {
    return {};
  }
}

// What is printed of a value, and what it is in a text that is made of it.
template <class T> std::string shown(const T& value, bool printed) {
  if constexpr (std::is_same_v<T, char*> || std::is_same_v<T, const char*>) {
    return value ? value : "";
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return std::string(std::string_view(value));
  } else if constexpr (std::is_same_v<T, char>) {
    return printed ? std::string(1, value) : std::to_string(static_cast<int>(value));
  } else {
    Number n = number_of(value);
    if (!n.real) return std::to_string(n.whole);
    std::ostringstream out;
    out << n.fraction;
    return printed ? out.str() : std::to_string(n.fraction);
  }
}

template <class R> R as(Number n) {
  if constexpr (std::is_floating_point_v<R>) return static_cast<R>(n.value());
  else if (!n.real) return static_cast<R>(n.whole);
  else return static_cast<R>(std::fabs(n.fraction) < 1e9 ? static_cast<long long>(n.fraction) : 0);
}

template <class T> inline constexpr bool numbers = false;
template <class T> requires(is<T, std::vector> || is<T, std::optional>)
inline constexpr bool numbers<T> = std::is_arithmetic_v<typename T::value_type>;
// Whether something of this type can be made, or given back by what is called with these.
template <class R> inline constexpr bool produced = std::is_arithmetic_v<R> || std::is_same_v<R, std::string> || numbers<R>;

template <class R, class... A> inline constexpr bool first_is = false;
template <class R, class A, class... B> inline constexpr bool first_is<R, A, B...> = std::is_same_v<R, std::remove_cvref_t<A>>;
template <class R, class... A> inline constexpr bool givable = std::is_void_v<R> || produced<R> ||
    (!std::is_reference_v<R> && first_is<std::remove_cv_t<R>, A...>);

template <class R> R given_back(Asked& it, Number n, Number m, int rising, const std::vector<std::string>& plain) {
  if constexpr (std::is_arithmetic_v<R>) {
    if (it.result == "bool" || it.result == "before" || it.result == "alike") return static_cast<R>(it.holds(n, m, rising));
    if (it.result == "order") return static_cast<R>(it.order(n, m, rising));
    return it.name == "count from k" ? static_cast<R>(it.count()) : as<R>(it.counted(n, m));
  } else if constexpr (std::is_same_v<R, std::string>) {
    return it.text(plain, n, m);
  } else if constexpr (is<R, std::optional>) {
    if (!it.some(n, m)) return std::nullopt;
    return as<typename R::value_type>(it.name == "some k" ? Number{false, it.k, 0} : n);
  } else {
    R all;
    for (long long one : it.listed(n, m)) all.push_back(static_cast<typename R::value_type>(one));
    return all;
  }
}

// The first argument again, or the second where that is alike.
template <class R, class... A> R one_of(bool first, const A&... a) {
  auto all = std::tie(a...);
  if constexpr (sizeof...(A) > 1)
    if constexpr (std::is_same_v<R, std::remove_cvref_t<std::tuple_element_t<1, decltype(all)>>>)
      if (!first) return std::get<1>(all);
  return std::get<0>(all);
}

template <class R, class... A> R answered(Asked& it, const A&... a) {
  std::array<Number, 2> n{};
  std::size_t i = 0;
  ((i < 2 ? void(n[i++] = number_of(a)) : void()), ...);
  int rising = compared(n[0], n[1]);
  if constexpr (sizeof...(A) == 2) {
    [&](const auto& one, const auto& other) {
      if constexpr (std::is_convertible_v<decltype(one), std::string_view> && std::is_convertible_v<decltype(other), std::string_view>)
        rising = std::string_view(one).compare(std::string_view(other));
    }(a...);
  }
  bool failed = it.called();
  if constexpr (std::is_void_v<R>) {
    if (!failed) it.tell({shown(a, true)...});
  } else if constexpr (!produced<R>) {
    return one_of<R>(it.first(n[0], n[1]), a...);
  } else {
    if constexpr (first_is<R, A...>)
      if (it.result == "same") return one_of<R>(it.first(n[0], n[1]), a...);
    if (failed && std::is_arithmetic_v<R>) return given_back<R>(it, {false, 7, 0}, {}, 0, {});
    return given_back<R>(it, n[0], n[1], rising, {shown(a, false)...});
  }
}

// What a `std::function` of this type is given.
template <class R, class... A> struct Given {
  std::shared_ptr<Asked> it;
  R operator()(A... a) const { return answered<std::remove_cvref_t<R>>(*it, a...); }
};

// What stands for a parameter of a template that is called: like its first argument, true or false, nothing.
struct Like {};
template <class R> struct Any {
  std::shared_ptr<Asked> it;
  template <class... A> auto operator()(const A&... a) const {
    if constexpr (!std::is_same_v<R, Like>) return answered<R>(*it, a...);
    else if constexpr (sizeof...(A) == 0) return answered<int>(*it);
    else return answered<std::decay_t<std::tuple_element_t<0, std::tuple<A...>>>>(*it, a...);
  }
};

// Pointers to functions have nothing but their address: there are a few of each type.
template <class R, class... A> struct Pointed {
  static constexpr std::size_t kMost = 6;
  using Pointer = R (*)(A...);
  static inline std::array<std::shared_ptr<Asked>, kMost> known;
  static inline std::size_t used = 0;
  template <std::size_t N> static R at(A... a) { return answered<std::remove_cvref_t<R>>(*known[N], a...); }
  static const std::array<Pointer, kMost>& all() {
    static const auto pointers = []<std::size_t... N>(std::index_sequence<N...>) {
      return std::array<Pointer, kMost>{&at<N>...};
    }(std::make_index_sequence<kMost>());
    return pointers;
  }
  static Pointer made(Reader& in) {
    if (used == kMost) throw Unusable{};
    known[used] = std::make_shared<Asked>(in);
    return all()[used++];
  }
};

template <class T> inline constexpr bool is_function = false;
template <class R, class... A> inline constexpr bool is_function<std::function<R(A...)>> = true;

// How functions of a type are made, and what was sent for one, null where it is none that was given.
template <class T> struct Functions { static constexpr bool are = false; };
template <class R, class... A> struct Functions<std::function<R(A...)>> {
  static constexpr bool are = true;
  static std::function<R(A...)> made(Reader& in) {
    if constexpr (givable<R, A...>) return Given<R, A...>{std::make_shared<Asked>(in)};
    else throw Unusable{};
  }
  static const Asked* sent(const std::function<R(A...)>& one) {
    if constexpr (givable<R, A...>)
      if (auto* given = one.template target<Given<R, A...>>()) return given->it.get();
    return nullptr;
  }
};
template <class R, class... A> struct Functions<R (*)(A...)> {
  static constexpr bool are = true;
  static R (*made(Reader& in))(A...) {
    if constexpr (givable<R, A...>) return Pointed<R, A...>::made(in);
    else throw Unusable{};
  }
  static const Asked* sent(R (*one)(A...)) {
    if constexpr (givable<R, A...>)
      for (std::size_t i = 0; i < Pointed<R, A...>::used; ++i)
        if (Pointed<R, A...>::all()[i] == one) return Pointed<R, A...>::known[i].get();
    return nullptr;
  }
};
template <class R> struct Functions<Any<R>> {
  static constexpr bool are = true;
  static Any<R> made(Reader& in) { return {std::make_shared<Asked>(in)}; }
  static const Asked* sent(const Any<R>& one) { return one.it.get(); }
};

}  // namespace codescore
#endif
