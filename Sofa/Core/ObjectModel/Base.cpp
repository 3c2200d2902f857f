#include "Sofa/Core/ObjectModel/Base.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/MessageSender.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/Provenance.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/SharedText.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {

Base::Base() : m_className(&helper::sharedText({})), m_templateName(m_className) {
  constexpr std::size_t usual = 32;
  m_dataDistances.reserve(usual);
}

Base::~Base() {
  for (auto* link : std::vector<BaseLink*>(m_incoming)) link->forget(this);
  // Derived members are gone; what is left are the Data of this class, which must not look for their owner any more.
}

void Base::addData(BaseData& data) {
  m_dataDistances.push_back(data.m_ownerDistance);
  if (data.m_ownerDistance != 0) return;
  if (!m_farData) m_farData = std::make_unique<std::vector<BaseData*>>();
  m_farData->push_back(&data);
}

void Base::removeData(BaseData& data) {
  // Members go in the reverse order of their declaration.
  for (std::size_t i = m_dataDistances.size(), far = m_farData ? m_farData->size() : 0; i-- > 0;) {
    const bool isFar = m_dataDistances[i] == 0;
    if (isFar) --far;
    if (isFar ? (*m_farData)[far] != &data : m_dataDistances[i] != data.m_ownerDistance) continue;
    m_dataDistances.erase(m_dataDistances.begin() + static_cast<std::ptrdiff_t>(i));
    if (isFar) m_farData->erase(m_farData->begin() + static_cast<std::ptrdiff_t>(far));
    return;
  }
}

void Base::setClass(std::string_view className, std::string_view templateName) {
  m_className = &helper::sharedText(className);
  m_templateName = &helper::sharedText(templateName);
}

BaseData* Base::findData(std::string_view name) const {
  const auto all = findAllData(name);
  return all.empty() ? nullptr : all.front();
}

std::vector<BaseData*> Base::findAllData(std::string_view name) const {
  std::vector<BaseData*> found;
  for (auto* data : dataFields())
    if (data->name() == name) found.push_back(data);
  for (auto* data : dataFields())
    if (std::find(data->options().aliases.begin(), data->options().aliases.end(), name) !=
        data->options().aliases.end())
      found.push_back(data);
  return found;
}

BaseLink* Base::findLink(std::string_view name) const {
  const auto it = std::find_if(m_links.begin(), m_links.end(), [&](const auto* l) { return l->name() == name; });
  return it == m_links.end() ? nullptr : *it;
}

std::vector<std::string> Base::attributeNames() const {
  std::vector<std::string> names;
  for (const auto* data : dataFields()) {
    names.push_back(data->name());
    names.insert(names.end(), data->options().aliases.begin(), data->options().aliases.end());
  }
  for (const auto* link : m_links) names.push_back(link->name());
  return names;
}

namespace {
thread_local const Base* sender = nullptr;
}

MessageSender::MessageSender(const Base& object) : m_outer(sender) { sender = &object; }
MessageSender::~MessageSender() { sender = m_outer; }
const Base* MessageSender::current() { return sender; }

void Base::message(helper::Severity severity, std::string text) const {
  if (SceneProblems::follows(*this, severity)) return;
  const MessageSender told(*this);
  helper::send(
      {severity, className().empty() ? std::string("Node") : className(), path(), std::move(text), location()});
}

