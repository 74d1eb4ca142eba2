// Runs compiled programs inside the sandbox; the wire is that of `codescore.languages.execution`.
//
// Three kinds of process.  The server reads a job's header, and no more.  The job's process, made for it, reads the job
// and watches its calls; it never runs anything of the program.  Each call has a process of its own, locked in before the
// program is loaded: so each starts from a freshly loaded program, and what it says comes through a pipe of its own, to
// somebody who frames it.  Calls that can find nothing of each other share one; where it ends in any way but by an answer,
// the call that it ended in is made again by itself.  When a job has ended nothing is left that knows its program.
//
// A job comes prepared (`runner.py`): "program" is a shared object in base64, "symbol" what is called in it, "branches"
// their number, "refused" {"how", "detail"} where there is nothing to run, or null; "beside": other files went into it;
// "alone": no call leaves anything for the next one.
#include "process.hpp"
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <dirent.h>
#include <unistd.h>

namespace codescore {
namespace {

constexpr int kPipe = 3;
constexpr int kMostBranches = 1 << 16;
constexpr std::size_t kMostSaid = 15 << 20;      // bytes of one call's record
constexpr std::size_t kDigits = 10;              // of the size of a record, where another one follows
constexpr std::size_t kMostPrinted = 1 << 20;    // bytes kept
constexpr std::size_t kMostJob = 512u << 20;     // bytes
constexpr double kLoading = 2.0;                 // seconds that loading may take at least
constexpr double kLeaving = 0.25;                // seconds that a process may take to end after it closed its pipe
constexpr rlim_t kStack = 96 << 20;              // bytes
constexpr int kPoll = 20;                        // milliseconds between looks at the clock

unsigned char* branches;  // which were reached, shared with the process of a call
std::vector<sock_filter> filter_steps;

double seconds_of(clockid_t clock) {
  timespec now{};
  if (clock_gettime(clock, &now) != 0) return 0;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

bool write_all(int to, const char* data, std::size_t size) {
  while (size > 0) {
    ssize_t done = write(to, data, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    data += done, size -= static_cast<std::size_t>(done);
  }
  return true;
}

void send(const char* kind, long long job, const std::string& body) {
  std::string whole = std::string(kind) + " " + std::to_string(job) + " " + std::to_string(body.size()) + "\n" + body;
  if (!write_all(1, whole.data(), whole.size())) _exit(0);
}

std::string json(std::string_view text) {
  Writer out;
  out.quoted(text);
  return out.out;
}

bool lock_in() {
  sock_fprog program{static_cast<unsigned short>(filter_steps.size()), filter_steps.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// Whether a process that is locked in cannot start another.
bool locks() {
  pid_t child = fork();
  if (child == 0) {
    if (!lock_in()) _exit(97);
    _exit(fork() < 0 ? 0 : 98);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// ---- What the process of a call does.

struct Told {
  bool begun = false, end = false;
  double since = 0, used = -1;
};
Told told;

void say(char sign, const std::string& body) {
  std::string whole = sign + body;
  write_all(kPipe, whole.data(), whole.size());
}

std::string record(const char* outcome, const std::string& value, const std::string& arguments, const std::string& error,
                   const std::string& message, bool deliberate, const char* doubt = "") {
  if (told.end && !*doubt) doubt = "end of a text read";
  double used = !told.begun ? 0 : told.used >= 0 ? told.used : seconds_of(CLOCK_PROCESS_CPUTIME_ID) - told.since;
  return std::string("\"outcome\":\"") + outcome + "\",\"value\":" + value + ",\"arguments\":[" + arguments +
         "],\"error\":" + json(error) + ",\"message\":" + json(message.substr(0, 500)) +
         ",\"deliberate\":" + (deliberate ? "true" : "false") + ",\"doubt\":\"" + doubt + "\",\"seconds\":" + std::to_string(used);
}

[[noreturn]] void leave() {
  std::cout.flush();
  std::fflush(nullptr);
  _exit(0);
}

bool going_on = false;  // whether this process makes more than one call
off_t printed_before;
Call* calling;  // a sequence of calls, once its first is made

// What was printed, and which branches were reached.
std::string besides(int output, long long count) {
  std::string printed(kMostPrinted, 0), hits;
  ssize_t size = pread(output, printed.data(), printed.size(), 0);
  printed.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  for (long long i = 0; i < std::min<long long>(count, kMostBranches); ++i)
    if (branches[i]) hits += (hits.empty() ? "" : ",") + std::to_string(i);
  return ",\"stdout\":" + json(printed) + ",\"covered\":[" + hits + "]";
}

// Nothing of a call is left in what we keep.
void forget() {
  std::cout.flush(), std::fflush(stdout);
  if (ftruncate(1, 0) == 0) lseek(1, 0, SEEK_SET);
  told = {}, calling = nullptr, printed_before = 0;
  std::memset(branches, 0, kMostBranches);
}

// The last word of a call: who makes more of them says all that is to be said of it.
void answer(const std::string& record, long long count) {
  if (!going_on) {
    say('R', record);
    leave();
  }
  std::cout.flush(), std::fflush(stdout);
  std::string whole = record + besides(1, count), size = std::to_string(whole.size());
  say('A', std::string(kDigits - size.size(), '0') + size + whole);
  forget();
}

using Entry = void (*)(Call&);
using Main = int (*)(int, char**, char**);

void left_by_error(const std::string& arguments, long long count = 0) {
  auto [name, message] = current_error();
  if (name == "bad_alloc") {
    say('M', "");
    leave();
  }
  answer(record("raise", "[\"null\"]", arguments, name, message, own_error()), count);
}

// A call before the one that is asked about: what it keeps stays, and nothing else of it.
void call_earlier(Entry entry, Reader arguments, long long count) {
  try {
    Call call(arguments, count);
    entry(call);
  } catch (...) {  // whatever it throws
  }
  forget();
}

void call_function(Entry entry, Reader arguments, long long count, const Probes& probes, long long noted) {
  Call& call = *new Call(arguments, count);  // stays: what it holds has no end that a program could notice
  call.probes = probes;
  try {
    entry(call);
  } catch (const Unusable&) {
    return answer(record("input", "[\"null\"]", "", "", "", false), noted);
  } catch (...) {
    return left_by_error(call.after.out, noted);
  }
  std::string steps = call.steps.empty() ? "" : ",\"steps\":[" + call.steps + "]";
  answer(record("return", call.value.out, call.after.out, "", "", false) + steps, noted);
}

// One call of a sequence as a record, with what it printed.
std::string step(const char* outcome, const std::string& value, const std::string& after, const std::string& error,
                 const std::string& message, bool deliberate = false, const char* doubt = "") {
  std::cout.flush(), std::fflush(stdout);
  off_t now = lseek(1, 0, SEEK_CUR);
  std::string printed(std::clamp<off_t>(now - printed_before, 0, kMostPrinted), 0);
  ssize_t size = pread(1, printed.data(), printed.size(), printed_before);
  printed.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return std::string("{\"value\":") + value + ",\"outcome\":\"" + outcome + "\",\"error\":" + json(error) +
         ",\"message\":" + json(message.substr(0, 500)) + ",\"arguments\":[" + after + "],\"stdout\":" + json(printed) +
         ",\"deliberate\":" + (deliberate ? "true" : "false") + ",\"doubt\":\"" + doubt + "\"}";
}

[[noreturn]] void call_script(Main main) {
  static char name[] = "program";
  char* arguments[] = {name, nullptr};
  told = {true, false, seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
  int code = 0;
  try {
    code = main(1, arguments, environ);
  } catch (...) {
    left_by_error("");
  }
  std::exit(code);
}

int filled(const std::string& content) {
  int file = memfd_create("input", 0);
  write_all(file, content.data(), content.size());
  lseek(file, 0, SEEK_SET);
  return file;
}

void limit(int what, rlim_t size) {
  rlimit both{};
  getrlimit(static_cast<__rlimit_resource>(what), &both);
  both.rlim_cur = std::min(size, both.rlim_max);
  if (what != RLIMIT_STACK) both.rlim_max = both.rlim_cur;
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

struct Job {
  long long number = 0;
  std::string kind, how, detail, program, symbol;
  long long branches = 0;
  double seconds = 1, within = 30;
  bool shaken = false, again = false, beside = false, alone = false;
  struct One {
    Reader arguments{nullptr, nullptr};
    long long count = 0;
    std::string input;
  };
  std::vector<One> calls;
  std::vector<std::pair<Reader, long long>> before;  // arguments of calls that are made first
  Probes probes;  // what functions that a call gives are called with
};

[[noreturn]] void become_calls(const Job& job, std::size_t first, std::size_t last, int pipe, int input, int output) {
  dup2(input, 0), dup2(output, 1), dup2(open("/dev/null", O_WRONLY), 2), dup2(pipe, kPipe);
  for (int file = kPipe + 1; file < 64; ++file) close(file);
  limit(RLIMIT_CPU, static_cast<rlim_t>(kLoading + 2 + 2 * job.seconds * static_cast<double>(last - first + 1)));
  limit(RLIMIT_STACK, kStack);
  mallopt(M_PERTURB, job.shaken ? 0x5A : 0xA5);  // memory that nobody set holds no zeros, and not twice the same
  if (job.shaken)
    for (std::size_t size = 24; size < 5000; size += 1000) *static_cast<volatile char*>(std::malloc(size)) = 1;
  std::set_terminate(unhandled);
  if (!lock_in()) _exit(97);
  void* program = dlopen(kProgram, RTLD_NOW | RTLD_LOCAL);
  if (program == nullptr) {
    const char* why = dlerror();
    say('D', why ? why : "it does not load");
    _exit(0);
  }
  say('L', "");
  if (first == last) _exit(0);
  void* entry = dlsym(program, job.symbol.c_str());
  if (entry == nullptr) {
    say('D', "there is no such function");
    _exit(0);
  }
  if (job.kind == "script") call_script(reinterpret_cast<Main>(entry));
  going_on = last - first > 1;
  for (std::size_t number = first; number < last; ++number) {
    const Job::One& call = job.calls[number];
    for (const auto& [arguments, count] : job.before) call_earlier(reinterpret_cast<Entry>(entry), arguments, count);
    if (job.again) call_earlier(reinterpret_cast<Entry>(entry), call.arguments, call.count);
    call_function(reinterpret_cast<Entry>(entry), call.arguments, call.count, job.probes, job.branches);
  }
  _exit(0);
}

// ---- What the process of a job does.

std::string base64(const std::string& text) {
  static const std::string signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<int, 256> value;
  value.fill(-1);
  for (int i = 0; i < 64; ++i) value[static_cast<unsigned char>(signs[i])] = i;
  std::string out;
  unsigned bits = 0;
  int known = 0;
  for (unsigned char c : text) {
    if (value[c] < 0) break;
    bits = bits << 6 | static_cast<unsigned>(value[c]);
    if ((known += 6) >= 8) out += static_cast<char>(bits >> (known -= 8));
  }
  return out;
}

template <class Each> void members(Reader& in, Each each) {
  in.expect('{');
  for (bool first = true; !in.next('}'); first = false) {
    if (!first) in.expect(',');
    std::string name = in.text();
    in.expect(':');
    if (!each(name)) in.skip();
  }
}

template <class Each> void elements(Reader& in, Each each) {
  in.expect('[');
  for (bool first = true; !in.next(']'); first = false) {
    if (!first) in.expect(',');
    each();
  }
}

double decimal(Reader& in) {
  Reader from = in;
  in.skip();
  return from.fraction();
}

Job read_job(Reader in) {
  Job job;
  members(in, [&](const std::string& name) {
    if (name == "entry") {
      members(in, [&](const std::string& part) {
        if (part != "kind") return false;
        job.kind = in.text();
        return true;
      });
    } else if (name == "refused" && !in.bare()) {
      members(in, [&](const std::string& part) {
        (part == "how" ? job.how : job.detail) = in.text();
        return true;
      });
    } else if (name == "symbol") {
      job.symbol = in.text();
    } else if (name == "program") {
      job.program = base64(in.text());
    } else if (name == "branches") {
      job.branches = in.number();
    } else if (name == "again") {
      job.again = in.boolean();
    } else if (name == "beside") {
      job.beside = in.boolean();
    } else if (name == "alone") {
      job.alone = in.boolean();
    } else if (name == "shaken") {
      job.shaken = in.boolean();
    } else if (name == "seconds") {
      job.seconds = decimal(in);
    } else if (name == "within") {
      job.within = decimal(in);
    } else if (name == "probes" || name == "before") {
      elements(in, [&] {
        Reader start = in;
        long long count = 0;
        elements(in, [&] { in.skip(), ++count; });
        start.expect('[');
        (name == "probes" ? job.probes : job.before).emplace_back(start, count);
      });
    } else if (name == "calls") {
      elements(in, [&] {
        Job::One one;
        members(in, [&](const std::string& part) {
          if (part == "stdin") {
            one.input = in.text();
          } else if (part == "args") {
            Reader start = in;
            elements(in, [&] { in.skip(), ++one.count; });
            start.expect('[');
            one.arguments = start;
          } else {
            return false;
          }
          return true;
        });
        job.calls.push_back(std::move(one));
      });
    } else {
      return false;
    }
    return true;
  });
  return job;
}

void end(const Job& job, const std::string& how, std::size_t call, const std::string& detail, bool fresh) {
  send("end", job.number, "{\"how\":" + json(how) + ",\"call\":" + std::to_string(call) + ",\"detail\":" +
       json(detail.substr(0, 500)) + ",\"fresh\":" + (fresh ? "true" : "false") + "}");
}

const char* signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name ? name : "?";
}

// The process of one call, or of some, seen from outside: those from `first` up to `last`, none where they are one.
class Watch {
 public:
  Watch(const Job& job, std::size_t first, std::size_t last, double until, bool& announced)
      : number(first), job_(job), last_(last), several_(last - first > 1), announced_(announced), until_(until) {
    int ends[2], input = filled(first < last ? job.calls[first].input : "");
    output_ = memfd_create("output", 0);
    if (pipe(ends) != 0) _exit(1);
    std::memset(branches, 0, kMostBranches);
    child_ = fork();
    if (child_ == 0) become_calls(job, first, last, ends[1], input, output_);
    if (child_ < 0) _exit(1);
    close(ends[1]), close(input);
    pipe_ = ends[0];
    mark();
  }

  ~Watch() {
    kill_it();
    close(pipe_), close(output_);
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  bool loaded = false;
  std::string how, detail;  // how the job ends with this call; "" where it goes on
  bool died = false;        // by a signal: its process alone
  std::string record;       // what came of the last call, where it is not sent yet
  std::size_t number;       // the call that it is at
  bool again = false;       // that call is to be made again by itself

  // Waits for its end.
  void follow() {
    while (how.empty()) {
      std::string late = lateness();
      if (!late.empty()) return stop(late);
      pollfd look{pipe_, POLLIN, 0};
      if (poll(&look, 1, kPoll) <= 0) continue;
      char data[1 << 16];
      ssize_t size = read(pipe_, data, sizeof data);
      if (size <= 0) return finish();
      if (!loaded && said_.empty() && data[0] == 'L') {
        loaded = true;
        announce();
        mark();
        said_.assign(data + 1, static_cast<std::size_t>(size) - 1);
      } else {
        said_.append(data, static_cast<std::size_t>(size));
      }
      if (several_) take();
      if (said_.size() > kMostSaid) return stop("output");
    }
  }

 private:
  // Says, once a job, that its program is loaded.
  void announce() {
    if (!announced_) send("loaded", job_.number, "{\"branches\":" + std::to_string(job_.branches) + "}");
    announced_ = true;
  }

  // Sends on what is whole of what was answered.
  void take() {
    std::size_t at = 0;
    while (number < last_ && said_.size() > at + kDigits && said_[at] == 'A') {
      std::size_t size = std::strtoull(said_.substr(at + 1, kDigits).c_str(), nullptr, 10);
      if (size > kMostSaid || said_.size() < at + 1 + kDigits + size) break;
      send("result", job_.number, "{\"call\":" + std::to_string(number++) + "," + said_.substr(at + 1 + kDigits, size) + "}");
      at += 1 + kDigits + size;
      mark();
    }
    said_.erase(0, at);
  }

  void mark() { since_ = seconds_of(CLOCK_MONOTONIC), cpu_ = used(); }

  double used() const {  // the clock's number is made as <linux/posix-timers.h> makes it
    return child_ ? seconds_of(static_cast<clockid_t>((~static_cast<unsigned>(child_) << 3) | 2)) : 0;
  }

  std::string lateness() const {
    double allowed = loaded ? job_.seconds : std::max(job_.seconds, kLoading);
    double now = seconds_of(CLOCK_MONOTONIC);
    if (used() - cpu_ > allowed) return "timeout";
    if (now - since_ > 5 * allowed + 1) return "asleep";
    return now > until_ ? "deadline" : "";
  }

  void stop(const std::string& late) {
    how = late == "asleep" ? "timeout" : late;
    if (how == "timeout") detail = !loaded ? "loading" : late == "asleep" ? "asleep" : "";
    kill_it();
  }

  void kill_it() {
    if (child_ == 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

  // Its pipe is closed.
  void finish() {
    int status = 0;
    double until = seconds_of(CLOCK_MONOTONIC) + kLeaving;
    unsigned pause = 20;  // microseconds: most are gone at once, and a second look costs less than waiting for nothing
    while (waitpid(child_, &status, WNOHANG) != child_) {
      if (seconds_of(CLOCK_MONOTONIC) > until) {
        how = "crash", detail = "it closed its pipe and stayed";
        return;
      }
      usleep(pause);
      pause = std::min(2 * pause, 2000u);
    }
    child_ = 0;
    if (several_ && number == last_) return;
    judge(status);
    again = several_ && (died || !how.empty());
  }

  void judge(int status) {
    char sign = said_.empty() ? 0 : said_[0];
    std::string body = said_.empty() ? "" : said_.substr(1);
    if (WIFSIGNALED(status) && sign != 'R') return by_signal(WTERMSIG(status));
    if (sign == 'M') how = "memory";
    else if (sign == 'X') loaded ? dead(body) : void((how = "load", detail = body));
    else if (sign == 'D') how = job_.beside && !loaded ? "module" : "load", detail = body;
    else if (!loaded) how = "load", detail = sign == 'R' ? "an error while it was loaded" : "it left while it was loaded";
    else if (sign == 'R') record = body;
    else if (sign != 0) how = "crash", detail = "it said nothing sensible";
    else left(WEXITSTATUS(status));
  }

  void by_signal(int number) {
    how = number == SIGKILL ? "memory" : number == SIGXCPU ? "timeout" : number == SIGXFSZ ? "output" : "crash";
    if (how == "crash") detail = "signal " + std::to_string(number) + " (SIG" + signal_name(number) + ")";
    if (how == "timeout" && !loaded) detail = "loading";
    if (how == "crash") loaded ? dead(detail) : void(how = "load");
  }

  // Its process is gone, and no other is the worse for it.
  void dead(const std::string& why) {
    how.clear(), died = true;
    record = "\"outcome\":\"crash\",\"value\":[\"null\"],\"arguments\":[],\"error\":\"\",\"message\":" + json(why);
  }

  // It ended by itself without a word.
  void left(int code) {
    bool well = code == 0 && job_.kind == "script";
    std::string error = well ? "" : std::to_string(code);
    record = std::string("\"outcome\":\"") + (well ? "return" : "exit") +
             "\",\"value\":[\"null\"],\"arguments\":[],\"error\":\"" + error + "\",\"message\":\"\"";
  }

 public:
  // The whole record, with what only we know.
  std::string told() const {
    return "{\"call\":" + std::to_string(number) + "," + record + besides(output_, job_.branches) + "}";
  }

 private:
  const Job& job_;
  std::size_t last_;
  bool several_;
  bool& announced_;
  double until_;
  pid_t child_ = 0;
  int pipe_ = -1, output_ = -1;
  std::string said_;
  double since_ = 0, cpu_ = 0;
};

bool nothing_left() {
  DIR* folder = opendir("/tmp");
  if (folder == nullptr) return false;
  bool empty = true;
  while (dirent* entry = readdir(folder))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) empty = false;
  closedir(folder);
  return empty;
}

bool put(const std::string& program) {
  int file = open(kProgram, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0500);
  if (file < 0) return false;
  bool done = write_all(file, program.data(), program.size());
  close(file);
  return done;
}

// Runs a job; whether the next one can be run here.
bool run(const Job& job) {
  if (!job.how.empty()) {
    end(job, job.how, 0, job.detail, true);
    return true;
  }
  double until = seconds_of(CLOCK_MONOTONIC) + job.within;
  bool loaded = false, died = false;
  std::string how = put(job.program) ? "" : "crash", detail = how.empty() ? "" : "there is no room for it";
  std::size_t number = 0, most = job.calls.size();
  bool single = !job.alone;
  for (bool first = true; how.empty() && (first || number < most); first = false) {
    Watch calls(job, number, single ? std::min(number + 1, most) : most, until, loaded);
    calls.follow();
    number = calls.number;
    single = !job.alone || calls.again;
    if (calls.again) continue;
    how = calls.how, detail = calls.detail, died |= calls.died;
    if (how.empty() && number < most) send("result", job.number, calls.told()), ++number;
  }
  unlink(kProgram);
  if (how == "load" && loaded) how = "crash";
  bool done = how.empty();
  bool fresh = (done || how == "load") && !died && nothing_left();
  end(job, done ? "done" : how, number, detail, fresh);
  return fresh;
}

[[noreturn]] void become_job(long long number, std::size_t size) {
  std::string body(size, 0);
  std::size_t known = 0;
  while (known < size) {
    ssize_t more = read(0, body.data() + known, size - known);
    if (more <= 0) _exit(1);
    known += static_cast<std::size_t>(more);
  }
  Job job;
  try {
    job = read_job(Reader(body.data(), body.data() + body.size()));
  } catch (const Unusable&) {
    job.how = "crash", job.detail = "the job cannot be read";
  }
  job.number = number;
  _exit(run(job) ? 0 : 1);
}

// Seconds that a fixed piece of work takes here; the quickest of a few, as other processes only make it slower.
double pace() {
  double quickest = 1e9;
  for (unsigned long long round = 0; round < 5; ++round) {
    double begun = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    volatile unsigned long long x = round;
    for (int i = 0; i < 300'000; ++i) x = x * 6364136223846793005ULL + 1442695040888963407ULL;
    quickest = std::min(quickest, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begun);
  }
  return quickest;
}

bool serve() {
  std::string header;
  for (char c = 0; c != '\n'; header += c)
    if (header.size() > 100 || read(0, &c, 1) != 1) return false;
  long long number = 0;
  unsigned long long size = 0;
  if (std::sscanf(header.c_str(), "run %lld %llu", &number, &size) != 2 || size > kMostJob) return false;
  pid_t child = fork();
  if (child == 0) become_job(number, size);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int start() {
  const char* steps = std::getenv("CODESCORE_FILTER");
  for (; steps && steps[0] && steps[1];) {
    unsigned char bytes[sizeof(sock_filter)];
    for (unsigned char& byte : bytes) {
      byte = static_cast<unsigned char>(std::stoi(std::string(steps, 2), nullptr, 16));
      steps += 2;
    }
    sock_filter step;
    std::memcpy(&step, bytes, sizeof step);
    filter_steps.push_back(step);
  }
  unsetenv("CODESCORE_FILTER");
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  signal(SIGPIPE, SIG_IGN);
  void* shared = mmap(nullptr, kMostBranches, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || filter_steps.empty() || !locks()) {
    std::fputs("the system call filter does not hold\n", stderr);
    return 1;
  }
  branches = static_cast<unsigned char*>(shared);
  send("hello", 0, "{\"harness\":\"g++ " __VERSION__ "\",\"pace\":" + std::to_string(pace()) + "}");
  while (serve()) continue;
  return 0;
}

}  // namespace

bool Call::expects(std::size_t parameters) { return count_ == static_cast<long long>(parameters); }

void Call::open() { told = {true, false, seconds_of(CLOCK_PROCESS_CPUTIME_ID)}; }

void Call::over() { told.used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - told.since; }

void Call::unassumed() {
  say('R', record("assumption", "[\"null\"]", "", "", "", false));
  _exit(0);
}

void Call::begin_step() {
  calling = this;
  std::cout.flush(), std::fflush(stdout);
  printed_before = lseek(1, 0, SEEK_CUR);
}

void Call::end_step(const std::string& value, const std::string& after) {
  steps += (steps.empty() ? "" : ",") + step("return", value, after, "", "");
}

void Call::failed_step(const std::string& after) {
  auto [name, message] = current_error();
  if (name == "bad_alloc") throw;
  steps += (steps.empty() ? "" : ",") + step("raise", "[\"null\"]", after, name, message, own_error());
}

void read_end() { told.end = true; }

void reached(int branch) {
  if (branch >= 0 && branch < kMostBranches) branches[branch] = 1;
}

[[noreturn]] void raised(const std::string& error, const std::string& message, bool deliberate, const char* doubt) {
  if (calling && !calling->steps.empty()) {  // what the calls before it did is known
    std::string last = step("raise", "[\"null\"]", "", error, message, deliberate, doubt);
    say('R', record("return", "[\"null\"]", "", "", "", false) + ",\"steps\":[" + calling->steps + "," + last + "]");
  } else {
    say('R', record("raise", "[\"null\"]", "", error, message, deliberate, doubt));
  }
  leave();
}

[[noreturn]] void crashed(const std::string& detail) {
  say('X', detail);
  leave();
}

}  // namespace codescore

int main() { return codescore::start(); }
