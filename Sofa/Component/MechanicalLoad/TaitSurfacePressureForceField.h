// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/PressureTangent.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/EnclosedVolume.h"

namespace sofa::component::mechanicalload {

/// The pressure of what a surface encloses, by Tait's equation of state. With the volume V inside and V0 =
/// initialVolume + currentInjectedVolume:
///
///   P = p0 - B ((V / V0)^gamma - 1),     S = dP/dV = -B gamma (V / V0)^gamma / V
///   f_i = P G_i,                         G_i = sum over the triangles around i of (b - a) x (c - a) / 6
///   df = P dG + S G (G.dx)
///
/// Where the surface is closed, G is the derivative of V and the force that of an energy. Without B, gamma or V0 the
/// pressure is p0. Quads abcd count as the triangles abc and cda. The assembled matrix binds every point to every
/// other.
class TaitSurfacePressureForceField : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<double> d_p0{this, "p0", 0.0, "pressure at the volume V0 (Pa)", {.group = "Controls"}};
  core::Data<double> d_B{this, "B", 0.0, "bulk modulus over gamma (Pa)", {.group = "Controls"}};
  core::Data<double> d_gamma{this, "gamma", 0.0, "exponent", {.group = "Controls"}};
  core::Data<double> d_injectedVolume{
      this, "injectedVolume", 0.0, "what is added to the initial volume (m^3)", {.group = "Controls"}};
  core::Data<double> d_maxInjectionRate{
      this, "maxInjectionRate", 1000.0, "limit of the injection (m^3/s)", {.group = "Controls"}};
  core::Data<double> d_initialVolume{this, "initialVolume", 0.0, "output: volume at rest", results()};
  core::Data<double> d_currentInjectedVolume{this, "currentInjectedVolume", 0.0, "output: injected so far", results()};
  core::Data<double> d_v0{this, "v0", 0.0, "output: volume at which the pressure is p0", results()};
  core::Data<double> d_currentVolume{this, "currentVolume", 0.0, "output: volume at the start of the step", results()};
  core::Data<double> d_currentPressure{this, "currentPressure", 0.0, "output: pressure there", results()};
  core::Data<double> d_currentStiffness{this, "currentStiffness", 0.0, "output: dP/dV there", results()};
  core::Data<std::vector<type::Triangle>> d_pressureTriangles{
      this, "pressureTriangles", {}, "output: triangles of the surface", {.readOnly = true}};
  core::Data<double> d_initialSurfaceArea{this, "initialSurfaceArea", 0.0, "output: area at rest (m^2)", stats()};
  core::Data<double> d_currentSurfaceArea{this, "currentSurfaceArea", 0.0, "output: area now (m^2)", stats()};
  core::Data<double> d_drawForceScale{
      this, "drawForceScale", 0.001, "length of drawn forces per newton; 0: none", {.group = "Visualization"}};
  core::Data<type::Color> d_drawForceColor{
      this, "drawForceColor", {0, 1, 1, 1}, "colour of drawn forces", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "surface; default: the mesh visible from this node"};

  void init() override;
  /// The surface is made anew when it is next needed; what was measured at rest stays.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void reset() override;
  void archive(core::Archive& archive) override;
  void beginStep(const core::MechanicalParams& params) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 private:
  struct Gas {
    double volume, pressure, stiffness;
  };
  static core::DataOptions results() { return {.group = "Results", .readOnly = true}; }
  static core::DataOptions stats() { return {.group = "Stats", .readOnly = true}; }

  /// Follows a changed mesh. False if there is nothing to compute.
  bool prepare();
  void makeTriangles();
  void setInjected(double volume);
  Gas gas(const VecCoord& x) const;
  void tellResults(const VecCoord& x);

  std::vector<type::Triangle> m_triangles;
  std::size_t m_revision = 0;
  fem::EnclosedVolume m_volume;  ///< of those; and P dG where linearised
  VecDeriv m_gradient;           ///< G there
  double m_stiffness = 0;        ///< S there
  PressureTangents m_tangents;   ///< P dG there, of each triangle, where it is to be definite
};

}  // namespace sofa::component::mechanicalload
