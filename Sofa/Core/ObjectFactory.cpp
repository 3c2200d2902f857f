#include "Sofa/Core/ObjectFactory.h"

#include "Sofa/Core/ComponentNames.h"
#include "Sofa/Core/GivenAttributes.h"
#include "Sofa/Core/Path.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {

ObjectFactory& ObjectFactory::instance() {
  static ObjectFactory factory;
  return factory;
}

const ObjectFactory::Entry* ObjectFactory::find(std::string_view className) const {
  const auto it = m_entries.find(currentComponentName(className));
  return it == m_entries.end() ? nullptr : &it->second;
}

std::vector<std::string> ObjectFactory::classNames() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : m_entries) names.push_back(name);
  return names;
}

ObjectFactory::Choice ObjectFactory::choose(const Entry& entry, Context& node, const ComponentDescription& description,
                                            const std::string& wanted, std::vector<std::string>& candidates,
                                            std::string& reasons) const {
  const auto attempt = [&](const std::string& name, const Creator& creator) {
    std::string why;
    if (creator.canCreate(node, description, why)) return true;
    reasons += fmt::format("\n- with template '{}': {}", name, why);
    return false;
  };
  const bool known = !wanted.empty() && entry.creators.contains(wanted);
  const std::string& first = known ? wanted : entry.defaultTemplate;
  const bool hasFirst = entry.creators.contains(first);
  if (hasFirst && attempt(first, entry.creators.at(first))) {
    candidates.push_back(first);
    return {first, &entry.creators.at(first)};
  }
  Choice choice;
  for (const auto& [name, creator] : entry.creators) {
    if ((hasFirst && name == first) || !attempt(name, creator)) continue;
    candidates.push_back(name);
    if (!choice.creator) choice = {name, &creator};
  }
  return choice;
}

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& w : words) text += (text.empty() ? "" : ", ") + w;
  return text;
}

std::string templateNames(const ObjectFactory::Entry& entry) {
  std::vector<std::string> names;
  for (const auto& [name, creator] : entry.creators) names.push_back(name);
  return joined(names);
}

/// The links of an element that the reasons speak of, with what may have been meant where they lead nowhere.
std::string explainLinks(const Component& placeholder, const ComponentDescription& description,
                         const std::string& reasons) {
  std::string text;
  for (const auto& [name, attribute] : description.attributes()) {
    if (!attribute.value.starts_with('@') || reasons.find("'" + name + "'") == reasons.npos) continue;
    const bool found = findObjectByPath(placeholder, attribute.value) != nullptr;
    text += fmt::format("\n{}=\"{}\" {}.{}", name, attribute.value,
                        found ? "leads to an object that does not fit" : "leads to nothing",
                        suggestPath(placeholder, attribute.value));
  }
  return text;
}

/// What could not be created is saved as it was written, for whoever has what it takes.
void noteElement(const Component& placeholder, const ComponentDescription& description) {
  giveAttributes(placeholder, description);
  auto given = *givenAttributes(placeholder);
  given.type = description.type();
  for (const char* name : {"name", "template"})
    if (description.has(name)) given.values[name] = description.get(name);
  setGivenAttributes(placeholder, std::move(given));
}

void reportFailure(Context& node, const ComponentDescription& description, const ObjectFactory& factory,
                   const ObjectFactory::Entry* entry, const std::string& reasons) {
  auto placeholder = std::make_shared<InfoComponent>();
  placeholder->setClass("InfoComponent");
  placeholder->setName("Not created (" + description.type() + ")");
  placeholder->setLocation(description.location());
  node.addComponent(placeholder);
  noteElement(*placeholder, description);
  const std::string& templ = description.get("template");
  std::string text =
      fmt::format("Object type {}{} was not created.", description.type(), templ.empty() ? "" : "<" + templ + ">");
  if (entry) {
    text += " The object is in the factory but cannot be created." + reasons +
            explainLinks(*placeholder, description, reasons);
  } else {
    text += fmt::format(" The component '{}' cannot be found in the factory.", description.type());
    if (const char* why = removedComponent(description.type()))
      text += fmt::format(" {}", why);
    else if (const auto like = helper::nearest(description.type(), factory.classNames()); !like.empty())
      text += " But the following object(s) exist: " + joined(like) + ".";
  }
  placeholder->error("{}", text);
}

void reportTemplate(const Component& component, const ObjectFactory::Entry& entry, const std::string& written,
                    const std::string& wanted, const std::string& used, const std::vector<std::string>& candidates) {
  if (!wanted.empty() && wanted != used) {
    component.error("Requested template '{}' {}. Falling back to the first compatible template: '{}'.", written,
                    entry.creators.contains(wanted)
                        ? std::string("is not compatible with the current context")
                        : "cannot be found in the list of available templates [" + templateNames(entry) + "]",
                    used);
  } else if (candidates.size() > 1) {
    component.warning("Template '{}' incorrect, used {} in the list: {}", written, used, joined(candidates));
  }
}

}  // namespace

std::shared_ptr<Component> ObjectFactory::create(Context& node, ComponentDescription description) {
  const Entry* entry = find(description.type());
  std::vector<std::string> candidates;
  std::string reasons, deprecatedPart;
  const std::string written = description.get("template");
  const std::string wanted = canonicalTemplate(written, &deprecatedPart);
  const Choice choice = entry ? choose(*entry, node, description, wanted, candidates, reasons) : Choice{};
  if (!choice.creator) {
    reportFailure(node, description, *this, entry, reasons);
    return nullptr;
  }
  auto component = choice.creator->create();
  component->setClass(entry->className, choice.templateName);
  component->setLocation(description.location());
  node.addComponent(component);
  giveAttributes(*component, description);
  component->parse(description);
  // After parsing, so that these messages know the component's name.
  const bool untyped = entry->creators.size() == 1 && choice.templateName.empty();
  if (!untyped) reportTemplate(*component, *entry, written, wanted, choice.templateName, candidates);
  if (!deprecatedPart.empty())
    component->deprecated("The deprecated template '{}' has been replaced by {}.", deprecatedPart,
                          canonicalTemplate(deprecatedPart));
  for (const auto& name : description.unused())
    component->warning("Unused Attribute: \"{}\" with value: \"{}\".{}", name, description.get(name),
                       helper::didYouMean(name, component->attributeNames()));
  return component;
}

}  // namespace sofa::core
