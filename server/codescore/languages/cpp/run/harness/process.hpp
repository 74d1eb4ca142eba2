// What a process that runs a program can say, in all that runs there.
#ifndef CODESCORE_PROCESS_HPP
#define CODESCORE_PROCESS_HPP
#include "codescore.hpp"

namespace codescore {

inline constexpr char kProgram[] = "/tmp/program.so";  // where it lies in the sandbox

// The end of this process with an exception, or with something like one; `doubt` as the wire has it.
[[noreturn]] void raised(const std::string& error, const std::string& message, bool deliberate, const char* doubt = "");
// The end of this process in a way that no program can go on from.
[[noreturn]] void crashed(const std::string& detail);
// The exception that is being handled: its class without namespaces, and what it says.
std::pair<std::string, std::string> current_error();
// Whether the program threw the last one, and not the library for it.
bool own_error();
// For std::set_terminate.
[[noreturn]] void unhandled();

}  // namespace codescore
#endif
