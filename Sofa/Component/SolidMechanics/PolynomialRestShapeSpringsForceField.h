// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/PolynomialSpring.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// Springs that pull points back to their rest position, or to the current position of another state, with a force that
/// is a polynomial of the distance. With e = x - target, s = |e| / initialLength and w = exp(smoothShift - smoothScale
/// e.e):
///
///   f = -P(s) d,    d = e / sqrt(e.e + w),    P(s) = sum of c_i s^i
///
/// With r = sqrt(e.e + w), the tangent of coordinate c is -((P' / initialLength - P / r) (1 - smoothScale w) d_c^2 + P
/// / r), without the others, as reference trajectories have it.
class PolynomialRestShapeSpringsForceField : public core::ForceField<type::Vec3Types> {
 public:
  using Indices = std::vector<type::Index>;

  core::Data<Indices> d_points{this, "points", {}, "bound points; empty: all"};
  core::Data<Indices> d_externalPoints{
      this, "external_points", {}, "points of external_rest_shape; empty: same as points"};
  core::Data<std::vector<double>> d_polynomialStiffness{
      this,
      "polynomialStiffness",
      {},
      "coefficients c_1, c_2 ... of each spring, one after the other (N); default 100"};
  core::Data<Indices> d_polynomialDegree{
      this, "polynomialDegree", {}, "degree of the polynomial of each spring, or one for all; default 1"};
  core::Data<bool> d_recomputeIndices{this, "recompute_indices", false,
                                      "if true, empty lists of points follow the size of the states"};
  core::Data<bool> d_drawSpring{this, "drawSpring", false, "draw the springs", {.group = "Visualization"}};
  core::Data<type::Color> d_springColor{this, "springColor", {0, 1, 0, 1}, "colour of the springs"};
  core::Data<float> d_showIndicesScale{
      this, "showIndicesScale", 1, "size of the numbers of the points", {.group = "Visualization"}};
  core::Data<std::vector<double>> d_initialLength{
      this, "initialLength", {}, "length that makes the distance a strain (m), per spring or one for all; default 1"};
  core::Data<double> d_smoothShift{this, "smoothShift", 0.0, "logarithm of w at the target"};
  core::Data<double> d_smoothScale{this, "smoothScale", 1.0,
                                   "how fast w falls with the square of the distance (1/m^2)"};
  core::Link<core::State<type::Vec3Types>> l_restState{this, "external_rest_shape",
                                                       "state whose current positions are the targets"};

  void init() override;
  void bwdInit() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { makeSprings(); }

 private:
  const VecCoord& targets() const;
  void makeSprings();
  bool prepare();
  double length(std::size_t spring) const;
  /// Calls visit(i, point, e) for the springs whose ends exist.
  template <class Visit>
  void forEachSpring(const VecCoord& x, const Visit& visit) const;

  Indices m_points, m_targets;
  SpringPolynomials m_polynomials;
  std::array<std::size_t, 2> m_sizes{};
  std::vector<type::Vec3> m_tangents;  ///< diagonal of each spring where linearised; zero where it has no ends
};

}  // namespace sofa::component::solidmechanics
