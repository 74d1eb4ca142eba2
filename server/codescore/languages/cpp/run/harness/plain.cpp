// Values of the wire, as far as no template is needed; see `codescore.hpp`.
#include "codescore.hpp"

namespace codescore {
namespace {

constexpr std::size_t kMost = 8 << 20;  // bytes of JSON that one value may have
constexpr int kDeep = 55;

void utf8(std::string& out, unsigned c) {
  if (c >= 0xDC80 && c <= 0xDCFF) {
    out += static_cast<char>(c - 0xDC00);
  } else if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
  } else if (c < 0x10000) {
    out += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
  } else {
    out += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
            static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
  }
}

// The code point at the beginning of these bytes, and how many it has; -1 where they begin none.
std::pair<int, int> code_point(std::string_view s) {
  auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0; };
  unsigned first = byte(0);
  int more = first < 0x80 ? 0 : first >= 0xC2 && first < 0xE0 ? 1 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xF0 && first < 0xF5 ? 3 : -1;
  if (more < 0) return {-1, 1};
  int c = more == 0 ? first : first & (0x3F >> more);
  for (int i = 1; i <= more; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {-1, 1};
    c = c << 6 | (byte(i) & 0x3F);
  }
  bool canonical = more < 2 || (more == 2 ? c >= 0x800 && (c < 0xD800 || c > 0xDFFF) : c >= 0x10000 && c < 0x110000);
  return canonical ? std::pair{c, more + 1} : std::pair{-1, 1};
}

void unit(std::string& out, unsigned u) {
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", u);
  out += text;
}

}  // namespace

void Reader::space() {
  while (at_ < end_ && (*at_ == ' ' || *at_ == '\n')) ++at_;
}

bool Reader::next(char sign) {
  space();
  if (at_ < end_ && *at_ == sign) {
    ++at_;
    return true;
  }
  return false;
}

void Reader::expect(char sign) {
  if (!next(sign)) throw Unusable{};
}

std::string Reader::text() {
  expect('"');
  std::string out;
  unsigned high = 0;
  while (at_ < end_ && *at_ != '"') {
    const char* run = at_;
    while (at_ < end_ && *at_ != '"' && *at_ != '\\') ++at_;
    out.append(run, at_);
    if (at_ >= end_ || *at_ == '"') break;
    if (end_ - at_ < 2) throw Unusable{};
    char sign = at_[1];
    at_ += 2;
    if (sign != 'u') {
      static const std::string from = "nrtbf", to = "\n\r\t\b\f";
      auto found = from.find(sign);
      out += found == std::string::npos ? sign : to[found];
      continue;
    }
    if (end_ - at_ < 4) throw Unusable{};
    unsigned u = std::stoul(std::string(at_, 4), nullptr, 16);
    at_ += 4;
    if (high && u >= 0xDC00 && u < 0xE000) {
      utf8(out, 0x10000 + ((high - 0xD800) << 10) + (u - 0xDC00));
      high = 0;
    } else if (u >= 0xD800 && u < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u' && (at_[2] | 32) == 'd' && std::strchr("cdefCDEF", at_[3])) {
      high = u;
    } else {
      utf8(out, u);
    }
  }
  expect('"');
  return out;
}

void Reader::skip() {
  space();
  int depth = 0;
  do {
    if (at_ >= end_) throw Unusable{};
    char sign = *at_;
    if (sign == '"') {
      for (++at_; at_ < end_ && *at_ != '"'; ++at_)
        if (*at_ == '\\') ++at_;
      ++at_;
    } else if (sign == '[' || sign == '{') {
      ++depth, ++at_;
    } else if (sign == ']' || sign == '}') {
      if (depth-- == 0) return;
      ++at_;
    } else if (depth == 0) {
      while (at_ < end_ && !std::strchr(",]} \n", *at_)) ++at_;
    } else {
      ++at_;
    }
  } while (depth > 0);
}

std::size_t Reader::count() const {
  Reader ahead = *this;
  std::size_t count = 0;
  for (ahead.expect('['); !ahead.next(']'); ++count) count ? ahead.expect(',') : void(), ahead.skip();
  return count;
}

bool Reader::boolean() {
  space();
  bool value = at_ < end_ && *at_ == 't';
  skip();
  return value;
}

long long Reader::number() {
  space();
  char* past = nullptr;
  long long value = std::strtoll(at_, &past, 10);
  if (past == at_) throw Unusable{};
  at_ = past;
  return value;
}

bool Reader::bare() {
  space();
  return at_ < end_ && *at_ == 'n';
}

double Reader::fraction() const { return std::strtod(std::string(at_, std::min(end_, at_ + 40)).c_str(), nullptr); }

std::string Reader::open() {
  expect('[');
  return text();
}

std::string Reader::tag() const {
  Reader ahead(at_, end_);
  return ahead.open();
}