namespace {

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

/// What stands behind the numbers that a value takes; empty for values that are not a fixed count of numbers.
std::string_view behindNumbers(const BaseData& data, std::string_view text) {
  const auto& type = data.type();
  if (type.isList() || type.scalarType() == ScalarType::none || type.scalarType() == ScalarType::boolean) return {};
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

/// Numbers at the end of a list that are too few for another element.
std::size_t leftNumbers(const BaseData& data, std::string_view text) {
  const auto& type = data.type();
  if (!type.isList() || type.scalarType() == ScalarType::none || type.elementSize() == 1) return 0;
  const std::size_t given = countNumbers(text), read = type.scalarCount(data.rawValue());
  return given > read ? given - read : 0;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t shown = 80;
  return fmt::format("{}{}", text.substr(0, shown), text.size() > shown ? "..." : "");
}

/// Numbers of a list that a single value has no use for when it follows it; none while the list is not computed yet.
std::size_t beyondOne(const BaseData& list, const BaseData& one) {
  if (!list.type().isList() || one.type().isList() || one.type().scalarType() == ScalarType::none || list.isDirty())
    return 0;
  const auto count = list.type().scalarCount(list.rawValue());
  const auto needed = static_cast<std::size_t>(one.type().elementSize());
  return count > needed ? count - needed : 0;
}

/// How many numbers text holds, if it holds nothing else.
std::optional<std::size_t> numbersAlone(std::string_view text) {
  type::TextReader in(text);
  double number = 0;
  while (!in.atEnd())
    if (!in.read(number)) return std::nullopt;
  return countNumbers(text);
}

/// Whether text gives the first numbers of a compound, such as the mass of a rigid body without volume and inertia,
/// which scenes do on purpose: the others stay as they are.
bool isBeginning(const BaseData& data, std::string_view text) {
  return !data.type().isList() && data.type().scalarType() == ScalarType::none && numbersAlone(text);
}

/// What to write instead of text that cannot be read.
std::string remedyFor(const BaseData& data, std::string_view text) {
  const auto& type = data.type();
  if (type.name() == "RGBAColor")
    return R"(. Write a name such as "red", "#ff0000", or 3 or 4 numbers from 0 to 1: "1 0 0")";
  if (type.scalarType() == ScalarType::none) return {};
  if (type.scalarType() == ScalarType::boolean)
    return type.isList() ? ". Write 1 or 0, true or false, separated by spaces" : ". Write 1 or true, 0 or false";
  if (const auto given = numbersAlone(text);
      given && type.elementSize() > 1 && !type.isList() && *given < static_cast<std::size_t>(type.elementSize()))
    return fmt::format(". Write {} numbers; {} {} given", type.elementSize(), *given, *given == 1 ? "is" : "are");
  if (text.find_first_of(",;[](){}") == text.npos) return {};
  return ". Numbers are separated by spaces, without commas, brackets or names of types: \"1 2 3\"";
}

}  // namespace

void Base::setDataText(BaseData& data, const std::string& text) {
  if (!text.starts_with('@')) {
    if (!data.read(text)) {
      if (allowedWords(data)) return reportUnknownChoice(data, text);
      message(isBeginning(data, text) ? helper::Severity::Warning : helper::Severity::Error,
              fmt::format("Could not read value for data field {}: {} (a {} is expected){}", data.name(),
                          shortened(text), data.type().name(), remedyFor(data, text)));
    } else if (const auto rest = behindNumbers(data, text); !rest.empty()) {
      warning("Data {}: \"{}\" at the end of the text has no effect: a {} is expected.", data.name(), shortened(rest),
              data.type().name());
    } else if (const auto left = leftNumbers(data, text)) {
      warning("Data {}: {} at the end of the list {} no effect: an element of a {} takes {} numbers.", data.name(),
              left == 1 ? "1 number" : fmt::format("{} numbers", left), left == 1 ? "has" : "have", data.type().name(),
              data.type().elementSize());
    }
    return;
  }
  data.setLinkPath(text);
  std::string reason;
  BaseData* parent = findDataByPath(*this, text, &reason);
  if (!reason.empty()) error("Data {}: link {}: {}", data.name(), text, reason);
  if (!parent) {
    if (reason.empty()) SceneProblems::tellLink(data, text);
    return;
  }
  if (!data.setParent(parent, &reason)) {
    error("Invalid Data link from {} to {}.{}: {}", text.substr(1), path(), data.name(), reason);
    warning("Could not setup Data link between {} and {}.", text, data.name());
    return;
  }
  if (const auto left = beyondOne(*parent, data))
    warning("Data {}: {} holds {} numbers more than a {}, which have no effect.", data.name(), text, left,
            data.type().name());
}

bool Base::setAttribute(std::string_view name, const std::string& text) {
  bool known = false;
  for (auto* data : findAllData(name)) {
    setDataText(*data, text);
    known = true;
  }
  if (known) {
    giveAttribute(*this, name, text);
    return true;
  }
  BaseLink* link = findLink(name);
  if (!link) return false;
  giveAttribute(*this, name, text);
  std::string reason;
  if (!link->read(text, &reason)) error("Link {}=\"{}\": {}", link->name(), text, reason);
  return true;
}

namespace detail {
std::string readableTypeName(const char* mangled) {
  int status = 0;
  char* readable = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? readable : mangled;
  std::free(readable);
  return std::regex_replace(name, std::regex("sofa::(\\w+::)*"), "");
}
}  // namespace detail

}  // namespace sofa::core

namespace sofa::type {
namespace {
constexpr const char* stateNames[] = {"Undefined", "Loading", "Valid", "Dirty", "Busy", "Invalid"};
}

bool TextTraits<core::ComponentState>::read(TextReader& in, core::ComponentState& value) {
  const auto word = in.word();
  for (int i = 0; i < 6; ++i)
    if (word == stateNames[i]) {
      value = static_cast<core::ComponentState>(i);
      return true;
    }
  return false;
}

void TextTraits<core::ComponentState>::write(std::string& out, const core::ComponentState& value, int) {
  out += stateNames[static_cast<int>(value)];
}
}  // namespace sofa::type
