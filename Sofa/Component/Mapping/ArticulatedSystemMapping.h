// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ArticulatedHierarchy.h"
#include "Sofa/Component/Mapping/MultiMapping.h"

namespace sofa::component::mapping {

/// Bodies (`output`) that hang together by joints, driven by the values of the joints (`input1`) and, if given, by a
/// body that carries the first one (`input2`).
///
/// Joints come from an ArticulatedHierarchyContainer. With the parent body (c_p, q_p), the joint is at G = c_p + q_p
/// posOnParent; the child body (c, q) is placed by the joint's process (docs/manual/mappings.md, "Articulated
/// systems"). Each turn leaves an axis a and a point A, so that a rate r of its value adds r a to the angular velocity
/// and r a x (c - A) to the velocity of every body that hangs on it; a shift adds r a to the velocity.
class ArticulatedSystemMapping final : public MultiMapping<type::Rigid3Types, type::Vec1Types, type::Rigid3Types> {
 public:
  core::Data<type::Index> d_indexInput2{this, "indexInput2", 0,
                                        "body of input2 that carries the first one; not given, or too large: the last"};
  core::Link<ArticulatedHierarchyContainer> l_container{
      this, "container", "where the joints are; default: the first one at or below the node of input1"};

  void init() override;
  void reset() override;
  void apply(OutVecCoord& out, core::VecCoordId in) override;
  void archive(core::Archive& archive) override;

 private:
  using Frame = type::Rigid3Types::Coord;

  /// A degree of freedom.
  struct Freedom {
    const Articulation* articulation;
    std::size_t value;       ///< where its value is in input1
    type::Vec3 axis, point;  ///< a and A of the last apply
  };
  struct Joint {
    ArticulationCenter* center;
    std::size_t parent, child;
    std::vector<Freedom> freedoms;
    type::Quat turn = type::Quat::Identity();  ///< of processes 1 and 2, summed up since the start
    type::Vec3 shift = type::Vec3::Zero();     ///< of process 1
  };

  bool findJoints();
  bool checkSizes(std::size_t values, std::size_t bodies);
  /// Places the child body, and fixes axes and points of the joint.
  void place(Joint& joint, OutVecCoord& bodies, const std::vector<double>& values);
  void placeAbsolute(Joint& joint, const Frame& parent, Frame& child, const std::vector<double>& values) const;
  void placeByChanges(Joint& joint, const Frame& parent, Frame& child, const std::vector<double>& values);
  void fillJacobians(const OutVecCoord& bodies, const Frame* root, std::size_t rootIndex);

  std::vector<Joint> m_joints;
  OutVecCoord m_start;             // bodies before the first apply, where they start again after a reset
  std::vector<double> m_previous;  // joint values of the last apply; at the first one, those that it is for
};

}  // namespace sofa::component::mapping
