// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/NotCreated.h"

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Core/Service/ReferenceComponents.h"
#include "Sofa/Core/Service/TemplateNames.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {
namespace {

/// Where nothing else tells what a class is for, the ending of its name does.
std::string moduleByName(std::string_view className) {
  if (className.ends_with("CollisionModel")) return "Sofa.Component.Collision.Geometry";
  if (className.ends_with("TopologicalMapping")) return "Sofa.Component.Topology.Mapping";
  if (className.ends_with("Mapping")) return "Sofa.Component.Mapping.Linear";
  return {};
}

/// Classes with a name like `word`. A scene that names one unknown class may name it, or others, thousands of times.
const std::vector<std::string>& classesLike(const std::string& word) {
  constexpr std::size_t most = 1000;
  thread_local std::vector<std::string> classes;
  thread_local std::map<std::string, std::vector<std::string>, std::less<>> known;
  const auto& factory = ObjectFactory::instance();
  if (classes.size() != factory.entries().size() || known.size() > most) {  // a plugin added some
    classes = factory.classNames();
    known.clear();
  }
  const auto [it, isNew] = known.try_emplace(word);
  if (isNew) it->second = helper::nearest(word, classes);
  return it->second;
}

std::string moduleOf(const std::string& className) {
  if (const auto* entry = ObjectFactory::instance().find(className)) return entry->module;
  const auto* reference = findReferenceComponent(className);
  if (reference && reference->module.starts_with("Sofa.")) return reference->module;
  if (auto module = moduleByName(className); !module.empty()) return module;
  const auto& like = classesLike(className);
  return like.empty() ? std::string() : ObjectFactory::instance().find(like.front())->module;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// "- with template 'A': why" lines that differ by the template only become one, "- with templates 'A', 'B': why".
std::string condensed(std::string_view reasons) {
  constexpr std::string_view head = "\n- with template '";
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  while (reasons.starts_with(head)) {
    reasons.remove_prefix(head.size());
    const auto end = std::min(reasons.find(head), reasons.size());
    const auto quote = std::min(reasons.find('\''), end);
    const std::string name(reasons.substr(0, quote));
    std::string why(reasons.substr(quote, end - quote));
    replaceAll(why, "'" + name + "'", "'*'");
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == why; });
    (same == groups.end() ? groups.emplace_back(why, std::vector<std::string>()) : *same).second.push_back(name);
    reasons.remove_prefix(end);
  }
  std::string text;
  for (auto& [why, names] : groups) {
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    replaceAll(why, "'*'", names.size() == 1 ? "'" + list + "'" : std::string("one of these"));
    text += fmt::format("\n- with {} '{}{}", names.size() == 1 ? "template" : "templates", list, why);
  }
  return text;
}

/// The links of an element that the reasons speak of, with what may have been meant where they lead nowhere.
std::string explainLinks(const NotCreated& element, const std::string& reasons) {
  std::string text;
  for (const auto& [name, attribute] : element.description().attributes()) {
    if (!attribute.value.starts_with('@') || reasons.find("'" + name + "'") == reasons.npos) continue;
    const bool found = findObjectByPath(element, attribute.value) != nullptr;
    text += fmt::format("\n{}=\"{}\" {}.{}", name, attribute.value,
                        found ? "leads to an object that does not fit" : "leads to nothing",
                        suggestPath(element, attribute.value));
  }
  return text;
}

/// Where a node holds several states, those that the last one hides are missed.
std::string explainStates(const Node* node) {
  std::vector<std::string> states;
  if (node)
    for (const auto* state : node->allLocal<BaseState>())
      if (state->isMechanical()) states.push_back(fmt::format("{} ({})", state->name(), state->dataTypesName()));
  if (states.size() < 2) return {};
  return fmt::format(
      " Its node holds several mechanical states, {}, of which only the last counts: give each a node of "
      "its own.",
      fmt::join(states, ", "));
}

}  // namespace

