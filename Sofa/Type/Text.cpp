// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace sofa::type {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

template <class T>
void writeReal(std::string& out, T value, int precision) {
  if (precision <= 0) {
    fmt::format_to(std::back_inserter(out), "{}", value);
    return;
  }
  constexpr std::size_t most = 16;  // of sign, point, zeros before the digits, or exponent
  const std::size_t before = out.size();
  out.resize(before + static_cast<std::size_t>(precision) + most);
  const auto end =
      std::to_chars(out.data() + before, out.data() + out.size(), value, std::chars_format::general, precision);
  out.resize(static_cast<std::size_t>(end.ptr - out.data()));
}

std::size_t countWords(std::string_view text) {
  std::size_t count = 0;
  bool inWord = false;
  for (const char c : text) {
    const bool isSpace = std::isspace(static_cast<unsigned char>(c)) != 0;
    count += !isSpace && !inWord;
    inWord = !isSpace;
  }
  return count;
}

/// Takes the numbers of the list as T, 0 for those that T does not hold.
template <class T>
class IntegerList {
 public:
  IntegerList(std::vector<T>& values, std::size_t expected) : m_values(values) {
    m_values.clear();
    m_values.reserve(expected);  // a list that grows takes three times its memory meanwhile
  }
  void push_back(std::int64_t v) {
    const bool fits = std::in_range<T>(v);
    m_allFit = m_allFit && fits;
    m_values.push_back(fits ? static_cast<T>(v) : 0);
    m_last = v;
  }
  std::size_t size() const { return m_values.size(); }
  bool empty() const { return m_values.empty(); }
  std::int64_t back() const { return m_last; }
  bool allFit() const { return m_allFit; }

 private:
  std::vector<T>& m_values;
  std::int64_t m_last = 0;
  bool m_allFit = true;
};

template <class C>
void writeIntegers(std::string& out, const C& values) {
  bool first = true;
  for (auto v : values) {
    if (!first) out += ' ';
    first = false;
    writeScalar(out, static_cast<std::int64_t>(v));
  }
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return v;
}

/// A list holds at most this many indices, so that a mistyped range is an error and not a full memory.
constexpr std::int64_t maxListSize = std::int64_t{1} << 28;

template <class Values>
bool appendRange(std::int64_t first, std::int64_t last, std::int64_t step, bool isUnsigned, Values& values) {
  constexpr std::int64_t farthest = std::int64_t{1}
                                    << 40;  // beyond any index, and sums of such numbers do not overflow
  if (std::max({first, last, step}) > farthest || std::min({first, last, step}) < -farthest) return false;
  if (step == 0) step = first <= last ? 1 : -1;
  if ((step < 0) != (last < first) && first != last) std::swap(first, last);
  if ((last - first) / step + static_cast<std::int64_t>(values.size()) >= maxListSize) return false;
  std::int64_t i = first;
  for (; step > 0 ? i <= last : i >= last; i += step) values.push_back(i);
  // An unsigned descent always ends on its last value, hit or not.
  if (isUnsigned && step < 0 && !values.empty() && values.back() != last) values.push_back(last);
  return true;
}

template <class Values>
bool readIndexToken(std::string_view token, bool isUnsigned, Values& values) {
  const auto dash = token.find('-', 1);
  if (dash == token.npos) {
    const auto v = parseInteger(token);
    values.push_back(v && !(isUnsigned && *v < 0) ? *v : 0);
    return v && !(isUnsigned && *v < 0);
  }
  const auto second = token.find('-', dash + 2);
  const auto first = parseInteger(token.substr(0, dash));
  const auto last = parseInteger(token.substr(dash + 1, second == token.npos ? token.npos : second - dash - 1));
  const auto step = second == token.npos ? std::optional<std::int64_t>(0) : parseInteger(token.substr(second + 1));
  if (!first || !last || !step || (isUnsigned && (*first < 0 || *last < 0))) {
    values.push_back(0);
    return false;
  }
  return appendRange(*first, *last, *step, isUnsigned, values);
}

template <class Values>
bool readIndexTokens(TextReader& in, bool isUnsigned, Values& values) {
  bool ok = true;
  for (auto token = in.word(); !token.empty(); token = in.word()) ok = readIndexToken(token, isUnsigned, values) && ok;
  return ok;
}

template <class T>
bool readIntegers(TextReader& in, std::vector<T>& value) {
  IntegerList<T> list(value, countWords(in.rest()));
  const bool ok = readIndexTokens(in, std::is_unsigned_v<T>, list);
  return ok && list.allFit();
}

