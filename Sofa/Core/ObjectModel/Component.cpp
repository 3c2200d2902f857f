// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Component.h"

#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/Provenance.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/SceneProblems.h"

namespace sofa::core {

Component::Component() = default;

std::string Component::path() const {
  if (!m_context) return name();
  const std::string node = m_context->path();
  const std::string& own = name().empty() ? className() : name();
  return node == "/" ? "/" + own : node + "/" + own;
}

namespace {

/// Whether it gave up for want of a state: what its Data are good for is seen when it is initialised with one.
bool lacksState(const Component& component) {
  if (component.isValid()) return false;
  const auto isEmpty = [](const BaseLink* link) {
    return (link->name() == "mstate" || link->name() == "object1" || link->name() == "object2") && !link->target(0);
  };
  return std::ranges::any_of(component.links(), isEmpty);
}

}  // namespace

void Component::updateTrackedData() {
  if (!m_tracker.anyChanged() || lacksState(*this)) return;
  dataChanged();
  m_tracker.clear();
}

void Component::checkRequiredData() const {
  for (const auto* data : dataFields())
    if (data->options().required && !data->isSet())
      warning("Required data \"{}\" has not been set. Falling back to default value: {}", data->name(), data->text());
}

namespace {

/// src="@path": every Data of the source becomes the parent of the Data of the same name (docs/manual/scenes.md,
/// "Linking everything").
void linkToSource(Component& component, const ComponentDescription& description, const std::string& text) {
  if (!text.starts_with('@')) {
    component.error("'src' attribute value should be a link using '@', e.g. src=\"@loader\"; it is \"{}\"", text);
    return;
  }
  const std::string path = text.substr(text.rfind('@') + 1);
  if (path.empty()) {
    component.warning("'src=@' does nothing.");
    return;
  }
  Base* source = findSourceObject(component, path);
  if (!source) {
    SceneProblems::tellSource(component, "@" + path);
    return;
  }
  const auto connect = [&](BaseData& from, std::string_view name) {
    if (name == "type" || name == "filename" || description.has(name)) return;
    BaseData* to = component.findData(name);
    if (!to || !to->options().autoLink || to == &from || to->parent()) return;
    std::string reason;
    if (to->setParent(&from, &reason))
      to->setLinkPath("@" + source->path() + "." + from.name());
    else
      component.warning("src: Data {} cannot follow {}.{}: {}", to->name(), path, from.name(), reason);
  };
  for (auto* from : source->dataFields()) {
    if (!from->options().autoLink) continue;
    connect(*from, from->name());
    for (const auto& alias : from->options().aliases) connect(*from, alias);
  }
}

}  // namespace

namespace {

/// Watches parseExtra(): which attributes it takes, and which Data it changes with them.
class LegacyWatch {
 public:
  LegacyWatch(const Component& component, const ComponentDescription& description)
      : m_component(component), m_description(description), m_unused(description.unused()) {
    if (m_unused.empty()) return;
    for (const auto* data : component.dataFields())
      if (!data->isDirty()) m_counters.emplace_back(data, data->counter());
  }
  void note() const {
    std::vector<std::string> taken;
    std::vector<const BaseData*> changed;
    for (const auto& name : m_unused)
      if (const auto it = m_description.attributes().find(name);
          it == m_description.attributes().end() || it->second.used)
        taken.push_back(name);
    for (const auto& [data, counter] : m_counters)
      if (!data->isDirty() && data->counter() != counter) changed.push_back(data);
    noteParsing(m_component, m_description, taken, changed);
  }

 private:
  const Component& m_component;
  const ComponentDescription& m_description;
  std::vector<std::string> m_unused;
  std::vector<std::pair<const BaseData*, int>> m_counters;
};

}  // namespace

namespace {

/// Attributes that have lost their effect, and values that other attributes say today.
void readHistory(const Component& component, ComponentDescription& description) {
  const auto* entry = ObjectFactory::instance().find(component.className());
  if (!entry) return;
  for (const auto& [name, advice] : entry->ignored)
    if (description.take(name)) component.deprecated("Attribute '{}' has no effect: {}.", name, advice);
  for (const auto& old : entry->replaced) {
    if (description.get(old.attribute) != old.value) continue;
    component.deprecated("{}=\"{}\" has been replaced by {}=\"{}\".", old.attribute, old.value, old.newAttribute,
                         old.newValue);
    description.set(old.attribute, "");  // leaves the Data as it is
    description.set(old.newAttribute, old.newValue);
  }
}

/// Whether text of the scene asks for more than is there anyway.
bool asksForMore(const BaseData& data) {
  return data.parent() || !data.type().equal(data.rawValue(), data.rawDefault());
}

/// What the scene asks for in vain: Data and links whose help begins with "no effect: ", where it goes on with what is
/// done instead. Those with the same reason are told together.
void tellWithoutEffect(const Component& component, const ComponentDescription& description) {
  constexpr std::string_view mark = "no effect: ";
  std::map<std::string_view, std::vector<std::string>> byReason;
  const auto look = [&](const std::string& name, const std::string& help, auto isAsked) {
    if (help.starts_with(mark) && description.has(name) && isAsked())
      byReason[std::string_view(help).substr(mark.size())].push_back(name);
  };
  for (const auto* data : component.dataFields()) look(data->name(), data->help(), [&] { return asksForMore(*data); });
  for (const auto* link : component.links()) look(link->name(), link->help(), [&] { return link->isGiven(); });
  for (const auto& [reason, names] : byReason)
    component.warning("{} {} no effect: {}.", fmt::join(names, ", "), names.size() > 1 ? "have" : "has", reason);
}

}  // namespace

void Component::parse(ComponentDescription& description) {
  setLocation(description.location());
  prepareAttributes(description);
  if (const auto src = description.take("src")) linkToSource(*this, description, *src);
  readHistory(*this, description);
  if (const auto text = description.take("printLog")) setAttribute("printLog", *text);
  // Byte-wise order of the names, not document order: an alias of several Data overrides what sorts before it.
  for (const auto& name : description.attributeNames())
    if (setAttribute(name, description.get(name))) description.markUsed(name);
  const LegacyWatch legacy(*this, description);
  parseExtra(description);
  legacy.note();
  for (auto* link : links()) link->retry();
  tellWithoutEffect(*this, description);
}

}  // namespace sofa::core
