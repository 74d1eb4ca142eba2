// What a program is compiled behind: values of the wire made into what its parameters take, and what it gives back into
// values.  The form of values is that of `codescore.languages.values`.  Nothing here knows what is expected of a
// program; it runs in the program's own process, which may say what it likes.  What needs no template is in `plain.cpp`,
// what a process is told and says is in `serve.cpp`, `faults.cpp` says what went wrong.
#ifndef CODESCORE_HPP
#define CODESCORE_HPP
#include <bits/stdc++.h>

namespace codescore {

struct Unusable {};  // this value cannot be made into what is wanted
struct Endless {};   // there is more to write than anybody would read

// A place in the JSON of values.
class Reader {
 public:
  Reader(const char* from, const char* to) : at_(from), end_(to) {}
  bool next(char sign);   // go past a sign if it comes next
  void expect(char sign);
  std::string text();     // a string, in UTF-8; a lone low surrogate is the byte that it stands for
  void skip();            // any JSON
  bool boolean();
  bool bare();            // whether JSON's own null comes next
  long long number();
  double fraction() const;
  std::string open();     // the beginning of a value; its tag
  std::string tag() const;
  std::string kind() const;  // the kind of the collection that comes next, "" for other values
  __int128 whole(__int128 low, __int128 high);
  double real();
  std::string word();     // a whole text or character value
  bool null();            // go past a null if it comes next
  std::size_t count() const;  // how many things are in the list that comes next
  std::string until(const Reader& end) const { return {at_, end.at_}; }  // the JSON from here to there
  template <class Each> void items(Each each) {
    std::string tag = open();
    if (tag != "seq" && tag != "set") throw Unusable{};
    expect(','), text(), expect(','), expect('[');
    for (bool first = true; !next(']'); first = false) {
      if (!first) expect(',');
      each();
    }
    expect(']');
  }
  template <class Each> void pairs(Each each) {
    if (open() != "map") throw Unusable{};
    expect(','), text(), expect(','), expect('[');
    for (bool first = true; !next(']'); first = false) {
      if (!first) expect(',');
      expect('['), each(), expect(']');
    }
    expect(']');
  }
  std::map<long long, void*> made;  // objects that are referred to, by anchor

 private:
  void space();
  const char* at_;
  const char* end_;
};

// Writes values; stops where there is too much.
class Writer {
 public:
  std::string out;
  void null();
  void truth(bool value);
  void whole(__int128 value);
  void whole(unsigned __int128 value);
  void real(double value);
  void text(std::string_view bytes);
  void character(char value);
  void opaque(std::string_view type);
  void open(const char* tag, std::string_view kind);  // `[tag, kind, [`
  void close();                                        // `]]`
  void between(bool& first);
  void quoted(std::string_view bytes);
  void raw(std::string_view json);
  bool deep(int depth);
  // Writes something as a whole; what there is too much of is not there, but for its name.
  template <class Write> void as_whole(Write write) {
    std::size_t before = out.size();
    try {
      write();
    } catch (Endless) {
      out.resize(before);
      out += "[\"opaque\",\"too-large\",\"\"]";
    }
  }
  int anchor(const void* object);  // 0: it is new, and is now known; otherwise its number
  int last() const { return static_cast<int>(seen_.size()); }
  void forget() { seen_.clear(); }

