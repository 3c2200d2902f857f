// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Geometry/PointNeighbours.h"

namespace sofa::component::fluid {

/// Keeps points apart: two that are nearer than `distance` push each other, along n = (x_j - x_i) / d, with
/// f_i = k (d - distance) n - b (d - distance) (v_j - v_i) and f_j = -f_i.
///
/// The tangent is that of the springs along n: k n n^T (dx_j - dx_i). Assembled systems have it too.
template <class DataTypes>
class ParticlesRepulsionForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<double> d_distance{this, "distance", 1.0, "points nearer than this push each other (m)"};
  core::Data<double> d_stiffness{this, "stiffness", 100.0, "force per overlap (N/m)"};
  core::Data<double> d_damping{this, "damping", 0.1, "damping per overlap (N s/m^2)"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v, core::Linearisation) override;
  void addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }

 protected:
  void dataChanged() override { check(); }

 private:
  struct Pair {
    type::Index i, j;
    Deriv n;
  };
  void check();
  void findNeighbours(const VecCoord& x);

  geometry::PointNeighbours m_neighbours;
  std::vector<type::Vec3> m_points;
  std::vector<Pair> m_pairs;  ///< where it was linearised
};

}  // namespace sofa::component::fluid
