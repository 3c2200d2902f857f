// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Geometry/PointNeighbours.h"

namespace sofa::component::fluid {

class SphKernels;

/// Pressure, viscosity and surface tension between the particles of a fluid, as smoothed particle hydrodynamics has
/// them (docs/manual/fluids.md): density rho_i = m sum_j W_ij, pressure p_i = k (rho_i - rho_0), which may be negative,
/// and forces along the gradients of kernels W with the support `radius`.
///
/// Forces between two particles are opposite. There is no tangent: implicit solvers see the other force fields only.
template <class DataTypes>
class SPHFluidForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_radius{this, "radius", 1.0, "distance over which particles act on each other (m)"};
  Data<double> d_mass{this, "mass", 1.0, "mass of a particle, for densities (kg)"};
  Data<double> d_pressure{this, "pressure", 100.0, "pressure per density above that at rest (m^2/s^2)"};
  Data<double> d_density{this, "density", 1.0, "density at rest (kg/m^3)"};
  Data<double> d_viscosity{this, "viscosity", 0.001f, "viscosity"};
  Data<double> d_surfaceTension{this, "surfaceTension", 0.0, "surface tension; none unless larger than 0"};
  Data<int> d_kernelType{this, "kernelType", 0, "0: a kernel each for density, pressure, viscosity; 1: cubic spline"};
  Data<int> d_pressureType{this, "pressureType", 1, "kept for scenes that set it: there is one kind of pressure"};
  Data<int> d_viscosityType{this, "viscosityType", 1,
                            "0: none; 1: by differences of velocity; 2: artificial, between particles that approach"};
  Data<int> d_surfaceTensionType{this, "surfaceTensionType", 1, "0, 2: none; 1: by the curvature of the surface"};
  Data<bool> d_debugGrid{this, "debugGrid", false, "no effect: showGrid of the SpatialGridContainer shows its cells"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

  /// Density at each particle (kg/m^3); none if the component is not valid.
  std::vector<double> densities(const VecCoord& x);

 protected:
  void dataChanged() override { check(); }

 private:
  void check();
  SphKernels kernels() const;
  void findNeighbours(const VecCoord& x);
  void computeDensities(const VecCoord& x);
  void addPairForces(VecDeriv& f, const VecCoord& x, const VecDeriv& v) const;
  void addSurfaceTension(VecDeriv& f, const VecCoord& x) const;

  geometry::PointNeighbours m_neighbours;
  std::vector<type::Vec3> m_points;
  std::vector<double> m_density;
};

}  // namespace sofa::component::fluid
