// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/ValueText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/DisplayWords.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {
namespace {

using helper::Severity;

/// With a table, since lists of points may be most of a scene file.
std::size_t countNumbers(std::string_view text) {
  static constexpr auto isBetween = [] {
    std::array<bool, 256> table{};
    for (const unsigned char c : std::string_view("[], \t\n\r")) table[c] = true;
    return table;
  }();
  std::size_t count = 0;
  bool wasBetween = true;
  for (const unsigned char c : text) {
    count += wasBetween && !isBetween[c];
    wasBetween = isBetween[c];
  }
  return count;
}

/// How many numbers text holds, if it holds nothing else.
std::optional<std::size_t> numbersAlone(std::string_view text) {
  type::TextReader in(text);
  double number = 0;
  while (!in.atEnd())
    if (!in.read(number)) return std::nullopt;
  return countNumbers(text);
}

std::string inBrief(std::string_view text) {
  constexpr std::size_t shown = 80;
  return fmt::format("{}{}", text.substr(0, shown), text.size() > shown ? "..." : "");
}

// --- What stands behind a value --------------------------------------------------------------------------------------

std::string_view behindNumbers(const TypeInfo& type, std::string_view text) {
  type::TextReader in(text);
  for (int i = 0; i < type.elementSize(); ++i) {
    in.skipAny("[],");
    double real = 0;
    std::int64_t whole = 0;
    if (!(type.scalar() == TypeInfo::Scalar::integer ? in.read(whole) : in.read(real))) return {};
  }
  in.skipAny("[],");
  return in.rest();
}

template <class T>
std::string_view behind(std::string_view text) {
  type::TextReader in(text);
  T value{};
  if (!type::TextTraits<T>::read(in, value)) return {};
  in.skipSpaces();
  return in.rest();
}

std::string_view behindSwitches(const TypeInfo& type, std::string_view text) {
  type::TextReader in(text);
  bool value = false;
  for (int i = 0; i < type.elementSize(); ++i)
    if (!type::readBool(in, value)) return {};
  in.skipSpaces();
  return in.rest();
}

/// Text that a single value leaves over. Materials are followed by remarks in files.
std::string_view behindValue(const TypeInfo& type, std::string_view text) {
  if (type.isList()) return {};
  if (type.scalarType() == ScalarType::boolean) return behindSwitches(type, text);
  if (type.scalarType() != ScalarType::none) return behindNumbers(type, text);
  const std::string name = type.name();
  const auto holds = [&]<class T>(const T*) { return name == type::TextTraits<T>::name(); };
  if (holds(static_cast<const type::Color*>(nullptr))) return behind<type::Color>(text);
  if (holds(static_cast<const type::BoundingBox*>(nullptr))) return behind<type::BoundingBox>(text);
  if (holds(static_cast<const type::RigidMass<2>*>(nullptr))) return behind<type::RigidMass<2>>(text);
  if (holds(static_cast<const type::RigidMass<3>*>(nullptr))) return behind<type::RigidMass<3>>(text);
  return {};
}

/// The words of a quoted list end with its bracket.
std::string_view behindQuotedList(const TypeInfo& type, std::string_view text) {
  if (type.name() != type::TextTraits<std::vector<std::string>>::name()) return {};
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '[' ? behind<std::vector<std::string>>(text) : std::string_view();
}

/// "3.0" is a whole number, "3.5" is none.
bool isWhole(const TypeInfo& type, std::string_view behind) {
  return type.scalar() == TypeInfo::Scalar::integer && type.elementSize() == 1 && behind.starts_with('.') &&
         behind.find_first_not_of(" \t\r\n", behind.find_first_not_of('0', 1)) == behind.npos;
}

/// Numbers at the end of a list that are too few for another element.
std::size_t leftNumbers(const BaseData& data, std::string_view text) {
  const auto& type = data.type();
  if (!type.isList() || type.scalarType() == ScalarType::none || type.elementSize() == 1) return 0;
  const std::size_t given = countNumbers(text), read = type.scalarCount(data.rawValue());
  return given > read ? given - read : 0;
}

// --- Values that the readers take and nobody means -------------------------------------------------------------------

bool isUnsigned(ScalarType type) {
  return type == ScalarType::uint8 || type == ScalarType::uint16 || type == ScalarType::uint32 ||
         type == ScalarType::uint64;
}

bool startsNegative(std::string_view text) {
  for (auto at = text.find('-'); at != text.npos; at = text.find('-', at + 1)) {
    const bool starts = at == 0 || std::string_view("[, \t\n\r").find(text[at - 1]) != std::string_view::npos;
    if (starts && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9') return true;
  }
  return false;
}

std::string_view firstWord(std::string_view text) {
  type::TextReader in(text);
  return in.word();
}

/// A negative number would wrap around. Where the default is the greatest number, -1 says that there is none.
bool wrapsAround(const BaseData& data, std::string_view text) {
  const auto& type = data.type();
  if (!isUnsigned(type.scalarType()) || !startsNegative(text)) return false;
  const bool mayLack = !type.isList() && type.elementSize() == 1 &&
                       static_cast<std::uint32_t>(type.get(data.rawDefault(), 0)) == ~std::uint32_t{0};
  return !mayLack || firstWord(text) != "-1";
}

/// The reader looks at the first letter of a word only.
bool isNoSwitch(const TypeInfo& type, std::string_view text) {
  if (type.scalarType() != ScalarType::boolean) return false;
  type::TextReader in(text);
  for (std::string word(in.word()); !word.empty(); word = in.word()) {
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool startsAsOne = word[0] == 't' || word[0] == 'f';
    if (startsAsOne && word != "t" && word != "f" && word != "true" && word != "false") return true;
  }
  return false;
}

// --- What to write ---------------------------------------------------------------------------------------------------

bool startsWithNumber(std::string_view text) {
  type::TextReader in(text);
  double number = 0;
  return in.read(number);
}

std::string remedyForNumbers(const TypeInfo& type, std::string_view text) {
  if (const auto given = numbersAlone(text)) {
    const auto size = static_cast<std::size_t>(type.elementSize());
    if (type.scalar() == TypeInfo::Scalar::integer && text.find_first_of(".eE") != text.npos)
      return ". Write whole numbers, without a fraction or an exponent";
    if (!type.isList() && size != *given)
      return fmt::format(". Write {} number{}; {} {} given", size, size == 1 ? "" : "s", *given,
                         *given == 1 ? "is" : "are");
    if (type.scalar() == TypeInfo::Scalar::real) return ". Numbers have to be finite";
    return type.name().find("unsigned") != std::string::npos ? ". Write whole numbers from 0 to 4294967295"
                                                             : ". Write whole numbers of at most 9 digits";
  }
  if (text.find_first_of(",;[](){}") != text.npos)
    return ". Numbers are separated by spaces, without commas, brackets or names of types: \"1 2 3\"";
  if (text.find("nan") != text.npos || text.find("inf") != text.npos) return ". Numbers have to be finite";
  if (startsWithNumber(text)) return ". Write numbers only, without units or words";
  const char* kind = type.scalar() == TypeInfo::Scalar::real ? "finite" : "whole";
  if (type.isList()) return fmt::format(". Write {} numbers separated by spaces", kind);
  return type.elementSize() == 1 ? fmt::format(". Write a {} number", kind)
                                 : fmt::format(". Write {} {} numbers", type.elementSize(), kind);
}

bool isMass(const TypeInfo& type) { return type.name().starts_with("Rigid") && type.name().ends_with("Mass"); }

/// Whether text gives the first numbers of the mass of a rigid body, without volume and inertia, which scenes do on
/// purpose: the others stay as they are.
bool isBeginning(const BaseData& data, std::string_view text) { return isMass(data.type()) && numbersAlone(text); }

std::string remedyForFlags(std::string_view text) {
  type::TextReader in(text);
  type::DisplayFlags ignored;
  auto word = in.word();
  while (!word.empty() && ignored.apply(word)) word = in.word();
  return fmt::format(
      ". \"{}\" is no display flag.{} Write show or hide followed by All, Visual, Behavior, Collision, Mapping, "
      "Options or one of their members",
      inBrief(word), helper::didYouMean(word, displayFlagWords()));
}

/// What to write instead of text that cannot be read.
std::string remedyFor(const TypeInfo& type, std::string_view text) {
  const std::string name = type.name();
  if (name == "RGBAColor") return R"(. Write a name such as "red", "#ff0000", or 3 or 4 numbers from 0 to 1: "1 0 0")";
  if (name == "BoundingBox") return R"(. Write the least and the greatest corner: "0 0 0 1 1 1")";
  if (name == "DisplayFlags") return remedyForFlags(text);
  if (name == "vector<bool>") return ". Write 1 or 0 for each, separated by spaces";
  if (name == "vector<string>") return R"(. Write words separated by spaces, or ["one", "two"])";
  if (isMass(type)) return ". Write mass, volume and the entries of the inertia matrix, all numbers";
  if (type.scalarType() == ScalarType::none && !name.starts_with("vector<") && !name.starts_with("set<")) return {};
  if (type.scalarType() == ScalarType::boolean) return ". Write 1 or true, 0 or false";
  return remedyForNumbers(type, text);
}

std::string notRead(const BaseData& data, std::string_view text, std::string_view remedy) {
  return fmt::format("Could not read value for data field {}: {} (a {} is expected){}", data.name(), inBrief(text),
                     data.type().name(), remedy);
}

std::optional<TextProblem> behindProblem(const BaseData& data, std::string_view text, std::string_view rest) {
  const auto& type = data.type();
  if (rest.empty() || isWhole(type, rest)) return std::nullopt;
  const bool isCompound = type.scalarType() == ScalarType::none ? isMass(type) : type.elementSize() > 1;
  const bool isLenient = isCompound && numbersAlone(rest);  // SOFA's own scenes have numbers to spare
  if (!isLenient) return TextProblem{Severity::Error, notRead(data, text, remedyFor(type, text))};
  return TextProblem{Severity::Warning,
                     fmt::format("Data {}: \"{}\" at the end of the text has no effect: a {} is expected.", data.name(),
                                 inBrief(rest), type.name())};
}

}  // namespace

std::optional<TextProblem> textProblem(const BaseData& data, const std::string& text, bool isRead) {
  const auto& type = data.type();
  if (!isRead && allowedWords(data))
    return TextProblem{Severity::Error, fmt::format("{} \"{}\" is used.", choiceProblem(data, text), data.text())};
  if (!isRead)
    return TextProblem{isBeginning(data, text) ? Severity::Warning : Severity::Error,
                       notRead(data, text, remedyFor(type, text))};
  if (isNoSwitch(type, text)) return TextProblem{Severity::Error, notRead(data, text, remedyFor(type, text))};
  if (wrapsAround(data, text))
    return TextProblem{Severity::Error, notRead(data, text, ". Write numbers that are not negative")};
  const auto rest = behindValue(type, text);
  if (auto problem = behindProblem(data, text, rest.empty() ? behindQuotedList(type, text) : rest)) return problem;
  const auto left = leftNumbers(data, text);
  if (left == 0) return std::nullopt;
  return TextProblem{
      Severity::Warning,
      fmt::format("Data {}: {} at the end of the list {} no effect: an element of a {} takes {} numbers.", data.name(),
                  left == 1 ? "1 number" : fmt::format("{} numbers", left), left == 1 ? "has" : "have", type.name(),
                  type.elementSize())};
}

std::optional<TextProblem> readText(BaseData& data, const std::string& text) {
  const bool isRead = data.read(text);
  return textProblem(data, text, isRead);
}

namespace {
thread_local UnreadableTexts* collecting = nullptr;
}

UnreadableTexts::UnreadableTexts() : m_outer(collecting) { collecting = this; }
UnreadableTexts::~UnreadableTexts() { collecting = m_outer; }

void tellTextProblem(const Base& object, const TextProblem& problem) {
  if (collecting && problem.isError()) collecting->m_all.push_back(problem.text);
  object.message(problem.severity, problem.text);
}

void tellNoNumber(const Base& object, const std::string& attribute, std::string_view instead) {
  const auto begin = attribute.find('"') + 1, end = attribute.rfind('"');
  const auto value = std::string_view(attribute).substr(begin, end - begin);
  tellTextProblem(object, {numbersAlone(value) ? Severity::Warning : Severity::Error,
                           fmt::format("Attribute {} is not a number; {}.", attribute, instead)});
}

void tellUnreadable(const Base& object, std::string text) {
  tellTextProblem(object, {Severity::Error, std::move(text)});
}

}  // namespace sofa::core
