// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Base.h"

#include <cxxabi.h>

#include <algorithm>
#include <regex>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/MessageSender.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/Provenance.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/SharedText.h"

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

/// Numbers of a list that a single value has no use for when it follows it; none while the list is not computed yet.
std::size_t beyondOne(const BaseData& list, const BaseData& one) {
  if (!list.type().isList() || one.type().isList() || one.type().scalarType() == ScalarType::none || list.isDirty())
    return 0;
  const auto count = list.type().scalarCount(list.rawValue());
  const auto needed = static_cast<std::size_t>(one.type().elementSize());
  return count > needed ? count - needed : 0;
}

}  // namespace

void Base::setDataText(BaseData& data, const std::string& text) {
  if (!text.starts_with('@')) {
    if (const auto problem = readText(data, text)) tellTextProblem(*this, *problem);
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
