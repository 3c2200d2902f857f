// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/Mass/MassFiles.h"
#include "Sofa/Component/Mass/PointMass.h"
#include "Sofa/Component/Mass/TurningInertia.h"
#include "Sofa/Core/Contract/LightProduct.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::mass {

/// The same mass at every point, or at some of them (docs/manual/mechanics.md, "Uniform mass"). M = m I; for bodies
/// diag(m I, m J) with the inertia J per unit mass in world axes, or, with gyroscopic, in those of the body. Units: kg,
/// m2.
///
/// One of vertexMass and totalMass is given, the other follows; a .rigid file gives vertexMass. Without any the
/// component is invalid: it has weight (of mass 1) but no inertia.
template <class DataTypes>
class UniformMass : public core::Mass<DataTypes>, public core::LightProduct {
 public:
  using Base = core::Mass<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using MassType = typename DataTypes::MassType;

  core::Data<MassType> d_vertexMass{this, "vertexMass", initialMass(), "mass of each point"};
  core::Data<double> d_totalMass{this, "totalMass", 1.0, "sum of the masses"};
  core::Data<std::string> d_filename{this, "filename", "unused", "file of a body (.rigid), for rigid points only"};
  core::Data<type::Vec<2, int>> d_localRange{
      this, "localRange", type::Vec<2, int>(-1, -1),
      "first and last point that have mass, if the last is not the last of the state"};
  core::Data<std::vector<type::Index>> d_indices{
      this, "indices", {}, "points that have mass; empty: all", {.follows = core::pointIndices}};
  core::Data<bool> d_preserveTotalMass{this, "preserveTotalMass", false,
                                       "when points come or go: true keeps totalMass, false keeps vertexMass"};
  core::Data<bool> d_gyroscopic{this, "gyroscopic", false,
                                "whether the inertia of bodies (Rigid3) turns with them, and the gyroscopic torque "
                                "acts; otherwise it keeps the axes of the world"};
  core::Data<bool> d_showGravityCenter{
      this, "showGravityCenter", false, "draws the centre of gravity", {.group = "Visualization"}};
  core::Data<float> d_showAxisSizeFactor{
      this, "showAxisSizeFactor", 1.0f, "length of the axes drawn at it", {.group = "Visualization"}};
  core::Data<bool> d_showInitialCenterOfGravity{
      this, "showInitialCenterOfGravity", false, "draws the initial one", {.group = "Visualization"}};
  core::Data<bool> d_showX0{this, "showX0", false, "draws the rest positions", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh whose changes the points follow; default: the one of the node"};

  void init() override;
  /// New points have mass too; preserveTotalMass says whether it is shared or comes in addition.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void addWeight(VecDeriv& f, const Deriv& gravity) override;
  void accumulateMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) override;
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) override;
  /// In one pass.
  void assignMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) override;
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;
  void divideByMass(const core::MechanicalParams& params, core::VecDerivId a, core::VecDerivId f) override;
  void accFromF(VecDeriv& a, const VecDeriv& f) override;
  bool isDiagonal() const override { return true; }
  std::size_t lightProduct() const override { return 1; }
  double kineticEnergy(const core::MechanicalParams& params) const override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// The gyroscopic torque has no energy.
  bool isConservative() const override { return Base::isConservative() && !turns(); }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override;
  /// Lets the masses follow a changed mesh.
  void followTopology();

 private:
  static MassType initialMass();
  bool loadFile(bool& definesMass);
  void chooseIndices();
  void chooseMass(bool vertexMassGiven, bool fileLoaded, bool fileDefinesMass);
  /// Derives one value from the other; false and unchanged if it is negative.
  bool fromTotalMass();
  bool fromVertexMass();
  /// The points at some positions as spheres, if asked for, and a cross at their mean.
  void drawPoints(core::DrawList& list, core::VecCoordId x, bool spheres, bool cross, const type::Color& color) const;
  template <class F>
  void forEachPoint(std::size_t size, F&& f) const;
  /// Whether the inertia turns with the bodies.
  bool turns() const { return std::is_same_v<DataTypes, type::Rigid3Types> && d_gyroscopic.value(); }
  /// That of point i, with inertia that turns.
  PointMass<DataTypes> turnedMass(const typename DataTypes::Coord& x) const;
  void addGyroscopicTorque(const core::MechanicalParams& params, VecDeriv& f) const;
  void watchInertia(const core::MechanicalParams& params);

  PointMass<DataTypes> m_mass{initialMass()};
  bool m_usesTotalMass = false;
  bool m_givenIndices = false;
  bool m_allPoints = false;  // the indices are 0, 1, ... n-1
  std::size_t m_revision = 0;
  FixedInertiaWatch m_watch;
  bool m_watching = true;
};

}  // namespace sofa::component::mass