struct NamedColor {
  std::string_view name;
  Color color;
};
constexpr float half = 0.5f;
const NamedColor namedColors[] = {
    {"white", {1, 1, 1, 1}},
    {"black", {0, 0, 0, 1}},
    {"red", {1, 0, 0, 1}},
    {"green", {0, 1, 0, 1}},
    {"blue", {0, 0, 1, 1}},
    {"cyan", {0, 1, 1, 1}},
    {"magenta", {1, 0, 1, 1}},
    {"yellow", {1, 1, 0, 1}},
    {"gray", {half, half, half, 1}},
    {"darkgray", {1.f / 3, 1.f / 3, 1.f / 3, 1}},
    {"lightgray", {2.f / 3, 2.f / 3, 2.f / 3, 1}},
    {"orange", {1, half, 0, 1}},
    {"purple", {half, 0, half, 1}},
    {"pink", {1, 0, half, 1}},
    {"brown", {0.6f, 0.4f, 0.2f, 1}},
    {"lime", {half, 1, 0, 1}},
    {"teal", {0, half, half, 1}},
    {"navy", {0, 0, half, 1}},
    {"olive", {half, half, 0, 1}},
    {"maroon", {half, 0, 0, 1}},
    {"silver", {0.75f, 0.75f, 0.75f, 1}},
    {"gold", {1, 0.84f, 0, 1}},
    {"azure", {0, half, 1, 1}},
};

bool readHexColor(std::string_view digits, Color& value) {
  const auto nibble = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  const std::size_t n = digits.size();
  if (n != 3 && n != 4 && n != 6 && n != 8) return false;
  const std::size_t width = n <= 4 ? 1 : 2;
  float channel[4] = {0, 0, 0, 1};
  for (std::size_t i = 0; i < n / width; ++i) {
    const int high = nibble(digits[i * width]), low = nibble(digits[i * width + width - 1]);
    if (high < 0 || low < 0) return false;
    channel[i] = static_cast<float>(high * 16 + low) / 255.f;
  }
  value = {channel[0], channel[1], channel[2], channel[3]};
  return true;
}

/// ["a", 'b'] with the given quotes; false on anything malformed.
bool readQuotedList(TextReader& in, std::vector<std::string>& value) {
  if (!in.skip('[')) return false;
  for (;;) {
    in.skipAny(",");
    if (in.skip(']')) return true;
    const char quote = in.peek();
    if (quote != '"' && quote != '\'') return false;
    in.skip(quote);
    const auto end = in.rest().find(quote);
    if (end == std::string_view::npos) return false;
    value.emplace_back(in.rest().substr(0, end));
    in.advance(end + 1);
  }
}

}  // namespace

void writeScalar(std::string& out, double value, int precision) { writeReal(out, value, precision); }
void writeScalar(std::string& out, float value, int precision) { writeReal(out, value, precision); }
void writeScalar(std::string& out, std::int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }

bool readBool(TextReader& in, bool& value) {
  in.skipSpaces();
  const char c = in.peek();
  if (c == 'T' || c == 't' || c == 'F' || c == 'f') {
    value = c == 'T' || c == 't';
    in.word();
    return true;
  }
  if (!std::isdigit(static_cast<unsigned char>(c)) && c != '-') return false;
  std::int64_t v = 0;
  if (!in.read(v)) return false;
  value = v != 0;
  return true;
}

bool readIndexList(TextReader& in, std::vector<std::int64_t>& values, bool isUnsigned) {
  return readIndexTokens(in, isUnsigned, values);
}

std::string TextTraits<std::string>::name() { return "string"; }
bool TextTraits<std::string>::read(TextReader& in, std::string& value) {
  value = in.rest();
  in.advance(value.size());
  return true;
}
void TextTraits<std::string>::write(std::string& out, const std::string& value, int) { out += value; }

std::string TextTraits<Color>::name() { return "RGBAColor"; }
bool TextTraits<Color>::read(TextReader& in, Color& value) {
  in.skipSpaces();
  if (in.skip('#')) return readHexColor(in.word(), value);
  if (std::isdigit(static_cast<unsigned char>(in.peek())) || in.peek() == '.') {
    Color c;
    if (!in.read(c.r) || !in.read(c.g) || !in.read(c.b)) return false;
    if (!in.atEnd() && !in.read(c.a)) return false;
    value = c;
    return true;
  }
  const std::string word = lower(in.word());
  for (const auto& named : namedColors)
    if (named.name == word) {
      value = named.color;
      return true;
    }
  return false;
}
void TextTraits<Color>::write(std::string& out, const Color& c, int precision) {
  const float v[4] = {c.r, c.g, c.b, c.a};
  for (int i = 0; i < 4; ++i) {
    if (i) out += ' ';
    writeScalar(out, v[i], precision);
  }
}

