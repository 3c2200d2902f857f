#include "Sofa/Core/ObjectModel/Data.h"

#include <fmt/format.h>

#include <algorithm>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::core {

BaseData::BaseData(Base* owner, std::string_view name, std::string_view help, const TypeInfo& type, DataOptions options)
    : m_owner(owner), m_name(name), m_help(help), m_type(&type), m_options(std::move(options)) {
  if (owner) owner->addData(this);
}

BaseData::~BaseData() {
  if (m_owner) m_owner->removeData(this);
  for (auto* output : outputs())
    if (auto* child = dynamic_cast<BaseData*>(output); child && child->m_parent == this) child->m_parent = nullptr;
}

bool BaseData::read(std::string_view text) {
  updateIfDirty();
  // An empty attribute empties lists and leaves everything else as it is, but the Data counts as given.
  bool ok = true;
  const bool blank = text.empty();
  const bool emptied =
      m_type->isList() || m_type->scalar() == TypeInfo::Scalar::text || m_type->name().starts_with("vector<");
  if (!blank || emptied) ok = m_type->read(text, storage());
  changed();
  return ok;
}

bool BaseData::setParent(BaseData* parent, std::string* reason) {
  const auto refuse = [&](std::string why) {
    if (reason) *reason = std::move(why);
    return false;
  };
  if (parent) {
    if (!convertible(parent->type(), type()))
      return refuse(
          fmt::format("a value of type {} cannot be given to one of type {}", parent->type().name(), type().name()));
    if (parent != m_parent && !addInput(parent)) return refuse("the link would close a cycle");
  }
  if (m_parent && m_parent != parent) removeInput(m_parent);
  m_parent = parent;
  if (parent) {
    m_set = true;
    setDirty();
  }
  return true;
}

void BaseData::update() {
  if (!m_parent) return;  // an output of an engine: written while its input, the engine, was brought up to date
  const void* from = m_parent->rawValue();
  if (&m_parent->type() == m_type)
    m_type->copy(from, storage());
  else
    convert(m_parent->type(), from, *m_type, storage());
  ++m_counter;
  const bool maybeChoice = m_type->scalar() == TypeInfo::Scalar::none && !m_type->isList();
  if (maybeChoice && !choiceProblem(*this, m_parent->text()).empty()) reportUnknownChoice(*this, m_parent->text());
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
