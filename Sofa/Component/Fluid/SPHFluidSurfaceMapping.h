// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Fluid/SPHFluidForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Geometry/IsoSurface.h"

namespace sofa::component::fluid {

/// Gives a visual model the surface of a fluid: where the sum of (1 - r^2 / R^2)^3 over the particles within R is
/// `isoValue` (docs/manual/fluids.md). If there is an SPHFluidForceField with the particles, each counts by the inverse
/// of its density, and the default of isoValue stands for half of the fluid's density.
///
/// Nothing goes back to the particles: velocities and forces are not mapped.
class SPHFluidSurfaceMapping : public core::Mapping<type::Vec3Types, type::Vec3Types> {
 public:
  core::Data<double> d_step{this, "step", 0.5, "width of the cells that the surface is made of (m)"};
  core::Data<double> d_radius{this, "radius", 2.0, "distance up to which a particle counts (m)"};
  core::Data<double> d_isoValue{this, "isoValue", 0.5, "value of the sum on the surface"};
  core::Data<std::vector<type::Triangle>> d_triangles{
      this, "triangles", {}, "triangles of the surface", {.readOnly = true}};

  void init() override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv&, const InVecDeriv&) override {}
  void applyJT(InVecDeriv&, const OutVecDeriv&) override {}
  void buildJacobian(core::JacobianMatrix*) override {}

 private:
  bool makeField(const InVecCoord& particles, std::span<const double> weights, geometry::ScalarField& field);

  core::Found<SPHFluidForceField<type::Vec3Types>> m_fluid;
  bool m_toldTooLarge = false;
};

}  // namespace sofa::component::fluid