 private:
  std::map<const void*, int> seen_;
};

// Of a class: its public members by name.  Of an enumeration: its constants.  Written by who reads the program's text.
template <class T> struct Members {};
template <class T> struct Constants {};

// How an object of a class that keeps to itself what it holds is made, as its constructor does.
template <class T> struct Makes {};
template <class T> concept Makeable = requires(Reader& in) { Makes<T>::of(in, std::size_t()); };

template <class T> concept Listed = requires { Members<T>::list(); };
template <class T> concept Named = requires { Constants<T>::list(); };

template <class T, template <class...> class Of> inline constexpr bool is = false;
template <template <class...> class Of, class... A> inline constexpr bool is<Of<A...>, Of> = true;
template <class T> inline constexpr bool is_array = false;
template <class T, std::size_t N> inline constexpr bool is_array<std::array<T, N>> = true;
template <class T> inline constexpr bool is_bits = false;
template <std::size_t N> inline constexpr bool is_bits<std::bitset<N>> = true;
template <class T> concept Sequence = is<T, std::vector> || is<T, std::deque> || is<T, std::list> || is<T, std::forward_list>;
template <class T> concept Group = is<T, std::set> || is<T, std::unordered_set>;
template <class T> concept Many = is<T, std::multiset> || is<T, std::unordered_multiset>;
template <class T> concept Mapping = is<T, std::map> || is<T, std::unordered_map>;
template <class T> concept Mappings = is<T, std::multimap> || is<T, std::unordered_multimap>;
template <class T> concept Adapted = is<T, std::stack> || is<T, std::queue> || is<T, std::priority_queue>;
template <class T> concept Fixed = is<T, std::tuple> || is<T, std::pair>;
template <class T> concept Shared = is<T, std::shared_ptr> || is<T, std::unique_ptr>;
template <class T> inline constexpr bool plain_character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ||
    std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;
template <class T> inline constexpr bool wide = std::is_same_v<T, __int128> || std::is_same_v<T, unsigned __int128>;

// What an adapter holds, in its own order.
template <class A> const typename A::container_type& inside(const A& adapter) {
  struct Open : A {
    static const typename A::container_type& of(const A& a) { return a.*(&Open::c); }
  };
  return Open::of(adapter);
}

}  // namespace codescore
#include "given.hpp"
namespace codescore {

template <class T> T made(Reader& in);

template <class T> void fill(Reader& in, T& object) {
  in.expect(','), in.expect('[');
  for (bool first = true; !in.next(']'); first = false) {
    if (!first) in.expect(',');
    in.expect('[');
    std::string name = in.text();
    in.expect(',');
    bool known = false;
    std::apply([&](auto... member) {
      auto one = [&](auto& m) {
        using Field = std::remove_reference_t<decltype(object.*(m.second))>;
        if (known || name != m.first) return;
        known = true;
        if constexpr (std::is_array_v<Field>) {
          std::size_t i = 0;
          in.items([&] {
            if (i >= std::extent_v<Field>) throw Unusable{};
            (object.*(m.second))[i++] = made<std::remove_extent_t<Field>>(in);
          });
        } else if constexpr (std::is_assignable_v<Field&, Field&&>) {
          object.*(m.second) = made<Field>(in);
        } else if constexpr (std::is_const_v<Field>) {
          const_cast<std::remove_const_t<Field>&>(object.*(m.second)) = made<std::remove_const_t<Field>>(in);
        } else {
          throw Unusable{};
        }
      };
      (one(member), ...);
    }, Members<T>::list());
    if (!known) in.skip();
    in.expect(']');
  }
}

template <class T> T* blank() {
  if constexpr (std::is_default_constructible_v<T>) {
    return new T();
  } else if constexpr (Listed<T>) {
    using List = decltype(Members<T>::list());
    T* object = nullptr;
    auto attempt = [&]<std::size_t... I>(std::index_sequence<I...>) {
      if constexpr ((std::is_default_constructible_v<std::decay_t<
                         decltype(std::declval<T&>().*(std::get<I>(std::declval<List>()).second))>> && ...)) {
        if constexpr (std::is_constructible_v<T, std::decay_t<
                          decltype(std::declval<T&>().*(std::get<I>(std::declval<List>()).second))>...>)
          if (!object)
            object = new T(std::decay_t<decltype(std::declval<T&>().*(std::get<I>(std::declval<List>()).second))>()...);
      }
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) {
      (attempt(std::make_index_sequence<N + 1>()), ...);
    }(std::make_index_sequence<std::tuple_size_v<List>>());
    if (!object) throw Unusable{};
    return object;
  } else {
    throw Unusable{};
  }
}

// An object by its members, or by the call that makes it.
template <class T> T* object(Reader& in) {
  std::string tag = in.open();
  if constexpr (Makeable<T>) {
    if (tag == "call") {
      in.expect(','), in.text(), in.expect(',');
      std::size_t count = in.count();
      in.expect('[');
      T* made = Makes<T>::of(in, count);
      in.expect(']'), in.expect(']');
      return made;
    }
  }
  if (tag == "ref") {
    in.expect(',');
    auto found = in.made.find(in.number());
    in.expect(']');
    if (found == in.made.end()) throw Unusable{};
    return static_cast<T*>(found->second);
  }
  if (tag != "record") throw Unusable{};
  if constexpr (Listed<T>) {
    in.expect(','), in.text();
    Reader ahead = in;  // its number comes last, and inside it is already referred to
    ahead.expect(','), ahead.skip(), ahead.expect(',');
    T* made = blank<T>();
    if (long long anchor = ahead.number()) in.made[anchor] = made;
    fill(in, *made);
    in.expect(','), in.number(), in.expect(']');
    return made;
  } else {
    throw Unusable{};
  }
}

template <class T, class C> void add(C& all, T&& one) {
  if constexpr (requires { all.push_back(std::move(one)); }) all.push_back(std::move(one));
  else if constexpr (requires { all.push(std::move(one)); }) all.push(std::move(one));
  else all.insert(std::move(one));
}

template <class E> E constant(Reader& in) {
  if (in.tag() == "int") return static_cast<E>(static_cast<long long>(in.whole(LLONG_MIN, LLONG_MAX)));
  if constexpr (Named<E>) {
    Reader ahead = in;
    in.skip();
    if (ahead.open() != "record") throw Unusable{};
    ahead.expect(','), ahead.text(), ahead.expect(','), ahead.expect('['), ahead.expect('['), ahead.text(), ahead.expect(',');
    std::string name = ahead.word();
    for (auto& [known, value] : Constants<E>::list())
      if (name == known) return value;
  }
  throw Unusable{};
}

// A value as this type; throws Unusable.
template <class T> T made(Reader& in) {
  if constexpr (std::is_const_v<T>) {
    return made<std::remove_const_t<T>>(in);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (in.tag() == "bool") {
      in.open(), in.expect(',');
      bool value = in.boolean();
      in.expect(']');
      return value;
    }
    return in.whole(0, 1) != 0;
  } else if constexpr (plain_character<T>) {
    std::string word = in.word();
    if (word.size() != 1) throw Unusable{};
    return static_cast<T>(word[0]);
  } else if constexpr (std::is_integral_v<T> || wide<T>) {
    if constexpr (std::is_same_v<T, unsigned __int128>) return static_cast<T>(in.whole(0, ~static_cast<unsigned __int128>(0) >> 1));
    else if constexpr (std::is_same_v<T, __int128>) return in.whole(static_cast<__int128>(1) << 127, static_cast<__int128>(~static_cast<unsigned __int128>(0) >> 1));
    else return static_cast<T>(in.whole(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else if constexpr (Functions<T>::are) {
    if (in.null()) return T{};
    return Functions<T>::made(in);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(in.real());
  } else if constexpr (std::is_enum_v<T>) {
    return constant<T>(in);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return in.word();
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return *new std::string(in.word());
  } else if constexpr (std::is_same_v<T, char*> || std::is_same_v<T, const char*>) {
    if (in.null()) return nullptr;
    return (new std::string(in.word()))->data();
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    if (!in.null()) throw Unusable{};
    return nullptr;
  } else if constexpr (is<T, std::vector> && std::is_same_v<T, std::vector<bool>>) {
    T all;
    in.items([&] { all.push_back(made<bool>(in)); });
    return all;
  } else if constexpr (Sequence<T> || Many<T> || Group<T> || Adapted<T>) {
    T all;
    if constexpr (std::is_same_v<typename T::value_type, char>) {
      if (in.tag() == "text") {
        for (char c : in.word()) add(all, std::move(c));
        return all;
      }
    }
    if constexpr (is<T, std::forward_list>) {
      in.items([&] { all.push_front(made<typename T::value_type>(in)); });
      all.reverse();
    } else {
      in.items([&] { add(all, made<typename T::value_type>(in)); });
    }
    return all;
  } else if constexpr (Mapping<T> || Mappings<T>) {
    T all;
    in.pairs([&] {
      auto key = made<typename T::key_type>(in);
      in.expect(',');
      all.insert({std::move(key), made<typename T::mapped_type>(in)});
    });
    return all;
  } else if constexpr (is_array<T>) {
    T all{};
    std::size_t i = 0;
    in.items([&] {
      if (i >= all.size()) throw Unusable{};
      all[i++] = made<typename T::value_type>(in);
    });
    if (i != all.size()) throw Unusable{};
    return all;
  } else if constexpr (is<T, std::pair>) {
    std::optional<std::remove_const_t<typename T::first_type>> one;
    std::optional<std::remove_const_t<typename T::second_type>> two;
    in.items([&] {
      if (!one) one = made<std::remove_const_t<typename T::first_type>>(in);
      else if (!two) two = made<std::remove_const_t<typename T::second_type>>(in);
      else throw Unusable{};
    });
    if (!two) throw Unusable{};
    return T(std::move(*one), std::move(*two));
  } else if constexpr (is<T, std::tuple>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<std::optional<std::tuple_element_t<I, T>>...> parts;
      std::size_t i = 0;
      in.items([&] {
        bool some = ((I == i ? (std::get<I>(parts) = made<std::tuple_element_t<I, T>>(in), true) : false) || ...);
        if (!some) throw Unusable{};
        ++i;
      });
      if (i != sizeof...(I)) throw Unusable{};
      return T(std::move(*std::get<I>(parts))...);
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  } else if constexpr (is<T, std::optional>) {
    if (in.null()) return std::nullopt;
    if (in.kind() == "optional") {
      T one;
      in.items([&] { one = made<typename T::value_type>(in); });
      return one;
    }
    return made<typename T::value_type>(in);
  } else if constexpr (is<T, std::variant>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::optional<T> one;
      auto attempt = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
        if (one) return;
        Reader ahead = in;
        try {
          one.emplace(std::in_place_index<N>, made<std::variant_alternative_t<N, T>>(ahead));
          in.skip();
        } catch (Unusable) {
        }
      };
      (attempt(std::integral_constant<std::size_t, I>()), ...);
      if (!one) throw Unusable{};
      return std::move(*one);
    }(std::make_index_sequence<std::variant_size_v<T>>());
  } else if constexpr (is<T, std::complex>) {
    return T(made<typename T::value_type>(in));
  } else if constexpr (std::is_same_v<T, std::any>) {
    std::string tag = in.tag();
    if (tag == "int") return static_cast<int>(in.whole(INT_MIN, INT_MAX));
    if (tag == "float") return in.real();
    if (tag == "bool") return made<bool>(in);
    if (tag == "text") return in.word();
    throw Unusable{};
  } else if constexpr (Shared<T>) {
    if (in.null()) return nullptr;
    if constexpr (Listed<typename T::element_type>) {
      if (in.tag() == "ref") throw Unusable{};  // whoever owns it would free it twice
      return T(object<typename T::element_type>(in));
    } else {
      return T(new typename T::element_type(made<typename T::element_type>(in)));
    }
  } else if constexpr (std::is_pointer_v<T>) {
    using Held = std::remove_const_t<std::remove_pointer_t<T>>;
    if (in.null()) return nullptr;
    if constexpr (Listed<Held> || Makeable<Held>) {
      return object<Held>(in);
    } else if constexpr (std::is_object_v<Held>) {
      if (in.tag() == "seq") {
        std::vector<Held> items;
        in.items([&] { items.push_back(made<Held>(in)); });
        auto* block = new Held[items.size() + 1];
        std::move(items.begin(), items.end(), block);
        return block;
      }
      return new Held(made<Held>(in));
    } else {
      throw Unusable{};
    }
  } else if constexpr ((Listed<T> || Makeable<T>) && std::is_move_constructible_v<T>) {
    return std::move(*object<T>(in));
  } else {
    throw Unusable{};
  }
}

template <class T> void tell(Writer& out, const T& value, int depth = 0);

template <class I> void tell_all(Writer& out, const char* tag, const char* kind, I from, I to, int depth) {
  out.open(tag, kind);
  bool first = true;
  for (; from != to; ++from) {
    out.between(first);
    tell(out, *from, depth + 1);
  }
  out.close();
}

// Items without an order of their own, in one that does not depend on how they are kept.
template <class I> void tell_sorted(Writer& out, const char* tag, const char* kind, I from, I to, int depth) {
  std::vector<std::string> all;
  for (; from != to; ++from) {
    std::string rest;
    std::swap(rest, out.out);
    tell(out, *from, depth + 1);
    std::swap(rest, out.out);
    all.push_back(std::move(rest));
  }
  std::sort(all.begin(), all.end());
  out.open(tag, kind);
  bool first = true;
  for (auto& one : all) out.between(first), out.raw(one);
  out.close();
}

template <class T> void tell_object(Writer& out, const T& object, int depth) {
  if (int known = out.anchor(&object)) {
    out.raw("[\"ref\"," + std::to_string(known) + "]");
    return;
  }
  int anchor = out.last();
  out.raw("[\"record\",");
  out.quoted(Members<T>::name());
  out.raw(",[");
  bool first = true;
  std::apply([&](auto... member) {
    (([&] {
       out.between(first);
       out.raw("[");
       out.quoted(member.first);
       out.raw(",");
       using Field = std::remove_cvref_t<decltype(object.*(member.second))>;
       if constexpr (std::is_array_v<Field>)
         tell_all(out, "seq", "array", std::begin(object.*(member.second)), std::end(object.*(member.second)), depth + 1);
       else
         tell(out, object.*(member.second), depth + 1);
       out.raw("]");
     }()),
     ...);
  }, Members<T>::list());
  out.raw("]," + std::to_string(anchor) + "]");
}

// What a program gave, as a value.
template <class T> void tell(Writer& out, const T& value, int depth) {
  if (out.deep(depth)) {
    return;
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::vector<bool>::const_reference> ||
                       std::is_same_v<T, std::_Bit_reference>) {
    out.truth(value);
  } else if constexpr (std::is_same_v<T, char>) {
    out.character(value);
  } else if constexpr (plain_character<T>) {
    out.whole(static_cast<__int128>(value));
  } else if constexpr (std::is_same_v<T, unsigned __int128>) {
    out.whole(value);
  } else if constexpr (std::is_integral_v<T> || wide<T>) {
    out.whole(static_cast<__int128>(value));
  } else if constexpr (std::is_base_of_v<std::ostream, T>) {
    out.null();
  } else if constexpr (Functions<T>::are) {
    if (auto* sent = Functions<T>::sent(value)) out.raw(sent->sent);
    else out.opaque("function");
  } else if constexpr (std::is_floating_point_v<T>) {
    out.real(static_cast<double>(value));
  } else if constexpr (std::is_enum_v<T>) {
    if constexpr (Named<T>) {
      for (auto& [name, known] : Constants<T>::list()) {
        if (known == value) {
          out.raw("[\"record\","), out.quoted(Constants<T>::name()), out.raw(",[[\"name\","), out.text(name), out.raw("]],0]");
          return;
        }
      }
    }
    out.whole(static_cast<__int128>(static_cast<std::underlying_type_t<T>>(value)));
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    out.text(value);
  } else if constexpr (std::is_same_v<T, char*> || std::is_same_v<T, const char*>) {
    if (value) out.text(value);
    else out.null();
  } else if constexpr (std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, std::monostate> ||
                       std::is_same_v<T, std::nullopt_t>) {
    out.null();
  } else if constexpr (is_bits<T>) {
    out.text(value.to_string());
  } else if constexpr (is<T, std::vector> || is<T, std::list> || is<T, std::forward_list> || is<T, std::multiset> ||
                       is<T, std::initializer_list>) {
    tell_all(out, "seq", "list", value.begin(), value.end(), depth);
  } else if constexpr (is<T, std::deque>) {
    tell_all(out, "seq", "deque", value.begin(), value.end(), depth);
  } else if constexpr (is_array<T>) {
    tell_all(out, "seq", "array", value.begin(), value.end(), depth);
  } else if constexpr (std::is_array_v<T>) {
    tell_all(out, "seq", "array", std::begin(value), std::end(value), depth);
  } else if constexpr (is<T, std::priority_queue>) {
    tell_sorted(out, "seq", "deque", inside(value).begin(), inside(value).end(), depth);
  } else if constexpr (Adapted<T>) {
    tell_all(out, "seq", "deque", inside(value).begin(), inside(value).end(), depth);
  } else if constexpr (is<T, std::unordered_multiset>) {
    tell_sorted(out, "seq", "list", value.begin(), value.end(), depth);
  } else if constexpr (Group<T>) {
    tell_sorted(out, "set", "set", value.begin(), value.end(), depth);
  } else if constexpr (Mapping<T> || Mappings<T>) {
    out.open("map", "dict");
    bool first = true;
    for (auto& [key, item] : value) {
      out.between(first);
      out.raw("[");
      tell(out, key, depth + 1);
      out.raw(",");
      tell(out, item, depth + 1);
      out.raw("]");
    }
    out.close();
  } else if constexpr (Fixed<T>) {
    out.open("seq", "tuple");
    bool first = true;
    std::apply([&](auto&... part) { ((out.between(first), tell(out, part, depth + 1)), ...); }, value);
    out.close();
  } else if constexpr (is<T, std::optional>) {
    out.open("seq", "optional");
    if (value) tell(out, *value, depth + 1);
    out.close();
  } else if constexpr (is<T, std::variant>) {
    std::visit([&](auto& one) { tell(out, one, depth); }, value);
  } else if constexpr (is<T, std::complex>) {
    out.raw("[\"record\",\"complex\",[[\"real\","), out.real(static_cast<double>(value.real()));
    out.raw("],[\"imag\","), out.real(static_cast<double>(value.imag())), out.raw("]],0]");
  } else if constexpr (std::is_same_v<T, std::any>) {
    if (!value.has_value()) out.null();
    else if (auto* i = std::any_cast<int>(&value)) tell(out, *i, depth);
    else if (auto* l = std::any_cast<long>(&value)) tell(out, *l, depth);
    else if (auto* ll = std::any_cast<long long>(&value)) tell(out, *ll, depth);
    else if (auto* d = std::any_cast<double>(&value)) tell(out, *d, depth);
    else if (auto* f = std::any_cast<float>(&value)) tell(out, *f, depth);
    else if (auto* b = std::any_cast<bool>(&value)) tell(out, *b, depth);
    else if (auto* s = std::any_cast<std::string>(&value)) tell(out, *s, depth);
    else if (auto* c = std::any_cast<const char*>(&value)) tell(out, *c, depth);
    else out.opaque("any");
  } else if constexpr (Shared<T>) {
    if (!value) out.null();
    else tell(out, *value, depth);
  } else if constexpr (std::is_pointer_v<T>) {
    using Held = std::remove_const_t<std::remove_pointer_t<T>>;
    if constexpr (Listed<Held>) {
      if (value) tell_object<Held>(out, *value, depth);
      else out.null();
    } else {
      if (value) out.opaque("pointer");
      else out.null();
    }
  } else if constexpr (Listed<T>) {
    tell_object(out, value, depth);
  } else {
    out.opaque("object");
  }
}

// One argument: kept as long as the call lasts, so that what a program did to it can be told.
template <class P> struct Argument {
  using Kept = std::remove_cvref_t<P>;
  std::string sent;  // an object that was made by its constructor keeps to itself what it holds
  Kept kept;
  explicit Argument(Reader& in) : sent(call(in)), kept(made<Kept>(in)) {}
  static std::string call(Reader ahead) {
    if (ahead.tag() != "call") return "";
    Reader start = ahead;
    ahead.skip();
    return start.until(ahead);
  }
  decltype(auto) pass() {
    if constexpr (std::is_lvalue_reference_v<P>) return static_cast<P>(kept);
    else if constexpr (std::is_rvalue_reference_v<P> || !std::is_copy_constructible_v<Kept>) return std::move(kept);
    else return static_cast<const Kept&>(kept);
  }
  void told(Writer& out) {
    if (sent.empty()) tell(out, kept);
    else out.raw("[\"record\",\"object\",[],0]");
  }
};

// An object that a constructor makes of these; one that refuses them makes none.
template <class T, class... P> T* constructed(Reader& in) {
  std::size_t i = 0;
  auto one = [&]<class A>(std::type_identity<A>) { return i++ ? in.expect(',') : void(), A(in); };
  std::tuple<Argument<P>...> arguments{one(std::type_identity<Argument<P>>())...};
  try {
    return std::apply([](auto&... a) -> T* {
      if constexpr (std::is_constructible_v<T, decltype(a.pass())...>) return new T(a.pass()...);
      else throw Unusable{};
    }, arguments);
  } catch (...) {
    throw Unusable{};
  }
}

// A pointer to numbers, or to texts: the first of an array.
template <class T> requires(std::is_arithmetic_v<std::remove_const_t<T>> || std::is_same_v<std::remove_const_t<T>, std::string>)
struct Argument<T*> {
  using Item = std::remove_const_t<T>;
  std::vector<std::conditional_t<std::is_same_v<Item, bool>, unsigned char, Item>> kept;
  bool none = false, word = false;
  explicit Argument(Reader& in) {
    if (in.null()) {
      none = true;
      return;
    }
    std::string tag = in.tag();
    if constexpr (std::is_same_v<Item, char>) {
      if (tag == "text") {
        word = true;
        for (char c : in.word()) kept.push_back(c);
        kept.push_back(0);
        return;
      }
    }
    if (tag != "seq") kept.push_back(made<Item>(in));
    else in.items([&] { kept.push_back(made<Item>(in)); });
  }
  T* pass() { return none ? nullptr : reinterpret_cast<T*>(kept.data()); }
  void told(Writer& out) {
    if (none) out.null();
    else if constexpr (std::is_same_v<Item, char>) out.text(std::string_view(kept.data(), word ? strnlen(kept.data(), kept.size()) : kept.size()));
    else tell_all(out, "seq", "array", kept.begin(), kept.end(), 0);
  }
};

template <class T, std::size_t N> struct Argument<T (&)[N]> {
  std::array<std::remove_const_t<T>, N> kept;
  explicit Argument(Reader& in) : kept(made<decltype(kept)>(in)) {}
  T (&pass())[N] { return *reinterpret_cast<T(*)[N]>(kept.data()); }
  void told(Writer& out) { tell(out, kept); }
};

// A stream to write to: what was written is what is left in it.
template <> struct Argument<std::ostream&> {
  std::unique_ptr<std::ostringstream> kept = std::make_unique<std::ostringstream>();
  explicit Argument(Reader& in) { in.skip(); }
  std::ostream& pass() { return *kept; }
  void told(Writer& out) { out.text(kept->str()); }
};

template <class R, class... A> struct Argument<R (&)(A...)> {
  R (*kept)(A...);
  explicit Argument(Reader& in) : kept(made<R (*)(A...)>(in)) {}
  R (&pass())(A...) { return *kept; }
  void told(Writer& out) { tell(out, kept); }
};

// A parameter's type as functions have it: arrays and functions are pointers.
template <class P> using Passed = std::conditional_t<std::is_array_v<P> || std::is_function_v<P>, std::decay_t<P>, P>;

// Lists of arguments that a function which a program gives is called with.
using Probes = std::vector<std::pair<Reader, long long>>;

// What a function gives for each of them; nothing where it does not take them, refuses, or they are too large to be meant.
template <class R, class... A> void tell_answers(Writer& out, const std::function<R(A...)>& function, const Probes& probes) {
  if (!function) return out.null();
  auto small = [](const auto& value) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) return value >= -1000 && value <= 1000;
    else return true;
  };
  auto answer = [&](Reader in, Writer& told) {
    std::size_t i = 0;
    auto one = [&]<class P>(std::type_identity<P>) { return i++ ? in.expect(',') : void(), Argument<P>(in); };
    std::tuple<Argument<A>...> arguments{one(std::type_identity<A>())...};
    std::apply([&](auto&... a) {
      if (!(small(a.kept) && ...)) throw Unusable{};
      if constexpr (std::is_void_v<R>) function(a.pass()...), told.null();
      else tell(told, static_cast<const std::remove_cvref_t<R>&>(function(a.pass()...)));
    }, arguments);
  };
  std::string all;
  for (auto& [in, count] : probes) {
    Writer told;
    try {
      if (count == sizeof...(A)) answer(in, told);
    } catch (...) {
      told.out.clear();
    }
    all += (all.empty() ? "" : ",") + (told.out.empty() ? "null" : told.out);
  }
  out.raw("[\"called\",[" + all + "]]");
}

