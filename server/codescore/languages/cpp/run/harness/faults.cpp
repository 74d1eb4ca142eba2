// What goes wrong in a program, in words: exceptions, undefined behaviour that the compiler's checks see, and ends that
// no exception brings about.  The checks call what is defined here in place of the compiler's own library; none of it
// returns.
#include "process.hpp"
#include <cxxabi.h>
#include <dlfcn.h>

namespace codescore {
namespace {

// Where the compiler says that something stands: the first member of what its checks are given.
struct Place {
  const char* file;
  unsigned line, column;
};

thread_local bool own_throw = false;

std::string readable(const char* name) {
  int status = 0;
  char* whole = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string type = status == 0 && whole ? whole : name;
  std::free(whole);
  // The class without what is around it; what stands in `<>` stays as it is.
  std::size_t end = type.find('<'), at = type.rfind("::", end);
  return at == std::string::npos || type.find(')') != std::string::npos ? type : type.substr(at + 2);
}

}  // namespace

[[noreturn]] void undefined(const char* what, const void* data = nullptr) {
  std::string message = what;
  bool wide = message.find("overflow") != message.npos || message.find("cannot hold") != message.npos;
  if (auto* place = static_cast<const Place*>(data); place && place->file)
    message += " in line " + std::to_string(place->line);
  raised("undefined behaviour", message, false, wide ? "overflow" : "undefined");
}

std::pair<std::string, std::string> current_error() {
  std::type_info* type = abi::__cxa_current_exception_type();
  std::string name = type ? readable(type->name()) : "unknown";
  try {
    throw;
  } catch (const std::exception& error) {
    return {name, error.what()};
  } catch (const std::string& text) {
    return {"string", text};
  } catch (const char* text) {
    return {"char const*", text ? text : ""};
  } catch (int number) {
    return {name, std::to_string(number)};
  } catch (...) {
    return {name, ""};
  }
}

bool own_error() { return own_throw; }

[[noreturn]] void unhandled() {
  if (std::current_exception()) {
    auto [name, message] = current_error();
    crashed("std::terminate after " + name + (message.empty() ? "" : ": " + message));
  }
  crashed("std::terminate");
}

}  // namespace codescore

using codescore::undefined;

extern "C" {

// Whether a program throws itself, or something in the library for it, is told by where it is called from.
void __cxa_throw(void* object, void* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  Dl_info from;
  codescore::own_throw = dladdr(__builtin_return_address(0), &from) && from.dli_fname &&
                         std::strcmp(from.dli_fname, codescore::kProgram) == 0;
  real(object, type, destroy);
  __builtin_unreachable();
}

[[noreturn]] void abort() noexcept { codescore::crashed("signal 6 (SIGABRT)"); }

[[noreturn]] void __assert_fail(const char* condition, const char*, unsigned, const char*) noexcept {
  codescore::raised("assert", condition, true);
}

#define CHECK(NAME, WHAT) \
  [[noreturn]] void __ubsan_handle_##NAME(const void* data, ...) { undefined(WHAT, data); }
CHECK(add_overflow_abort, "signed integer overflow")
CHECK(sub_overflow_abort, "signed integer overflow")
CHECK(mul_overflow_abort, "signed integer overflow")
CHECK(negate_overflow_abort, "signed integer overflow")
CHECK(divrem_overflow_abort, "division by zero")
CHECK(shift_out_of_bounds_abort, "shift out of range")
CHECK(out_of_bounds_abort, "index out of bounds")
CHECK(builtin_unreachable, "unreachable code reached")
CHECK(missing_return, "a function ends without a value")
CHECK(vla_bound_not_positive_abort, "array of no positive size")
CHECK(load_invalid_value_abort, "a value that its type does not have")
CHECK(invalid_builtin_abort, "a builtin called with what it cannot take")
CHECK(pointer_overflow_abort, "a pointer moved too far")
CHECK(nonnull_arg_abort, "null where none may be")
#undef CHECK
[[noreturn]] void __ubsan_handle_type_mismatch_v1_abort(const void* data, unsigned long pointer) {
  undefined(pointer == 0 ? "null pointer used" : "a pointer used that is misaligned or points to too little", data);
}
[[noreturn]] void __ubsan_handle_nonnull_return_v1_abort(const void*, const void* place) {
  undefined("null returned where none may be", place);
}
[[noreturn]] void __ubsan_handle_float_cast_overflow_abort(const void* data, ...) {
  undefined("a floating point number that the whole number cannot hold", data);
}
}

namespace std {
[[noreturn]] void __glibcxx_assert_fail(const char*, int, const char* function, const char* condition) noexcept {
  std::string where = function ? function : "";
  where = where.substr(0, where.find(" [with"));
  where = where.substr(0, where.find('('));
  std::size_t at = where.rfind("::");
  std::string name = at == std::string::npos ? where : where.substr(at + 2), owner = where.substr(0, at);
  int depth = 0;
  while (!owner.empty() && (owner.back() == '>' || depth > 0)) {
    depth += owner.back() == '>' ? 1 : owner.back() == '<' ? -1 : 0;
    owner.pop_back();
  }
  owner = owner.substr(owner.find_last_of(": <") + 1);
  undefined((owner + "::" + name + ": " + (condition ? condition : "")).c_str());
}
}  // namespace std
