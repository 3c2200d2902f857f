// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/PolynomialSpring.h"
#include "Sofa/Component/SolidMechanics/RelativeSpringForceField.h"

namespace sofa::component::solidmechanics {

/// Springs along the line between two points whose force is a polynomial of the strain: with the length L, the length
/// without force L0 and the direction n from the first point to the second,
///
///   F = P(s) n,      s = |L - L0| / L0,      P(s) = sum of c_i s^i
///
/// on the first point where L >= L0. Shorter springs push with P(s) if `compressible`, else they have no force. The
/// tangent is that of stretched springs, (P' / L0 - P / L) n n^T + P / L, for shorter ones too, as reference
/// trajectories have it.
class PolynomialSpringsForceField : public RelativeSpringForceField<PolynomialSpringsForceField, type::Vec3Types> {
 public:
  using Indices = std::vector<type::Index>;

  core::Data<Indices> d_firstPoints{this, "firstObjectPoints", {}, "ends of the springs in object1; empty: all points"};
  core::Data<Indices> d_secondPoints{
      this, "secondObjectPoints", {}, "ends of the springs in object2; empty: all points"};
  core::Data<std::vector<double>> d_polynomialStiffness{
      this,
      "polynomialStiffness",
      {},
      "coefficients c_1, c_2 ... of each spring, one after the other (N); default 100"};
  core::Data<Indices> d_polynomialDegree{
      this, "polynomialDegree", {}, "degree of the polynomial of each spring, or one for all; default 1"};
  core::Data<int> d_computeZeroLength{this, "computeZeroLength", 1,
                                      "if 1, springs are at rest as they stand when forces are first computed"};
  core::Data<std::vector<double>> d_zeroLength{
      this, "zeroLength", {}, "length of each spring without force (m), or one for all, unless it is computed"};
  core::Data<bool> d_recomputeIndices{this, "recompute_indices", false,
                                      "if true, empty lists of points follow the size of the states"};
  core::Data<bool> d_compressible{this, "compressible", false, "if true, springs push when they are short"};
  core::Data<int> d_drawMode{
      this, "drawMode", 0, "how springs are drawn: 0 lines, 1 cylinders, 2 arrows", {.group = "Visualization"}};
  core::Data<float> d_showArrowSize{
      this, "showArrowSize", 0.01f, "width of drawn arrows and cylinders", {.group = "Visualization"}};
  core::Data<type::Color> d_springColor{this, "springColor", {0, 1, 0, 1}, "colour of the springs"};
  core::Data<float> d_showIndicesScale{
      this, "showIndicesScale", 0.02f, "size of the numbers of the springs", {.group = "Visualization"}};

  void init() override;
  void reset() override { m_isMade = false; }
  void archive(core::Archive& archive) override;
  std::size_t springCount() const { return m_first.size(); }
  std::array<type::Index, 2> ends(std::size_t i) const { return {m_first[i], m_second[i]}; }
  Deriv force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  Block stiffness(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
  double energy(std::size_t i, const Coord& x1, const Coord& x2) const;
  void draw(core::DrawList& list) const override;

 protected:
  bool prepare(std::size_t size1, std::size_t size2) override;
  void dataChanged() override { m_isMade = false; }

 private:
  void makeSprings(std::size_t size1, std::size_t size2);
  void setLengths();

  Indices m_first, m_second;
  SpringPolynomials m_polynomials;
  std::vector<double> m_lengths;  ///< L0
  std::array<std::size_t, 2> m_sizes{};
  bool m_isMade = false;
};

}  // namespace sofa::component::solidmechanics
