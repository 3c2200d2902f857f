// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Springs whose ends follow from the elements beside the edges of a mesh, at rest as long as at initialisation. All
/// have the first of `stiffness` and the first of `damping`.
template <class DataTypes>
class EdgeNeighbourSprings : public SpringForceField<DataTypes> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  /// Springs across edges that lost an element go; those that come are at rest where they come.
  bool topologyChanged(const core::MeshChanges& changes) override;

 protected:
  bool makeSprings() override;
  virtual std::vector<type::Edge> ends(const core::BaseMeshTopology& mesh) const = 0;

 private:
  fem::LinearSpring springBetween(const type::Edge& ends) const;
};

/// Resists the bending of triangles and of quads, each split into two: a spring between the point opposite to an edge
/// in the first triangle and that in each further one.
template <class DataTypes>
class TriangleBendingSprings : public EdgeNeighbourSprings<DataTypes> {
 protected:
  std::vector<type::Edge> ends(const core::BaseMeshTopology& mesh) const override;
};

}  // namespace sofa::component::solidmechanics