std::string Reader::kind() const {
  Reader ahead(at_, end_);
  std::string tag = ahead.open();
  if (tag != "seq" && tag != "set" && tag != "map") return "";
  ahead.expect(',');
  return ahead.text();
}

__int128 Reader::whole(__int128 low, __int128 high) {
  std::string tag = open();
  expect(',');
  __int128 value = 0;
  if (tag == "bool") {
    value = boolean();
  } else if (tag == "float") {
    std::string digits = text();
    double real = std::strtod(digits.c_str(), nullptr);
    if (!(std::fabs(real) < 1e30) || real != std::rint(real)) throw Unusable{};
    value = static_cast<__int128>(real);
  } else if (tag == "int") {
    std::string digits = text();
    bool minus = !digits.empty() && digits[0] == '-';
    if (digits.size() - minus > 38 || digits.size() == minus || digits.find('x') != std::string::npos) throw Unusable{};
    for (std::size_t i = minus; i < digits.size(); ++i) value = value * 10 + (digits[i] - '0');
    if (minus) value = -value;
  } else {
    throw Unusable{};
  }
  expect(']');
  if (value < low || value > high) throw Unusable{};
  return value;
}

double Reader::real() {
  std::string tag = open();
  if (tag != "int" && tag != "float") throw Unusable{};
  expect(',');
  std::string digits = text();
  expect(']');
  if (digits.find('x') != std::string::npos) throw Unusable{};
  return std::strtod(digits.c_str(), nullptr);
}

std::string Reader::word() {
  std::string tag = open();
  if (tag != "text" && tag != "char") throw Unusable{};
  expect(',');
  std::string value = text();
  expect(']');
  return value;
}

bool Reader::null() {
  if (tag() != "null") return false;
  skip();
  return true;
}

void Writer::raw(std::string_view json) {
  if (out.size() + json.size() > kMost) throw Endless{};
  out += json;
}

void Writer::null() { raw("[\"null\"]"); }

void Writer::truth(bool value) { raw(value ? "[\"bool\",true]" : "[\"bool\",false]"); }

void Writer::whole(__int128 value) {
  auto size = static_cast<unsigned __int128>(value);
  std::string sign = value < 0 ? "-" : "";
  if (value < 0) size = -size;
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<int>(size % 10));
  while (size /= 10);
  std::reverse(digits.begin(), digits.end());
  raw("[\"int\",\"" + sign + digits + "\"]");
}

void Writer::whole(unsigned __int128 value) {
  std::string digits;
  do digits += static_cast<char>('0' + static_cast<int>(value % 10));
  while (value /= 10);
  std::reverse(digits.begin(), digits.end());
  raw("[\"int\",\"" + digits + "\"]");
}

void Writer::real(double value) {
  char text[64];
  if (std::isnan(value)) std::strcpy(text, "nan");
  else if (std::isinf(value)) std::strcpy(text, value > 0 ? "inf" : "-inf");
  else *std::to_chars(text, text + sizeof text - 1, value).ptr = 0;
  raw(std::string("[\"float\",\"") + text + "\"]");
}

void Writer::quoted(std::string_view bytes) {
  if (bytes.size() > kMost) throw Endless{};
  std::string json = "\"";
  while (!bytes.empty()) {
    auto [c, size] = code_point(bytes);
    if (c < 0) unit(json, 0xDC00 + static_cast<unsigned char>(bytes[0]));
    else if (c == '"' || c == '\\') json += {'\\', static_cast<char>(c)};
    else if (c >= 32 && c < 127) json += static_cast<char>(c);
    else if (c < 0x10000) unit(json, c);
    else unit(json, 0xD800 + ((c - 0x10000) >> 10)), unit(json, 0xDC00 + ((c - 0x10000) & 0x3FF));
    bytes.remove_prefix(size);
  }
  raw(json + "\"");
}

void Writer::text(std::string_view bytes) {
  raw("[\"text\",");
  quoted(bytes);
  raw("]");
}

void Writer::character(char value) {
  raw("[\"char\",");
  quoted(std::string_view(&value, 1));
  raw("]");
}

void Writer::opaque(std::string_view type) {
  raw("[\"opaque\",");
  quoted(type);
  raw(",\"\"]");
}

void Writer::open(const char* tag, std::string_view kind) {
  raw(std::string("[\"") + tag + "\",");
  quoted(kind);
  raw(",[");
}

void Writer::close() { raw("]]"); }

void Writer::between(bool& first) {
  if (!first) out += ',';
  first = false;
}

bool Writer::deep(int depth) {
  if (depth <= kDeep) return false;
  opaque("too-deep");
  return true;
}

int Writer::anchor(const void* object) {
  auto [at, fresh] = seen_.try_emplace(object, static_cast<int>(seen_.size()) + 1);
  return fresh ? 0 : at->second;
}

}  // namespace codescore
