// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/MeshLoad.h"

namespace sofa::component::mechanicalload {

/// A traction on triangles. With the area A at rest each corner gets `pressure` A / 3, always in the same direction.
/// With useConstantForce="0" it gets s (b - a) x (c - a) / 6 at the current positions instead, s being `cauchyStress`,
/// which has neither tangent nor energy.
class TrianglePressureForceField : public MeshLoad {
 public:
  core::Data<type::Vec3> d_pressure{this, "pressure", {0, 0, 0}, "force per area at rest (Pa)"};
  core::Data<type::Mat<3>> d_cauchyStress{this, "cauchyStress", type::Mat<3>(type::Mat<3>::Zero()),
                                          "stress that acts on the current surface (Pa); symmetric"};
  core::Data<std::vector<type::Index>> d_triangleList{
      this, "triangleList", {}, "loaded triangles of the mesh", {.follows = core::elementIndices<type::Triangle>}};
  core::Data<bool> d_useConstantForce{this, "useConstantForce", true,
                                      "if true, pressure at rest; else cauchyStress on the current surface"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override { return d_useConstantForce.value(); }
  void draw(core::DrawList& list) const override;

 protected:
  void makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) override;

 private:
  type::Vec3 stressForce(const Load& load, const VecCoord& x) const;
};

}  // namespace sofa::component::mechanicalload
