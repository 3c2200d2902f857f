// SPDX-License-Identifier: Apache-2.0
#include "Creation.h"

#include <fmt/format.h>

#include <algorithm>

#include "DataValue.h"
#include "Messages.h"
#include "References.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/NotCreated.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"
#include "Sofa/Simulation/Scene/ComputedData.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Simulation/Scene/LateEdits.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/Waking.h"

namespace sofa::python {

using core::Component;
using simulation::Node;

namespace {

/// Why the class cannot be created here; empty if it can. The factory would put a placeholder into the node and tell
/// the user, but here the script is told, and may know what to do.
std::string whyNot(Node& node, const core::ComponentDescription& description) {
  const auto* entry = core::ObjectFactory::instance().find(description.type());
  std::string reasons;
  if (entry)
    for (const auto& [name, creator] : entry->creators) {
      std::string why;
      if (creator.canCreate(node, description, why)) return {};
      reasons += fmt::format("\n- with template '{}': {}", name, why);
    }
  return std::make_shared<core::NotCreated>(node, description, reasons)->explanation();
}

/// Arguments that are objects, Data or links of a scene, by name.
using Direct = std::vector<std::pair<std::string, py::object>>;

bool isInScene(const Node& node, py::handle value) {
  const py::object target = isLinkPath(value) ? value.attr("target")() : py::reinterpret_borrow<py::object>(value);
  const core::Base* base = findBase(target);
  if (const auto* data = findData(target)) base = data->owner();
  const auto* component = dynamic_cast<const Component*>(base);
  const auto* context = component ? component->context() : dynamic_cast<const core::Node*>(base);
  return context && context->root() == node.root();
}

core::ComponentDescription describe(const Node& node, const std::string& type, const py::dict& arguments,
                                    const helper::SourceLocation& location, Direct& direct) {
  core::ComponentDescription description(type, location);
  description.setFolder(node.folder());
  for (const auto& [key, value] : arguments) {
    const auto name = key.cast<std::string>();
    if (isLinkPath(value) || findBase(value)) {
      direct.emplace_back(name, py::reinterpret_borrow<py::object>(value));
      if (!isInScene(node, value)) continue;  // no path leads there
    }
    description.set(name, toText(value));
  }
  return description;
}

py::dict renamedArguments(const py::dict& arguments, const core::Renaming& renaming) {
  py::dict today;
  for (const auto& [key, value] : arguments)
    if (const auto name = key.cast<std::string>(); !renaming.drops(name))
      today[py::str(std::string(renaming.today(name)))] = value;
  return today;
}

/// Attributes that are neither Data nor links nor legacy spellings.
std::string unknownAttributes(const Component& component, const py::dict& arguments) {
  const auto given = core::givenAttributes(component);
  const auto* entry = core::ObjectFactory::instance().find(component.className());
  std::string problem;
  for (const auto& [key, value] : arguments) {
    const auto name = key.cast<std::string>();
    const bool isLegacy = given && std::ranges::find(given->legacy, name) != given->legacy.end();
    if (name == "template" || name == "src" || isLegacy || component.findData(name) || component.findLink(name) ||
        (entry && entry->ignored.contains(name)))
      continue;
    const auto near = helper::nearest(name, component.attributeNames(), 1);
    problem += fmt::format("\n - Unable to set attribute '{}' with value: {}.", name, toText(value).substr(0, 80));
    if (!near.empty()) problem += fmt::format(" Possible misspelling of attribute '{}' ?", near.front());
  }
  return problem.empty() ? problem : fmt::format("TypeError: Unknown Attribute(s) of {}:{}", component.path(), problem);
}

std::string errorsSince(const Component& component, std::size_t before) {
  auto& log = logOf(component);
  if (!raisesErrors() || log.errors == before) return {};
  std::string text = fmt::format("ValueError: {} was created with errors:", component.path());
  for (const auto& [severity, line] : log.entries)
    if (severity >= helper::Severity::Error) text += "\n" + line;
  return text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '&' || c == '<' || c == '"')
      result += fmt::format("&#{};", static_cast<int>(c));
    else
      result += c;
  }
  return result + '"';
}

/// Whether a file in share/Objects stands for the class: it holds what is made in its place.
bool isFile(const Node& node, const std::string& type) {
  return !core::ObjectFactory::instance().find(type) &&
         helper::ResourcePath::data().find("Objects/" + type + ".xml", node.folder()).has_value();
}

