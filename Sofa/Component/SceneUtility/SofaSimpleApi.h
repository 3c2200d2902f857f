// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <sstream>

#include "Sofa/Component/SceneUtility/SofaSimulation.h"
#include "Sofa/Helper/Message.h"

/// Scenes made by a program, component by component and attribute by attribute.
namespace sofa::simpleapi {

using simulation::Node;
using simulation::NodeSPtr;
using simulation::Simulation;
using Attributes = std::map<std::string, std::string>;

namespace detail {
/// Data of a node; what is none is told.
inline NodeSPtr with(NodeSPtr node, const Attributes& attributes) {
  for (const auto& [name, text] : attributes) node->setAttribute(name, text);
  return node;
}
}  // namespace detail

inline std::shared_ptr<Simulation> createSimulation(const std::string& /*type*/ = "DAG") {
  return std::make_shared<simulation::graph::DAGSimulation>();
}
template <class AnySimulation>
NodeSPtr createRootNode(const AnySimulation& /*simulation*/, const std::string& name,
                        const Attributes& attributes = {}) {
  return detail::with(Node::createRoot(name), attributes);
}
inline NodeSPtr createNode(const std::string& name, const Attributes& attributes = {}) {
  return detail::with(Node::createRoot(name), attributes);
}
template <class Parent>
NodeSPtr createChild(const Parent& node, const std::string& name, const Attributes& attributes = {}) {
  return detail::with(node->createChild(name), attributes);
}
/// Null after an error message.
template <class Parent>
std::shared_ptr<core::Component> createObject(const Parent& node, const std::string& type,
                                              const Attributes& attributes = {}) {
  core::ComponentDescription description(type, {});
  for (const auto& [name, text] : attributes) description.set(name, text);
  return node->add(std::move(description));
}
/// False after an error message.
inline bool importPlugin(const std::string& name) {
  const auto result = core::PluginManager::instance().load(name);
  if (!result.loaded && !result.isHarmless) helper::send(helper::Severity::Error, "importPlugin", result.message);
  return result.loaded;
}

/// A value as the text of an attribute.
template <class T>
std::string str(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}
template <class T>
std::string str(const std::vector<T>& values) {
  std::ostringstream out;
  for (std::size_t i = 0; i < values.size(); ++i) out << (i ? " " : "") << values[i];
  return out.str();
}

}  // namespace sofa::simpleapi
