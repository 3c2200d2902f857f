// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "Handle.h"
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::python {
namespace {

using core::ObjectFactory;

template <class T>
bool is(const core::Component& component) {
  return dynamic_cast<const T*>(&component) != nullptr;
}

/// What a component is for, in words that scripts know.
std::vector<std::string> categories(const core::Component& c) {
  using namespace core;
  std::vector<std::string> names;
  const auto* entry = ObjectFactory::instance().find(c.className());
  const std::string module = entry ? entry->module : "";
  const auto add = [&](bool fits, const char* name) {
    if (fits) names.emplace_back(name);
  };
  const auto* state = dynamic_cast<const BaseState*>(&c);
  const auto* force = dynamic_cast<const BaseForceField*>(&c);
  const bool mass = is<BaseMass>(c);
  add(is<ContextObject>(c), "ContextObject");
  add((state && !state->isMechanical()) || module.starts_with("Sofa.GL.Component.Rendering") ||
          module.starts_with("Sofa.Component.Visual"),
      "VisualModel");
  add(is<BehaviorModel>(c), "BehaviorModel");
  add(is<CollisionModel>(c), "CollisionModel");
  add(state && state->isMechanical(), "MechanicalState");
  add(force && !mass && !force->isInteraction(), "ForceField");
  add(force && force->isInteraction(), "InteractionForceField");
  add(is<BaseProjectiveConstraint>(c), "ProjectiveConstraintSet");
  add(is<BaseLagrangianConstraint>(c), "ConstraintSet");
  add(is<BaseMapping>(c), "Mapping");
  add(module.starts_with("Sofa.Component.Engine"), "Engine");
  add(module.starts_with("Sofa.Component.IO") && c.className().ends_with("Exporter"), "Exporter");
  add(c.className().ends_with("TopologicalMapping"), "TopologicalMapping");
  add(mass, "Mass");
  add(is<OdeSolver>(c), "OdeSolver");
  add(is<ConstraintSolver>(c) || is<ConstraintCorrection>(c), "ConstraintSolver");
  add(is<LinearSystem>(c), "LinearSystem");
  add(c.className().ends_with("OrderingMethod"), "OrderingMethod");
  add(is<LinearSolver>(c), "LinearSolver");
  add(is<AnimationLoop>(c), "AnimationLoop");
  add(is<BaseMeshTopology>(c), "Topology");
  add(!is<BaseMeshTopology>(c) &&
          (c.className().ends_with("TopologyModifier") || c.className().ends_with("GeometryAlgorithms")),
      "TopologyObject");
  add(c.className().ends_with("Loader"), "Loader");
  add(is<CollisionPipelineBase>(c) || module.starts_with("Sofa.Component.Collision.Detection"), "CollisionAlgorithm");
  add(module.starts_with("Sofa.Component.Setting"), "ConfigurationSetting");
  if (names.empty()) names.emplace_back("_Miscellaneous");
  return names;
}

py::dict describeObject(const core::Component& object) {
  py::list fields, links;
  for (const auto* data : object.dataFields()) {
    py::dict d;
    d["name"] = data->name();
    d["group"] = data->options().group;
    d["help"] = data->help();
    d["type"] = data->type().name();
    d["defaultValue"] = data->defaultText();
    fields.append(d);
  }
  for (const auto* link : object.links()) {
    py::dict d;
    d["name"] = link->name();
    d["help"] = link->help();
    d["type"] = link->typeName();
    links.append(d);
  }
  py::dict result;
  result["data"] = fields;
  result["link"] = links;
  return result;
}

py::dict describeEntry(const ObjectFactory::Entry& entry, bool withFields) {
  py::dict result, creators;
  result["className"] = entry.className;
  result["description"] = entry.help;
  result["target"] = entry.module;
  result["defaultTemplate"] = entry.defaultTemplate;
  py::list templates;
  for (const auto& [name, creator] : entry.creators) {
    templates.append(name);
    if (!withFields) continue;
    const auto object = creator.create();
    object->setClass(entry.className, name);
    py::dict c, type;
    type["categories"] = categories(*object);
    type["className"] = entry.className;
    type["templateName"] = name;
    c["target"] = entry.module;
    c["class"] = type;
    c["object"] = describeObject(*object);
    creators[py::str(name)] = c;
  }
  result["templates"] = templates;
  result["creator"] = creators;
  return result;
}

}  // namespace

void bindFactory(py::module_& m) {
  m.def("class_names", [] { return ObjectFactory::instance().classNames(); });
  m.def("class_entry", [](const std::string& name, bool withFields) -> py::object {
    const auto* entry = ObjectFactory::instance().find(name);
    if (!entry) return py::none();
    return describeEntry(*entry, withFields);
  });
  m.def("categories_of", [](py::handle object) { return categories(componentOf(object)); });
  m.def("categories_of_class", [](const std::string& name) {
    const auto* entry = ObjectFactory::instance().find(name);
    if (!entry || entry->creators.empty()) return std::vector<std::string>{};
    const auto object = entry->creators.begin()->second.create();
    object->setClass(entry->className);
    return categories(*object);
  });
}

}  // namespace sofa::python
