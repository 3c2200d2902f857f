// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::visual {

/// Shows the hexahedra of the mesh of its node or above as a translucent mass: slices that face the viewer, blended
/// from the farthest to the nearest (Wilson, Van Gelder and Wilhelms, Direct Volume Rendering via 3D Textures, 1994).
/// Points are those of the state in its node or above, else of the mesh.
class SlicedVolumetricModel : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, not drawn"};
  core::Data<float> d_alpha{this, "alpha", 0.2f, "opacity of a slice"};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of the slices"};
  core::Data<int> d_nbSlices{this, "nbSlices", 100, "number of slices, from the farthest point to the nearest"};

  void init() override { reinit(); }
  void reinit() override;
  void computeBoundingBox() override;
  /// Null if there is none.
  const core::BaseMeshTopology* mesh() const { return core::meshTopology(*context()); }
  /// Of the state, or of the mesh.
  void points(std::vector<type::Vec3>& points) const;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
};

}  // namespace sofa::component::visual
