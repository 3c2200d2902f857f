// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/MeshLoad.h"

namespace sofa::component::mechanicalload {

/// A traction on quads: each corner gets `pressure` A / 4, A being the area at rest (of the triangles 012 and 230),
/// always in the same direction.
class QuadPressureForceField : public MeshLoad {
 public:
  core::Data<type::Vec3> d_pressure{this, "pressure", {0, 0, 0}, "force per area at rest (Pa)"};
  core::Data<std::vector<type::Index>> d_quadList{
      this, "quadList", {}, "loaded quads of the mesh", {.follows = core::elementIndices<type::Quad>}};
  core::Data<type::Vec3> d_normal{
      this, "normal", {0, 0, 0}, "with dmin < dmax: quads with dmin < x.normal < dmax at rest are loaded too"};
  core::Data<double> d_dmin{this, "dmin", 0.0, "lower bound of x.normal"};
  core::Data<double> d_dmax{this, "dmax", 0.0, "upper bound of x.normal"};

  void init() override;

 protected:
  void makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) override;
};

}  // namespace sofa::component::mechanicalload