NotCreated::NotCreated(Node& node, ComponentDescription description, std::string templateReasons)
    : m_description(std::move(description)), m_templateReasons(std::move(templateReasons)) {
  const auto* former = ObjectFactory::instance().formerName(m_description.type());
  const std::string className = former && former->refusal.empty() ? former->today : m_description.type();
  const std::string& given = m_description.get("template");
  m_label = m_description.type() + (given.empty() ? "" : "<" + given + ">");
  m_module = moduleOf(className);
  const auto* entry = ObjectFactory::instance().find(className);
  if (!entry) {
    m_reason = findReferenceComponent(className) ? Reason::missing : Reason::unknown;
    if (m_reason == Reason::missing) m_label = className;
  } else if (const auto name = missingTemplateName(node, *entry); !name.empty()) {
    m_reason = Reason::missingTemplate;
    m_label = className + "<" + name + ">";
  }
  setClass("InfoComponent");
  setName("Not created (" + m_description.type() + ")");
  setLocation(m_description.location());
}

/// The template of SOFA v26.06 that the element asks for or that the states around it call for, if it is not here.
std::string NotCreated::missingTemplateName(const Node& node, const ObjectFactory::Entry& entry) const {
  const auto* reference = findReferenceComponent(entry.className);
  if (!reference) return {};
  const auto isMissing = [&](const std::string& name) {
    return reference->hasTemplate(name) && !entry.creators.contains(name);
  };
  if (const auto given = canonicalTemplate(m_description.get("template")); !given.empty())
    return isMissing(given) ? given : std::string();
  const auto* state = mechanicalState(node);
  if (!state) return {};
  const std::string type = state->dataTypesName();
  const auto* above = node.parent() ? mechanicalState(*node.parent()) : nullptr;
  const std::string mapped = above ? above->dataTypesName() + "," + type : std::string();
  return isMissing(type) ? type : isMissing(mapped) ? mapped : std::string();
}

void NotCreated::setFailure(std::string why) {
  m_failure = std::move(why);
  m_reason = Reason::failure;
}

bool NotCreated::answersTo(std::string_view name) const {
  const std::string& given = m_description.get("name");
  if (!given.empty()) return name == given;
  if (!name.starts_with(m_description.type())) return false;
  const auto rest = name.substr(m_description.type().size());
  return rest.find_first_not_of("0123456789") == rest.npos;
}

bool NotCreated::canBeCreatedNow() const {
  const auto* entry = ObjectFactory::instance().find(m_description.type());
  if (!entry || !context()) return false;
  std::string ignored;
  return std::any_of(entry->creators.begin(), entry->creators.end(),
                     [&](const auto& creator) { return creator.second.canCreate(*context(), m_description, ignored); });
}

const Base* NotCreated::declaredLater() const {
  if (m_reason != Reason::context || !canBeCreatedNow()) return nullptr;
  const std::size_t own = elementSerial(*this);
  const auto isLater = [&](const Base* object) { return object && elementSerial(*object) > own; };
  for (const auto& [name, attribute] : m_description.attributes()) {
    if (!attribute.value.starts_with('@')) continue;
    const Base* target = findObjectByPath(*this, attribute.value);
    if (isLater(target)) return target;
    if (const auto* node = dynamic_cast<const Node*>(target))
      if (const auto* state = mechanicalState(*node); isLater(state)) return state;
  }
  for (const Node* node = context(); node; node = node->parent())
    if (const auto* state = localMechanicalState(*node); isLater(state)) return state;
  return nullptr;
}

std::string NotCreated::explanation() const {
  switch (m_reason) {
    case Reason::missing:
    case Reason::missingTemplate:
      return explainAbsence(m_label);
    case Reason::unknown:
      return explainUnknown();
    case Reason::failure:
      return fmt::format("Object type {} was not created: {}", m_label, m_failure);
    case Reason::context:
      break;
  }
  const std::string reasons = condensed(m_templateReasons);
  return fmt::format("Object type {} was not created. The object is in the factory but cannot be created.{}{}{}",
                     m_label, explainStates(context()), reasons, explainLinks(*this, reasons));
}

std::string NotCreated::explainUnknown() const {
  std::string text = fmt::format("Object type {} was not created. The component '{}' cannot be found in the factory.",
                                 m_label, m_description.type());
  if (const auto* former = ObjectFactory::instance().formerName(m_description.type()))
    text += fmt::format(" {}", former->refusal);
  else if (const auto& like = classesLike(m_description.type()); !like.empty())
    text += fmt::format(" But the following object(s) exist: {}.", fmt::join(like, ", "));
  if (const auto& plugins = PluginManager::instance().inspected(); !plugins.empty())
    text += fmt::format(" It may come from {}, which --check does not load: add -l {}.", fmt::join(plugins, ", "),
                        fmt::join(plugins, ","));
  return text;
}

}  // namespace sofa::core