// What a call gave: functions by what they answer.
template <class T> void tell_given(Writer& out, const T& given, const Probes& probes) {
  if constexpr (is_function<T>) tell_answers(out, given, probes);
  else if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>) tell_answers(out, std::function(given), probes);
  else tell(out, given);
}

// The call that a process is for.
class Call {
 public:
  Probes probes;
  Call(Reader arguments, long long count) : in(arguments), count_(count) {}
  Reader in;
  Writer value, after;
  bool expects(std::size_t parameters);  // whether there are as many arguments
  void open();                           // from now on what happens is the program's doing
  void over();                           // from now on it is ours again
  void unassumed();                      // the condition on the input does not hold; does not return

  // Calls something that takes these types; `holds` says whether an input is assumed.
  template <class... P, class F, class G> void typed(F function, G holds) {
    if (!expects(sizeof...(P))) throw Unusable{};
    std::size_t i = 0;
    auto one = [&]<class A>(std::type_identity<A>) {
      if (i++) in.expect(',');
      return A(in);
    };
    std::tuple<Argument<P>...> arguments{one(std::type_identity<Argument<P>>())...};
    auto hold = [&]<std::size_t... I>(std::index_sequence<I...>) { return holds(std::get<I>(arguments).pass()...); };
    if constexpr ((std::is_copy_constructible_v<std::remove_cvref_t<decltype(std::declval<Argument<P>>().kept)>> && ...))
      if (!assumed([&] { return hold(std::index_sequence_for<P...>()); })) unassumed();
    auto left = [&]<std::size_t... I>(std::index_sequence<I...>) {
      bool first = true;
      ((after.between(first), after.forget(), after.as_whole([&] { std::get<I>(arguments).told(after); })), ...);
    };
    auto go = [&]<std::size_t... I>(std::index_sequence<I...>) {
      using Given = decltype(function(std::get<I>(arguments).pass()...));
      if constexpr (std::is_void_v<Given>) {
        function(std::get<I>(arguments).pass()...);
        over();
        value.null();
      } else {
        Given&& given = function(std::get<I>(arguments).pass()...);
        over();
        value.as_whole([&] { tell_given(value, static_cast<const std::remove_cvref_t<Given>&>(given), probes); });
      }
    };
    open();
    try {
      go(std::index_sequence_for<P...>());
    } catch (Unusable) {
      throw std::runtime_error("Unusable");
    } catch (...) {
      left(std::index_sequence_for<P...>());
      throw;
    }
    left(std::index_sequence_for<P...>());
  }

