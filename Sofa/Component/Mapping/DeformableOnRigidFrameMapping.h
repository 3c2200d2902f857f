// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/MultiMapping.h"

namespace sofa::component::mapping {

/// Points (`input1`) that move in the frames of bodies (`input2`): p = c + R x. Without bodies they are the input
/// points.
class DeformableOnRigidFrameMapping final : public MultiMapping<type::Vec3Types, type::Vec3Types, type::Rigid3Types> {
 public:
  core::Data<type::Index> d_index{this, "index", 0, "body that carries the points"};
  core::Data<bool> d_indexFromEnd{this, "indexFromEnd", false, "if true, bodies are counted from the last"};
  core::Data<std::vector<type::Index>> d_repartition{
      this, "repartition", {}, "number of points that each body carries, in order, instead of index"};
  core::Data<double> d_rootAngularForceScaleFactor{this, "rootAngularForceScaleFactor", 1.0,
                                                   "factor of the torques on bodies in matrices and constraint rows"};
  core::Data<double> d_rootLinearForceScaleFactor{this, "rootLinearForceScaleFactor", 1.0,
                                                  "factor of the forces on bodies in matrices and constraint rows"};

  void init() override;
  /// Points stay with their bodies, or where they are if these go; new points follow the body of their first ancestor.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, core::VecCoordId in) override;
  void buildJacobian(core::JacobianMatrix* matrix) override;

 private:
  std::size_t commonBody(std::size_t bodies) const {
    return d_indexFromEnd.value() ? bodies - 1 - d_index.value() : d_index.value();
  }
  /// The body of each point; false, with an error, if there is none.
  bool chooseBodies(std::size_t points, std::size_t bodies);
  void dataChanged() override;

  std::vector<type::Index> m_bodies;  // of each point; invalidIndex if it went
  bool m_lacksBody = false;           // index or repartition name one that is not there
};

}  // namespace sofa::component::mapping