Created createFromFile(Node& node, const core::ComponentDescription& description) {
  std::string xml = "<" + description.type();
  for (const auto& [name, attribute] : description.attributes()) xml += " " + name + "=" + quoted(attribute.value);
  auto fragment = simulation::readSceneFragment(xml + "/>", node, node.folder());
  if (!fragment.problem.empty() || fragment.objects.empty())
    return {nullptr,
            fmt::format("ValueError: Object type {} was not created. {}", description.type(), fragment.problem)};
  return {fragment.objects.front(), {}};
}

}  // namespace

void resolveWaiting(core::Base& object) {
  auto& waiting = partOf(object).waiting;
  for (const auto& [name, path] : std::exchange(waiting, {})) object.setAttribute(name, path);
}

Created create(Node& node, const std::string& type, const py::dict& arguments, const helper::SourceLocation& location) {
  Direct direct;
  auto description = describe(node, type, arguments, location, direct);
  if (const auto renaming = core::acceptedRenaming(description); !renaming.className.empty()) {
    auto today = renamedArguments(arguments, renaming);
    if (!today.contains("name")) today["name"] = type;  // by which the script goes on to call it
    return create(node, renaming.className, today, location);
  }
  if (isFile(node, type)) return createFromFile(node, description);
  for (const auto& companion : simulation::phasesOfDetection(type))
    if (auto phase = node.add(core::ComponentDescription(companion, location))) phase->setName(companion);
  if (auto problem = whyNot(node, description); !problem.empty()) return {nullptr, "ValueError: " + problem};
  const core::UnreadableTexts unreadable;
  auto component = core::ObjectFactory::instance().create(node, std::move(description));
  if (!component) return {nullptr, fmt::format("ValueError: Object type {} was not created", type)};
  if (component->name().empty()) component->setName(component->className());
  for (const auto& [name, value] : direct) {
    if (isLinkPath(value) || component->findLink(name)) setField(*component, name, value);
  }
  std::string problem = unknownAttributes(*component, arguments);
  if (problem.empty()) problem = errorsSince(*component, 0);
  if (problem.empty() && !unreadable.all().empty())
    problem = fmt::format("ValueError: {}: {}", component->path(), fmt::join(unreadable.all(), "\n"));
  return {std::move(component), std::move(problem)};
}

namespace {

/// States are at the start, or where a node was added to a scene that runs.
void initialiseComponents(Node& node) {
  const simulation::AllAwake awake(*node.root());
  const auto nodes = node.order();
  for (auto* below : nodes) {
    below->inheritContext();
    core::markAsScene(*below);
    for (const auto& component : below->components()) core::markAsScene(*component);
    for (std::size_t i = 0; i < below->components().size(); ++i) {
      const auto component = below->components()[i];
      if (core::isDormant(*component)) continue;
      for (auto* link : component->links()) link->retry();
      simulation::initialise(*component);
    }
  }
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it)
    for (std::size_t i = (*it)->components().size(); i-- > 0;)
      if (i < (*it)->components().size() && !core::isDormant(*(*it)->components()[i])) {
        const auto component = (*it)->components()[i];
        simulation::initialiseBackwards(*component);
      }
  simulation::noteAwake(node);
  simulation::checkNotedSizes(*node.root(), simulation::Moment::initialisation);
  {
    const simulation::NotedStart noted(simulation::startingStates(node));
    simulation::propagateStates(node);
  }
  for (auto* below : nodes)
    for (const auto& component : below->components())
      if (!core::isDormant(*component)) component->storeResetState();
  if (&node == node.root()) simulation::noteStart(node);
}

}  // namespace

void initialiseBelow(Node& node) {
  const bool isAgain = simulation::wasInitialised(node);
  const bool woken = core::isDormant(node);
  simulation::initWoken(*node.root());
  if (woken) return;
  if (&node == node.root())
    simulation::passByDormant(node);
  else
    simulation::passByNew(*node.root());
  // What waits in a node that is off is initialised when it is switched on.
  if (const auto& visited = node.root()->order(); std::ranges::find(visited, &node) == visited.end()) return;
  simulation::noteInitialised(node);
  const simulation::WithinStep within(*node.root());
  if (isAgain)
    simulation::initOnceMore(node, [&] { initialiseComponents(node); });
  else
    initialiseComponents(node);
}

}  // namespace sofa::python