  // A sequence of calls: `one` makes the call of this name with so many arguments, which it reads.
  template <class One> void sequence(One one) {
    if (!expects(1)) throw Unusable{};
    open();
    in.items([&] {
      if (in.open() != "call") throw Unusable{};
      in.expect(',');
      std::string name = in.text();
      in.expect(',');
      std::size_t count = in.count();
      in.expect('[');
      one(name, count);
      in.expect(']'), in.expect(']');
    });
    value.null();
  }
  void begin_step();  // from now on what is printed is the next call's
  void end_step(const std::string& value, const std::string& after);
  void failed_step(const std::string& after);  // by the exception that is being handled
  std::string steps;

  template <class R, class... P, class G> void plain(R (*function)(P...), G holds) { typed<P...>(function, holds); }
  template <class R, class C, class... P, class G> void plain(R (C::*function)(P...), G holds) {
    typed<P...>([&](auto&&... a) -> R { return (blank<C>()->*function)(std::forward<decltype(a)>(a)...); }, holds);
  }
  template <class R, class C, class... P, class G> void plain(R (C::*function)(P...) const, G holds) {
    typed<P...>([&](auto&&... a) -> R { return (blank<C>()->*function)(std::forward<decltype(a)>(a)...); }, holds);
  }

 private:
  template <class H> static bool assumed(H holds) {
    try {
      return holds();
    } catch (...) {
      return false;
    }
  }
  long long count_;
};

