// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Data.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/DataCycle.h"
#include "Sofa/Core/ObjectModel/ValueText.h"

namespace sofa::core {

BaseData::BaseData(Base* owner, const DataMetadata& metadata) : m_metadata(&metadata) {
  if (!owner) return;
  const std::ptrdiff_t distance = reinterpret_cast<const char*>(this) - reinterpret_cast<const char*>(owner);
  const std::ptrdiff_t units = distance / distanceUnit;
  using Limits = std::numeric_limits<std::int16_t>;
  if (units * distanceUnit == distance && units >= Limits::min() && units <= Limits::max())
    m_ownerDistance = static_cast<std::int16_t>(units);
  else
    makeRare().owner = owner;
  owner->addData(*this);
}

BaseData::~BaseData() {
  if (Base* object = owner()) object->removeData(*this);
  for (auto* output : outputs())
    if (auto* child = dynamic_cast<BaseData*>(output); child && child->parent() == this)
      child->makeRare().parent = nullptr;
}

void BaseData::addAlias(std::string alias) {
  DataOptions changed = options();
  changed.aliases.push_back(std::move(alias));
  setOptions(changed);
}

void BaseData::setFollowing(const Following& follows) {
  DataOptions changed = options();
  changed.follows = follows;
  setOptions(changed);
}

const std::string& BaseData::linkPath() const {
  static const std::string none;
  return rare() ? rare()->linkPath : none;
}

void BaseData::setLinkPath(std::string path) {
  if (rare() || !path.empty()) makeRare().linkPath = std::move(path);
}

bool BaseData::read(std::string_view text) {
  updateIfDirty();
  // An empty attribute empties lists and leaves everything else as it is, but the Data counts as given.
  bool ok = true;
  const bool blank = text.empty();
  const bool emptied =
      type().isList() || type().scalar() == TypeInfo::Scalar::text || type().name().starts_with("vector<");
  if (!blank || emptied) ok = type().read(text, storage());
  changed();
  return ok;
}

bool BaseData::setParent(BaseData* parent, std::string* reason) {
  const auto refuse = [&](std::string why) {
    if (reason) *reason = std::move(why);
    return false;
  };
  BaseData* const former = this->parent();
  if (parent) {
    if (!convertible(parent->type(), type()))
      return refuse(
          fmt::format("a value of type {} cannot be given to one of type {}", parent->type().name(), type().name()));
    if (parent != former && !addInput(parent))
      return refuse(fmt::format("the link would close a cycle: {}", cycleText(dependencyPath(*this, *parent))));
  }
  if (former && former != parent) removeInput(former);
  if (former || parent) makeRare().parent = parent;
  if (parent) makeRare().parentCounter = -1;
  if (parent) {
    m_set = true;
    setDirty();
  }
  return true;
}

namespace {

/// The text of a Data that another one follows. An empty one says nothing.
std::optional<TextProblem> readFollowed(const BaseData& data, const std::string& text, void* value) {
  const bool isRead = data.type().read(text, value);
  return text.empty() ? std::nullopt : textProblem(data, text, isRead);
}

}  // namespace

void BaseData::update() {
  const BaseData* from = parent();
  if (!from) return;  // an output of an engine: written while its input, the engine, was brought up to date
  // Something else than the parent may have changed, which was brought up to date as an input: a vector that a device
  // wrote, for one. What it gave is newer.
  if (inputs().size() > 1 && from->counter() == rare()->parentCounter) return;
  makeRare().parentCounter = from->counter();
  const void* value = from->rawValue();
  std::optional<TextProblem> problem;
  if (&from->type() == &type())
    type().copy(value, storage());
  else if (from->type().scalar() != TypeInfo::Scalar::text || type().scalar() == TypeInfo::Scalar::text)
    convert(from->type(), value, type(), storage());
  else
    problem = readFollowed(*this, *static_cast<const std::string*>(value), storage());
  ++m_counter;
  const bool maybeChoice = type().scalar() == TypeInfo::Scalar::none && !type().isList();
  if (!problem && maybeChoice && !choiceProblem(*this, from->text()).empty())
    problem = textProblem(*this, from->text(), false);
  if (problem && owner()) tellTextProblem(*owner(), *problem);
}

// A component that is initialised again tracks its Data again: what counts is the last time.

bool DataTracker::changed(const BaseData& data) const {
  const auto it = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const Entry& e) { return e.data == &data; });
  return it != m_entries.rend() && it->counter != data.counter();
}

bool DataTracker::anyChanged() const {
  return std::any_of(m_entries.begin(), m_entries.end(),
                     [&](const Entry& e) { return e.counter != e.data->counter() && changed(*e.data); });
}

void DataTracker::clear() {
  for (Entry& e : m_entries) e.counter = e.data->counter();
}

}  // namespace sofa::core
