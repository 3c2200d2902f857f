// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// Pushes points out of the half-space behind a plane.
///
/// With s = x.n - d, where n is used as given, not normalised: F = -stiffness s n + damping s v for every point behind
/// the plane (s < 0), or every point if bilateral. The tangent is -stiffness n n^T for the contacts where it
/// is linearised, as if there were neither damping nor maxForce. Of bodies only the centres count.
template <class DataTypes>
class PlaneForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  static constexpr int dimension = DataTypes::isRigid ? DataTypes::spatialDimensions : DataTypes::coordSize;
  using Position = type::Vec<dimension>;

  core::Data<Position> d_normal{this, "normal", defaultNormal(), "normal of the plane, towards the free side"};
  core::Data<double> d_planeD{this, "d", 0.0, "offset of the plane: it holds the points with x.normal = d"};
  core::Data<double> d_stiffness{this, "stiffness", 500.0, "stiffness of the contact (N/m)"};
  core::Data<double> d_damping{this, "damping", 5.0, "damping per depth (N s/m^2)"};
  core::Data<double> d_maxForce{this, "maxForce", 0.0, "greatest norm of a force (N); 0: none"};
  core::Data<bool> d_bilateral{this, "bilateral", false, "if true, points on the free side are pulled too"};
  core::Data<type::Vec<2, int>> d_localRange{
      this, "localRange", {-1, -1}, "first and last point concerned; -1 -1: all"};
  core::Data<bool> d_showPlane{this, "showPlane", false, "draw the plane", {.group = "Visualization"}};
  core::Data<type::Color> d_planeColor{
      this, "planeColor", {0, 0.5f, 0.2f, 1}, "colour of the plane", {.group = "Visualization"}};
  core::Data<double> d_showPlaneSize{
      this, "showPlaneSize", 10.0, "half side of the drawn square", {.group = "Visualization"}};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override { return d_damping.value() == 0 && d_maxForce.value() == 0; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { checkData(); }

 private:
  static Position defaultNormal() {
    Position n = Position::Zero();
    if constexpr (dimension > 1) n[1] = 1;
    return n;
  }
  void checkData();
  std::pair<std::size_t, std::size_t> range(std::size_t size) const;
  /// Calls visit(i, force) for the points that the plane acts on.
  template <class Visit>
  void forEachContact(const VecCoord& x, const VecDeriv& v, const Visit& visit) const;

  std::vector<type::Index> m_contacts;  ///< where linearised
};

}  // namespace sofa::component::mechanicalload
