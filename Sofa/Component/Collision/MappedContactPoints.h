// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::collision {

/// A node of its own for points that a mapping carries along with a body: a state and the mapping. It is in the graph
/// as long as this object lives.
class ContactPointsNode {
 public:
  /// Below `parent`, named after the model.
  ContactPointsNode(core::Node& parent, const std::string& modelName);
  ~ContactPointsNode();
  ContactPointsNode(const ContactPointsNode&) = delete;
  ContactPointsNode& operator=(const ContactPointsNode&) = delete;

  core::State<type::Vec3Types>& state() const { return *m_state; }
  const core::Node* node() const { return m_node.get(); }
  void add(std::shared_ptr<core::BaseMapping> mapping);
  /// Maps positions and velocities, and the free ones if the driving state has them. The state has `count` points then,
  /// also while it is out of the scene and nothing is mapped: it may be put back.
  void update(std::size_t count);

 private:
  std::shared_ptr<core::Node> m_node;
  std::shared_ptr<core::State<type::Vec3Types>> m_state;
  std::shared_ptr<core::BaseMapping> m_mapping;
};

/// Contact points moved by a ContactMapping, which is a mapping to Vec3 whose points are replaced at each detection:
///     void restart(std::size_t count);
///     type::Index attach(const type::Vec3& point, type::Index element);
///     std::size_t size() const;
template <class ContactMapping>
class MappedContactPoints : public core::ContactPoints {
 public:
  template <class InState>
  MappedContactPoints(core::Node& parent, const std::string& modelName, InState& input,
                      std::shared_ptr<ContactMapping> mapping)
      : m_points(parent, modelName), m_mapping(std::move(mapping)) {
    m_mapping->setName("mapping");
    m_mapping->l_input.set(&input);
    m_mapping->l_output.set(&m_points.state());
    m_points.add(m_mapping);
  }
  core::State<type::Vec3Types>& state() override { return m_points.state(); }
  void restart(std::size_t count) override { m_mapping->restart(count); }
  type::Index attach(const type::Vec3& point, type::Index element, double& radius) override {
    radius = 0;
    return m_mapping->attach(point, element);
  }
  void finish() override { m_points.update(m_mapping->size()); }
  void archive(core::Archive& archive) override { m_mapping->archive(archive); }
  bool owns(const core::Component& component) const override { return component.context() == m_points.node(); }

 private:
  ContactPointsNode m_points;
  std::shared_ptr<ContactMapping> m_mapping;
};

}  // namespace sofa::component::collision
