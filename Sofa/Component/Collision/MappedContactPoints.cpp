// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/MappedContactPoints.h"

#include "Sofa/Simulation/Node.h"

namespace sofa::component::collision {

namespace vec = core::vec;

ContactPointsNode::ContactPointsNode(core::Node& parent, const std::string& modelName) {
  const auto node = parent.createChild("contacts of " + modelName);
  m_node = node;
  const auto object = node->add("MechanicalObject", {{"template", "Vec3d"}, {"name", "points"}});
  m_state = std::dynamic_pointer_cast<core::State<type::Vec3Types>>(object);
  node->inheritContext();
  object->init();
  m_state->resize(0);
}

ContactPointsNode::~ContactPointsNode() {
  if (auto* parent = m_node->parent()) parent->removeChild(m_node.get());
}

void ContactPointsNode::add(std::shared_ptr<core::BaseMapping> mapping) {
  m_mapping = std::move(mapping);
  m_node->addComponent(m_mapping);
  m_mapping->init();
}

void ContactPointsNode::update(std::size_t count) {
  m_state->resize(count);
  m_mapping->mapPositions(vec::position, vec::position);
  m_mapping->mapVelocities(vec::velocity, vec::velocity);
  const auto* input = m_mapping->inputs().front();
  if (!input->has(vec::freePosition)) return;
  m_mapping->mapPositions(vec::freePosition, vec::freePosition);
  m_mapping->mapVelocities(vec::freeVelocity, vec::freeVelocity);
}

}  // namespace sofa::component::collision