std::string TextTraits<OptionGroup>::name() { return "OptionsGroup"; }
bool TextTraits<OptionGroup>::read(TextReader& in, OptionGroup& value) {
  std::string_view text = in.rest();
  in.advance(text.size());
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  if (value.select(text)) return true;
  const auto index = parseInteger(text);
  return index && *index >= 0 && value.select(static_cast<std::size_t>(*index));
}
void TextTraits<OptionGroup>::write(std::string& out, const OptionGroup& value, int) {
  if (value.index() < value.items().size()) out += value.selected();
}

std::string TextTraits<Material>::name() { return "Material"; }
/// A name and five entries in any order; files write remarks behind them (docs/manual/visual.md, "Materials").
bool TextTraits<Material>::read(TextReader& in, Material& m) {
  m.name = in.word();
  for (int entries = 0; entries < 5 && !in.atEnd(); ++entries) {
    const std::string key = lower(in.word());
    if (key == "shininess") {
      if (!readBool(in, m.useShininess) || !in.read(m.shininess)) return false;
      continue;
    }
    Material::Term* term = key == "diffuse"    ? &m.diffuse
                           : key == "ambient"  ? &m.ambient
                           : key == "specular" ? &m.specular
                           : key == "emissive" ? &m.emissive
                                               : nullptr;
    if (!term || !readBool(in, term->use)) return false;
    Color& c = term->color;
    if (!in.read(c.r) || !in.read(c.g) || !in.read(c.b) || !in.read(c.a)) return false;
  }
  return true;
}
void TextTraits<Material>::write(std::string& out, const Material& m, int precision) {
  out += m.name;
  const std::pair<const char*, const Material::Term*> terms[] = {
      {" Diffuse ", &m.diffuse}, {" Ambient ", &m.ambient}, {" Specular ", &m.specular}, {" Emissive ", &m.emissive}};
  for (const auto& [label, term] : terms) {
    out += label;
    out += term->use ? "1 " : "0 ";
    TextTraits<Color>::write(out, term->color, precision);
  }
  out += m.useShininess ? " Shininess 1 " : " Shininess 0 ";
  writeScalar(out, m.shininess, precision);
}

std::string TextTraits<BoundingBox>::name() { return "BoundingBox"; }
bool TextTraits<BoundingBox>::read(TextReader& in, BoundingBox& b) {
  return TextTraits<Vec3>::read(in, b.min) && TextTraits<Vec3>::read(in, b.max);
}
void TextTraits<BoundingBox>::write(std::string& out, const BoundingBox& b, int precision) {
  if (b.empty()) return;
  TextTraits<Vec3>::write(out, b.min, precision);
  out += ' ';
  TextTraits<Vec3>::write(out, b.max, precision);
}

std::string TextTraits<DisplayFlags>::name() { return "DisplayFlags"; }
/// The words are a set: one about a group overrides those about its members, show overrides hide
/// (docs/manual/visual.md, "Display flags").
bool TextTraits<DisplayFlags>::read(TextReader& in, DisplayFlags& value) {
  struct Word {
    std::string_view text;
    std::ptrdiff_t reach;
    bool shows;
  };
  std::vector<Word> words;
  bool ok = true;
  for (auto text = in.word(); !text.empty(); text = in.word()) {
    DisplayFlags alone;
    ok = alone.apply(text) && ok;
    const auto reach =
        DisplayFlags::count - std::count(alone.states.begin(), alone.states.end(), DisplayFlags::State::unset);
    const bool shows = std::count(alone.states.begin(), alone.states.end(), DisplayFlags::State::show) > 0;
    words.push_back({text, reach, shows});
  }
  std::stable_sort(words.begin(), words.end(), [](const Word& a, const Word& b) {
    return std::tie(a.reach, a.shows) < std::tie(b.reach, b.shows);
  });
  value = {};
  for (const auto& word : words) value.apply(word.text);
  return ok;
}
/// The highest group whose leaves agree stands for them.
void TextTraits<DisplayFlags>::write(std::string& out, const DisplayFlags& value, int) {
  using Range = std::tuple<const char*, int, int>;  // of leaves, both ends included
  static constexpr Range groups[] = {{"All", 0, 8},       {"Visual", 0, 0},  {"Behavior", 1, 3},
                                     {"Collision", 4, 6}, {"Mapping", 7, 8}, {"Options", 9, 11}};
  static constexpr const char* leaves[] = {"VisualModels",           "BehaviorModels",  "ForceFields",
                                           "InteractionForceFields", "CollisionModels", "BoundingCollisionModels",
                                           "DetectionOutputs",       "Mappings",        "MechanicalMappings",
                                           "AdvancedRendering",      "Wireframe",       "Normals"};
  const auto writeWord = [&](const char* name, DisplayFlags::State state) {
    if (!out.empty() && out.back() != ' ') out += ' ';
    out += state == DisplayFlags::State::show ? "show" : "hide";
    out += name;
  };
  int next = 0;
  while (next < DisplayFlags::count) {
    const auto state = value.states[next];
    const auto group = std::find_if(std::begin(groups), std::end(groups), [&](const Range& range) {
      const auto [name, first, last] = range;
      return first == next && std::all_of(value.states.begin() + first, value.states.begin() + last + 1,
                                          [&](auto other) { return other == state; });
    });
    const bool whole = group != std::end(groups);
    if (state != DisplayFlags::State::unset) writeWord(whole ? std::get<0>(*group) : leaves[next], state);
    next = whole ? std::get<2>(*group) + 1 : next + 1;
  }
}

