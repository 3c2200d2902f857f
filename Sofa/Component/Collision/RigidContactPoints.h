#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::collision {

/// Points that move with rigid frames, replaced at each detection. Not created by scenes.
class RigidContactMapping final : public core::Mapping<type::Rigid3Types, type::Vec3Types> {
 public:
  void restart(std::size_t count);
  /// Fixes a point in space to a frame; returns its index.
  type::Index attach(const type::Vec3& point, type::Index frame);

  using Mapping::apply;
  using Mapping::applyJ;
  using Mapping::applyJT;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;

 private:
  struct Point {
    type::Vec3 local;  // in its frame
    type::Vec3 arm;    // from the frame's centre, in the world, as of the last apply
    type::Index frame;
  };
  std::vector<Point> m_points;
};

/// Contact points of a rigid body: a node below the body's with a state that the frames carry along. It goes with this
/// object.
class RigidContactPoints final : public core::ContactPoints {
 public:
  RigidContactPoints(core::State<type::Rigid3Types>& body, const std::string& name);
  ~RigidContactPoints() override;

  core::State<type::Vec3Types>& state() override { return *m_state; }
  void restart(std::size_t count) override { m_mapping->restart(count); }
  type::Index attach(const type::Vec3& point, type::Index element, double& radius) override;
  void finish() override;
  bool owns(const core::Component& component) const override { return component.context() == m_node.get(); }

 private:
  std::shared_ptr<core::Context> m_node;
  std::shared_ptr<RigidContactMapping> m_mapping;
  core::State<type::Vec3Types>* m_state = nullptr;
};

}  // namespace sofa::component::collision
