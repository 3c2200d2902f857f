// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/Mass/MassFiles.h"
#include "Sofa/Component/Mass/MeshMass.h"
#include "Sofa/Component/Mass/PointMass.h"
#include "Sofa/Component/Mass/TurningInertia.h"
#include "Sofa/Core/Contract/LightProduct.h"

namespace sofa::component::mass {

/// One mass per point, lumped from the elements of a mesh: each gives density times measure in equal parts to its
/// nodes. Units: kg, and for massDensity kg per m, m2 or m3 after the kind of element.
///
/// Bodies (rigid points) take vertexMass or a file; their inertia does not follow from a mesh. It is given in world
/// axes, or, with gyroscopic, in those of the body.
template <class DataTypes, class GeometryTypes>
class DiagonalMass : public MeshMass<DataTypes, GeometryTypes>, public core::LightProduct {
 public:
  using Base = MeshMass<DataTypes, GeometryTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using MassType = typename DataTypes::MassType;

  core::Data<std::vector<MassType>> d_vertexMass{
      this, "vertexMass", {}, "mass of each point", {.follows = core::perPoint()}};
  core::Data<double> d_massDensity{this, "massDensity", 1.0, "mass per length, area or volume"};
  using Base::d_totalMass, Base::l_topology, Base::l_geometryState;
  core::Data<bool> d_computeMassOnRest{this, "computeMassOnRest", true,
                                       "if true elements are measured at rest, else where they are"};
  core::Data<bool> d_gyroscopic{this, "gyroscopic", false,
                                "whether the inertia of bodies (Rigid3) turns with them, and the gyroscopic torque "
                                "acts; otherwise it keeps the axes of the world"};
  core::Data<std::string> d_filename{
      this, "filename", "", "mass-spring file (Xsp 3.0 or 4.0) with one mass per point", {.aliases = {"fileMass"}}};
  core::Data<bool> d_showGravityCenter{
      this, "showGravityCenter", false, "draws the centre of gravity", {.group = "Visualization"}};
  core::Data<float> d_showAxisSizeFactor{
      this, "showAxisSizeFactor", 1.0f, "length of the axes drawn at it", {.group = "Visualization"}};

  void init() override;
  /// The points of elements that came or went gain or lose their shares, measured at rest.
  bool topologyChanged(const core::MeshChanges& changes) override;
  /// Masses that are not those at rest: they cannot be measured again.
  void archive(core::Archive& archive) override;
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
  bool takeDensity() override;
  bool takeVertexMass() override;
  void share(double total) override;
  /// Lets the masses follow a changed mesh.
  void followTopology();

 private:
  bool loadFile();
  /// Masses at density 1, from the mesh; false with an error if it has none.
  bool lump(bool atRest);
  /// The same where computeMassOnRest asks for it.
  bool lumpAll();
  /// After a change of the mesh: elements that come or go are measured at rest.
  bool lumpAgain(const core::MeshChanges& changes);
  /// Measures anew, at rest, the elements around points that a change of the mesh concerns. False, with nothing done,
  /// if what there was is not what the change started from.
  bool lumpChanged(const core::MeshChanges& changes);
  void extendVertexMass();
  void fromDensity(double density);
  void trackMasses();
  /// Makes the masses of points of vertexMass.
  void takeMasses();
  /// Whether the inertia turns with the bodies.
  bool turns() const { return std::is_same_v<DataTypes, type::Rigid3Types> && d_gyroscopic.value(); }
  /// That of body i, with inertia that turns.
  PointMass<DataTypes> turnedMass(std::size_t i, const typename DataTypes::Coord& x) const;
  void addGyroscopicTorque(const core::MechanicalParams& params, VecDeriv& f) const;
  void watchInertia(const core::MechanicalParams& params);
  Eigen::Map<const Eigen::VectorXd> flatMasses(std::size_t points) const {
    return {m_flat.data(), static_cast<Eigen::Index>(points * DataTypes::derivSize)};
  }

  std::vector<double> m_unitMass;  // mass of each point at density 1
  std::vector<double> m_surplus;   // what of it the points have more than at rest; empty if it is that at rest
  double m_unitTotal = 0;
  std::vector<PointMass<DataTypes>> m_mass;
  std::vector<double> m_flat;  // the mass of each scalar unknown, for points that aren't bodies
  std::size_t m_revision = 0;
  ElementFamily m_family = ElementFamily::none;
  std::size_t m_elements = 0;
  FixedInertiaWatch m_watch;
  bool m_watching = true;
  bool m_listed = false;  // masses were given point by point, not by a density
};

}  // namespace sofa::component::mass