std::string TextTraits<TagSet>::name() { return "TagSet"; }
bool TextTraits<TagSet>::read(TextReader& in, TagSet& value) {
  value.clear();
  for (auto word = in.word(); !word.empty(); word = in.word()) value.emplace(word);
  return true;
}
void TextTraits<TagSet>::write(std::string& out, const TagSet& value, int) {
  for (const auto& tag : value) out += (&tag == &*value.begin() ? "" : " ") + tag;
}

std::string TextTraits<RigidMass<3>>::name() { return "Rigid3dMass"; }
bool TextTraits<RigidMass<3>>::read(TextReader& in, RigidMass<3>& m) {
  if (!in.read(m.mass) || !in.read(m.volume)) return false;
  return TextTraits<Mat3>::read(in, m.inertia);
}
void TextTraits<RigidMass<3>>::write(std::string& out, const RigidMass<3>& m, int precision) {
  writeScalar(out, m.mass, precision);
  out += ' ';
  writeScalar(out, m.volume, precision);
  out += " [";
  TextTraits<Mat3>::write(out, m.inertia, precision);
  out += ']';
}

std::string TextTraits<RigidMass<2>>::name() { return "Rigid2dMass"; }
bool TextTraits<RigidMass<2>>::read(TextReader& in, RigidMass<2>& m) {
  return in.read(m.mass) && in.read(m.volume) && in.read(m.inertia);
}
void TextTraits<RigidMass<2>>::write(std::string& out, const RigidMass<2>& m, int precision) {
  TextTraits<std::array<double, 3>>::write(out, {m.mass, m.volume, m.inertia}, precision);
}

std::string TextTraits<std::vector<std::string>>::name() { return "vector<string>"; }
bool TextTraits<std::vector<std::string>>::read(TextReader& in, std::vector<std::string>& value) {
  value.clear();
  in.skipSpaces();
  if (in.peek() == '[') return readQuotedList(in, value);
  value.reserve(countWords(in.rest()));
  for (auto word = in.word(); !word.empty(); word = in.word()) value.emplace_back(word);
  return true;
}
void TextTraits<std::vector<std::string>>::write(std::string& out, const std::vector<std::string>& value, int) {
  out += '[';
  for (std::size_t i = 0; i < value.size(); ++i) out += (i ? ", \"" : "\"") + value[i] + '"';
  out += ']';
}

std::string TextTraits<std::vector<bool>>::name() { return "vector<bool>"; }
bool TextTraits<std::vector<bool>>::read(TextReader& in, std::vector<bool>& value) {
  value.clear();
  while (!in.atEnd()) {
    std::int64_t v = 0;
    if (!in.read(v)) return false;
    value.push_back(v != 0);
  }
  return true;
}
void TextTraits<std::vector<bool>>::write(std::string& out, const std::vector<bool>& value, int) {
  writeIntegers(out, value);
}

std::string TextTraits<std::vector<int>>::name() { return "vector<int>"; }
bool TextTraits<std::vector<int>>::read(TextReader& in, std::vector<int>& value) { return readIntegers(in, value); }
void TextTraits<std::vector<int>>::write(std::string& out, const std::vector<int>& value, int) {
  writeIntegers(out, value);
}

std::string TextTraits<std::vector<Index>>::name() { return "vector<unsigned_int>"; }
bool TextTraits<std::vector<Index>>::read(TextReader& in, std::vector<Index>& value) { return readIntegers(in, value); }
void TextTraits<std::vector<Index>>::write(std::string& out, const std::vector<Index>& value, int) {
  writeIntegers(out, value);
}

std::string TextTraits<std::set<int>>::name() { return "set<int>"; }
bool TextTraits<std::set<int>>::read(TextReader& in, std::set<int>& value) {
  std::vector<int> list;
  const bool ok = readIntegers(in, list);
  value = {list.begin(), list.end()};
  return ok;
}
void TextTraits<std::set<int>>::write(std::string& out, const std::set<int>& value, int) { writeIntegers(out, value); }

}  // namespace sofa::type