// Calls on objects of one class, the newest of them.  Objects never go: what a destructor does is not seen.
template <class T> class Calls {
 public:
  explicit Calls(Call& call) : call_(call) {}

  template <class... P> void make() {
    if constexpr (std::is_constructible_v<T, P...>)
      step<P...>([&](auto&&... a) { newest(new T(static_cast<decltype(a)>(a)...)); });
    else throw Unusable{};
  }
  void back() {
    if (objects_.empty()) throw Unusable{};
    at_ = (at_ + objects_.size() - 1) % objects_.size();
    step<>([] {});
  }
  template <class... P, class F> void ask(F function) {
    if (objects_.empty()) throw Unusable{};
    if constexpr (std::is_invocable_v<F, T&, decltype(std::declval<Argument<P>&>().pass())...>)
      step<P...>([&](auto&&... a) -> decltype(auto) { return function(*objects_[at_], static_cast<decltype(a)>(a)...); });
    else throw Unusable{};
  }
  template <class R, class C, class... P> void member(R (C::*f)(P...)) {
    ask<P...>([f](T& o, auto&&... a) -> R { return (o.*f)(static_cast<decltype(a)>(a)...); });
  }
  template <class R, class C, class... P> void member(R (C::*f)(P...) const) {
    ask<P...>([f](T& o, auto&&... a) -> R { return (o.*f)(static_cast<decltype(a)>(a)...); });
  }

 private:
  void newest(T* made) {
    objects_.push_back(made);
    at_ = objects_.size() - 1;
  }
  template <class... P, class F> void step(F function) {
    std::size_t i = 0;
    auto one = [&]<class A>(std::type_identity<A>) {
      if (i++) call_.in.expect(',');
      return A(call_.in);
    };
    std::tuple<Argument<P>...> arguments{one(std::type_identity<Argument<P>>())...};
    Writer value, after;
    auto left = [&] {
      bool first = true;
      std::apply([&](auto&... a) { ((after.between(first), after.forget(), after.as_whole([&] { a.told(after); })), ...); }, arguments);
      return after.out;
    };
    call_.begin_step();
    try {
      std::apply([&](auto&... a) { give(value, function, a...); }, arguments);
    } catch (...) {
      if (objects_.empty()) throw;
      return call_.failed_step(left());
    }
    call_.end_step(value.out, left());
  }
  template <class F, class... A> void give(Writer& value, F& function, A&... a) {
    using Given = decltype(function(a.pass()...));
    using Plain = std::remove_cvref_t<Given>;
    if constexpr (std::is_void_v<Given>) {
      function(a.pass()...);
      value.null();
    } else {
      Given&& given = function(a.pass()...);
      const void* here = objects_[at_];
      if constexpr (std::is_same_v<Plain, T*> || std::is_same_v<Plain, const T*>) {
        if (given == here) return value.raw(kSelf);
      } else if constexpr (std::is_same_v<Plain, T>) {
        if (static_cast<const void*>(std::addressof(given)) == here) return value.raw(kSelf);
        if constexpr (std::is_copy_constructible_v<T>) return newest(new T(given)), value.raw(kAnother);
      }
      value.as_whole([&] { tell_given(value, static_cast<const Plain&>(given), call_.probes); });
    }
  }
  static constexpr const char* kSelf = "[\"record\",\"self\",[],0]";
  static constexpr const char* kAnother = "[\"record\",\"another\",[],0]";
  Call& call_;
  std::vector<T*> objects_;
  std::size_t at_ = 0;
};

void read_end();  // a program read the end of a text as a sign, which other languages refuse
template <class Text> struct Ended {
  Text& text;
  constexpr decltype(auto) operator[](std::size_t place) const {
    if (!std::is_constant_evaluated() && place == text.size()) read_end();
    return text[place];
  }
};
// What is indexed, watched where it is a text.
template <class T> constexpr decltype(auto) of(T&& whole) {
  if constexpr (std::is_same_v<std::remove_cvref_t<T>, std::string>) return Ended<std::remove_reference_t<T>>{whole};
  else return static_cast<T&&>(whole);
}

void reached(int branch);
constexpr void hit(int branch) {
  if (!std::is_constant_evaluated()) reached(branch);
}

inline constexpr auto anything = [](auto&&...) { return true; };

}  // namespace codescore
#endif
