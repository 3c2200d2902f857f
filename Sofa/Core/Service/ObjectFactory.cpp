// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ObjectFactory.h"

#include <set>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/NotCreated.h"
#include "Sofa/Core/Service/ReferenceComponents.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Core/Service/TemplateNames.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::core {

ObjectFactory& ObjectFactory::instance() {
  static ObjectFactory factory;
  return factory;
}

namespace {
thread_local int registrations = 0;  // that the thread has begun
}

ObjectFactory::Registration::Registration() {
  if (registrations++ == 0) instance().m_mutex.lock();
}

ObjectFactory::Registration::~Registration() {
  if (--registrations == 0) instance().m_mutex.unlock();
}

std::shared_lock<std::shared_mutex> ObjectFactory::lockForReading() const {
  return registrations == 0 ? std::shared_lock(m_mutex) : std::shared_lock<std::shared_mutex>();
}

const ObjectFactory::Entry* ObjectFactory::find(std::string_view className) const {
  const auto lock = lockForReading();
  auto it = m_entries.find(className);
  if (it == m_entries.end()) {
    const auto former = m_formerNames.find(className);
    if (former == m_formerNames.end() || !former->second.refusal.empty()) return nullptr;
    it = m_entries.find(former->second.today);
  }
  return it == m_entries.end() ? nullptr : &it->second;
}

const ObjectFactory::FormerName* ObjectFactory::formerName(std::string_view name) const {
  const auto lock = lockForReading();
  const auto it = m_formerNames.find(name);
  return it == m_formerNames.end() ? formerReferenceName(name) : &it->second;
}

bool ObjectFactory::knowsTemplate(const std::string& name) const {
  const auto lock = lockForReading();
  return std::ranges::any_of(m_entries, [&](const auto& entry) { return entry.second.creators.contains(name); });
}

std::string Register::refusal(std::string_view former, std::string_view today, std::string_view until,
                              std::string_view advice) {
  return fmt::format("This name was removed{}{}. Write {} instead of {}.{}{}", until.empty() ? "" : " in ", until,
                     today, former, advice.empty() ? "" : " ", advice);
}

std::vector<std::string> ObjectFactory::classNames() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : m_entries) names.push_back(name);
  return names;
}

/// Of a state whose vectors live elsewhere than on the host, the template made for it goes before those that work on
/// its host views.
ObjectFactory::Choice ObjectFactory::chooseForDevice(const Entry& entry, Node& node,
                                                     const ComponentDescription& description) const {
  const BaseState* state = mechanicalState(node);
  if (!state) return {};
  const std::string name = state->dataTypesName();
  if (name == state->hostTypesName()) return {};
  auto lock = lockForReading();
  const auto found = std::ranges::find_if(
      entry.creators, [&](const auto& c) { return c.first == name || c.first.starts_with(name + ','); });
  if (found == entry.creators.end()) return {};
  if (lock.owns_lock()) lock.unlock();
  std::string why;
  return found->second.canCreate(node, description, why) ? Choice{found->first, &found->second} : Choice{};
}

ObjectFactory::Choice ObjectFactory::choose(const Entry& entry, Node& node, const ComponentDescription& description,
                                            const std::string& wanted, std::vector<std::string>& candidates,
                                            std::string& reasons) const {
  const auto attempt = [&](const std::string& name, const Creator& creator) {
    std::string why;
    if (creator.canCreate(node, description, why)) return true;
    reasons += fmt::format("\n- with template '{}': {}", name, why);
    return false;
  };
  if (wanted.empty())
    if (const Choice choice = chooseForDevice(entry, node, description); choice.creator) {
      candidates.push_back(choice.templateName);
      return choice;
    }
  // Not while they are tried: a class may ask for others to find out.
  auto lock = lockForReading();
  const bool known = !wanted.empty() && entry.creators.contains(wanted);
  const std::string& first = known ? wanted : entry.defaultTemplate;
  const auto firstCreator = entry.creators.find(first);
  std::vector<const std::pair<const std::string, Creator>*> others;
  const Creator* preferred = firstCreator == entry.creators.end() ? nullptr : &firstCreator->second;
  for (const auto& creator : entry.creators)
    if (&creator.second != preferred) others.push_back(&creator);
  if (lock.owns_lock()) lock.unlock();
  if (preferred && attempt(first, *preferred)) {
    candidates.push_back(first);
    return {first, preferred};
  }
  Choice choice;
  for (const auto* other : others) {
    if (!attempt(other->first, other->second)) continue;
    candidates.push_back(other->first);
    if (!choice.creator) choice = {other->first, &other->second};
  }
  return choice;
}

