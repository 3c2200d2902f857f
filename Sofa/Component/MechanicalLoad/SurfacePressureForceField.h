// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/PressureTangent.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/EnclosedVolume.h"

namespace sofa::component::mechanicalload {

/// A pressure p normal to the current surface: each corner of a triangle abc gets p (b - a) x (c - a) / 6, a quad abcd
/// is the triangles abc and acd. With `mainDirection` d the forces are multiplied by |n.d|, n being the unit normal.
///
/// The tangent is that of the triangles at a pressure that stays, without d; quads have none. In pulse mode the
/// pressure moves between its two bounds, by pressureSpeed dt per step; to conserve the volume V it is multiplied by
/// defaultVolume / V.
template <class DataTypes>
class SurfacePressureForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using Indices = std::vector<type::Index>;

  core::Data<double> d_pressure{this, "pressure", 0.0, "pressure (Pa); in pulse mode one bound of it"};
  core::Data<Coord> d_min{this, "min", zero(), "lower corner of the box of loaded elements"};
  core::Data<Coord> d_max{this, "max", zero(), "upper corner of the box; both zero: all elements"};
  core::Data<Indices> d_triangleIndices{this,
                                        "triangleIndices",
                                        {},
                                        "loaded triangles; empty: those in the box",
                                        {.follows = core::elementIndices<type::Triangle>}};
  core::Data<Indices> d_quadIndices{
      this, "quadIndices", {}, "loaded quads; empty: those in the box", {.follows = core::elementIndices<type::Quad>}};
  core::Data<bool> d_pulseMode{this, "pulseMode", false, "if true, the pressure goes up and down"};
  core::Data<double> d_pressureLowerBound{this, "pressureLowerBound", 0.0, "the other bound in pulse mode (Pa)"};
  core::Data<double> d_pressureSpeed{this, "pressureSpeed", 0.0, "rate of the pressure in pulse mode (Pa/s)"};
  core::Data<bool> d_volumeConservationMode{this, "volumeConservationMode", false,
                                            "if true, the pressure falls as the volume grows"};
  core::Data<bool> d_useTangentStiffness{this, "useTangentStiffness", true, "whether implicit solvers see the tangent"};
  core::Data<double> d_defaultVolume{this, "defaultVolume", -1.0,
                                     "volume at which the pressure is as given (m^3); -1: that at start; 0: any"};
  core::Data<Deriv> d_mainDirection{this, "mainDirection", Deriv(Deriv::Zero()),
                                    "forces are multiplied by |normal.mainDirection|; zero: by 1"};
  core::Data<double> d_drawForceScale{
      this, "drawForceScale", 0.0, "length of drawn forces per newton; 0: none", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  void init() override;
  void bwdInit() override;
  /// The elements are those of the moment.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void reset() override;
  void archive(core::Archive& archive) override;
  void beginStep(const core::MechanicalParams& params) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override;

 private:
  static Coord zero() {
    if constexpr (DataTypes::isRigid)
      return Coord();
    else
      return Coord::Zero();
  }
  /// Calls visit(points) for the loaded elements whose points all exist.
  template <class Element, class Visit>
  void forEachLoaded(const std::vector<Element>& elements, const Indices& listed, const VecCoord& x,
                     const Visit& visit) const;
  /// Calls visit(points, force on each of them) for the loaded triangles, and the two of each loaded quad.
  template <class Visit>
  void forEachForce(const VecCoord& x, const Visit& visit) const;
  /// Whether the tangent is that of m_blocks, not of m_tangents.
  bool isInBlocks() const { return !m_triangles.empty() && m_tangents.size() == 0; }
  double pressureAt(const VecCoord& x) const;
  double volume(const VecCoord& x) const;
  void startPulse();

  std::vector<type::Triangle> m_triangles, m_found;  ///< where linearised; while they are looked for
  fem::EnclosedVolume m_blocks;                      ///< of those, where points have exact tangents
  PressureTangents m_tangents;                       ///< of those, of frames and where it is to be definite
  double m_pulse = 0;                                ///< pressure of this step in pulse mode
  bool m_rising = true;
};

}  // namespace sofa::component::mechanicalload
