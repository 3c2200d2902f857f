// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MappedContactPoints.h"
#include "Sofa/Core/Contract/RowCarrier.h"

namespace sofa::component::collision {

/// Points that move with rigid frames, replaced at each detection. Not created by scenes.
class RigidContactMapping final : public core::Mapping<type::Rigid3Types, type::Vec3Types>, public core::RowCarrier {
 public:
  void restart(std::size_t count);
  std::size_t size() const { return m_points.size(); }
  /// Nothing to do: the next detection replaces all points.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  /// Fixes a point in space to a frame; returns its index.
  type::Index attach(const type::Vec3& point, type::Index frame);

  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  void carryRows(core::ConstraintJacobian& jacobian) const override;
  /// Forces of contacts are found anew at each detection; how they turn with the body is left out of the tangent.
  bool hasGeometricStiffness() const override { return false; }
  void archive(core::Archive& archive) override;

 private:
  struct Point {
    type::Vec3 local;  // in its frame
    type::Vec3 arm;    // from the frame's centre, in the world, as of the last apply
    type::Index frame;
  };
  static constexpr std::size_t pointsAtOnce = 512;  ///< of a thread
  std::vector<Point> m_points;
};

/// Contact points of a rigid body, in a node below the body's.
class RigidContactPoints final : public MappedContactPoints<RigidContactMapping> {
 public:
  RigidContactPoints(core::State<type::Rigid3Types>& body, const std::string& name);
};

}  // namespace sofa::component::collision