namespace {

std::string templateNames(const ObjectFactory::Entry& entry) {
  std::vector<std::string> names;
  for (const auto& [name, creator] : entry.creators) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
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

/// `failure`: what went wrong with one that fits; empty if none does, for `reasons`.
void reportNotCreated(Node& node, const ComponentDescription& description, const std::string& reasons,
                      const std::string& failure = {}) {
  const auto element = std::make_shared<NotCreated>(node, description, reasons);
  if (!failure.empty()) element->setFailure(failure);
  node.addComponent(element);
  if (!description.folder().empty()) element->setFolder(description.folder());
  noteElement(*element, description);
  SceneProblems::tell(element);
}

/// What is wrong with the template that a scene asks for.
std::string templateProblem(const ObjectFactory::Entry& entry, const std::string& written, const std::string& wanted) {
  if (entry.creators.contains(wanted))
    return fmt::format("Requested template '{}' is not compatible with the current context.", written);
  if (const auto* reference = findReferenceComponent(entry.className); reference && reference->hasTemplate(wanted))
    return explainAbsence(fmt::format("{}<{}>", entry.className, wanted));
  const char* plugin = pluginOfTemplate(wanted);
  return fmt::format("Requested template '{}' cannot be found in the list of available templates [{}].{}", written,
                     templateNames(entry),
                     plugin && !ObjectFactory::instance().knowsTemplate(wanted)
                         ? fmt::format(" It comes with a plugin: add <RequiredPlugin name=\"{}\"/>.", plugin)
                         : std::string());
}

void reportTemplate(const Component& component, const ObjectFactory::Entry& entry, const std::string& written,
                    const std::string& wanted, const std::string& used, const std::vector<std::string>& candidates) {
  if (!wanted.empty() && wanted != used) {
    component.error("{} Falling back to the first compatible template: '{}'.", templateProblem(entry, written, wanted),
                    used);
  } else if (candidates.size() > 1) {
    component.warning("Template '{}' incorrect, used {} in the list: {}", written, used, fmt::join(candidates, ", "));
  }
}

/// What the templates of all classes are put together from, those of SOFA that are not here too.
std::vector<std::string> allTemplateWords() {
  std::set<std::string> words;
  const auto add = [&](std::string_view name) {
    for (auto& word : templateWords(name)) words.insert(std::move(word));
  };
  const auto& factory = ObjectFactory::instance();
  for (const auto& className : factory.classNames())
    if (const auto* entry = factory.find(className))
      for (const auto& [name, creator] : entry->creators) add(name);
  for (const auto& [className, reference] : referenceComponents())
    for (const auto& name : reference.templates) add(name);
  return {words.begin(), words.end()};
}

/// Of a class without templates: scenes often name a data type there, which is no mistake.
void reportWithoutTemplates(const Component& component, const std::string& written, const std::string& wanted) {
  std::vector<std::string> known;
  for (const auto& word : templateWords(wanted)) {
    if (isCommonTemplate(word)) continue;
    if (known.empty()) known = allTemplateWords();
    if (isTemplateOf(word, known)) continue;
    return component.warning("template=\"{}\" has no effect: {} has no templates, and '{}' is no data type.{}", written,
                             component.className(), word, helper::didYouMean(word, known));
  }
}

/// What a class has for a template of a GPU that it lacks: that of the host, which works on copies there, unless it has
/// kernels for states on a GPU, of which some could be meant.
std::string withHostTemplate(const ObjectFactory::Entry& entry, std::string wanted) {
  if (entry.creators.contains(wanted) || wanted.find("Cuda") == wanted.npos) return wanted;
  const auto hasKernels = [](const auto& creator) { return creator.first.starts_with("Cuda"); };
  const bool isLoaded = ObjectFactory::instance().knowsTemplate("CudaVec3f");
  if (!isLoaded || std::ranges::any_of(entry.creators, hasKernels)) return wanted;
  auto host = hostTemplate(wanted);
  return entry.creators.contains(host) ? host : wanted;
}

}  // namespace

std::shared_ptr<Component> ObjectFactory::create(Node& node, ComponentDescription description) {
  if (const auto renaming = acceptedRenaming(description); !renaming.className.empty())
    description = renamed(description, renaming);
  const Entry* entry = find(description.type());
  std::vector<std::string> candidates;
  std::string reasons, deprecatedPart;
  const std::string written = description.get("template");
  std::string wanted = canonicalTemplate(written, &deprecatedPart);
  if (entry) wanted = withHostTemplate(*entry, std::move(wanted));
  const Choice choice = entry ? choose(*entry, node, description, wanted, candidates, reasons) : Choice{};
  if (!choice.creator) {
    reportNotCreated(node, description, reasons);
    return nullptr;
  }
  std::shared_ptr<Component> component;
  try {
    component = choice.creator->create();
  } catch (const helper::Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    reportNotCreated(node, description, reasons, failureReason(problem));
    return nullptr;
  }
  component->setClass(entry->className, choice.templateName);
  component->setLocation(description.location());
  node.addComponent(component);
  if (!description.folder().empty() && description.folder() != node.folder())
    component->setFolder(description.folder());
  giveAttributes(*component, description);
  try {
    component->parse(description);
  } catch (const helper::Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    component->error("Its attributes cannot be taken: {}", failureReason(problem));
  }
  // After parsing, so that these messages know the component's name.
  const bool untyped = entry->creators.size() == 1 && choice.templateName.empty();
  if (untyped)
    reportWithoutTemplates(*component, written, wanted);
  else
    reportTemplate(*component, *entry, written, wanted, choice.templateName, candidates);
  if (!deprecatedPart.empty())
    component->deprecated("The deprecated template '{}' has been replaced by {}.", deprecatedPart,
                          canonicalTemplate(deprecatedPart));
  for (const auto& name : description.unused())
    component->warning("Unused Attribute: \"{}\" with value: \"{}\".{}", name, description.get(name),
                       helper::didYouMean(name, component->attributeNames()));
  return component;
}

}  // namespace sofa::core
