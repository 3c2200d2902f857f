// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/ElementBlocks.h"

namespace sofa::component::solidmechanics {

/// Membranes as springs along the edges of triangles and between the edges of each (Delingette, Triangular Springs for
/// Modeling Nonlinear Membranes, 2008).
///
/// Edge j of a triangle lies opposite to its point j; indices modulo 3, p_j = x_{j+2} - x_{j+1}, L_j = |p_j|. Each
/// triangle has the forces
///
///   f_{j+2} -= w_j p_j,  f_{j+1} += w_j p_j,   w_j = s_j (k_j D_j + g_{j+1} D_{j+2} + g_{j+2} D_{j+1})
///
/// where D_j is how much the edge has grown: its length and s_j = 1 / L_j with quadratic springs, the square of its
/// length and s_j = 1 with biquadratic ones. Stiffness k and angular stiffness g follow from the triangle at rest, with
/// its area A, cotangents c_j and the moduli of plane stress lambda = E nu / (1 - nu^2), mu = E (1 - nu) / (1 - nu^2):
///
///   k_j = (2 c_j^2 (lambda + mu) + mu) a_j,   g_j = (2 c_{j+1} c_{j+2} (lambda + mu) - mu) b_j
///
/// with a_j = l_j^2 / (8 A), b_j = l_{j+1} l_{j+2} / (8 A), or both 1 / (16 A) for biquadratic springs.
class TriangularSprings : public MeshForceField<type::Vec3Types> {
 public:
  core::Data<VecCoord> d_initialPoints{
      this, "initialPoints", {}, "rest shape; empty: the state's", {.follows = core::perPoint(core::NewValue::mean)}};
  core::Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "Poisson's ratio"};
  core::Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus times thickness (N/m)"};
  core::Data<double> d_dampingRatio{this, "dampingRatio", 0.0,
                                    "damping: part of the rate of an edge that counts as growth (s)"};
  core::Data<bool> d_useAngularSprings{this, "useAngularSprings", true, "whether the edges of a triangle are coupled"};

  void init() override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override { return d_dampingRatio.value() == 0; }
  void draw(core::DrawList& list) const override;

 protected:
  using Pack = fem::Pack;
  using Nodes = fem::SmallPartBlocks<type::Triangle>::Nodes;
  struct Rest {
    type::Triangle points;
    type::Vec3 normal;
  };
  /// simdWidth triangles at rest, one in each lane; all is 0 in lanes without.
  struct alignas(64) RestPacks {
    Pack measure[3];    ///< lengths of the edges, or their squares
    Pack stiffness[3];  ///< k
    Pack angular[3];    ///< g; 0 without angular springs
    Pack area;
  };
  /// The same triangles as they are.
  struct Shape {
    Pack edge[3][3];  ///< p
    Pack square[3];   ///< L^2
    Pack scale[3];    ///< s; 0 for an edge without length that is not squared
    Pack growth[3];   ///< D, damping included
    Pack pull[3];     ///< k_j D_j + g_{j+1} D_{j+2} + g_{j+2} D_{j+1}
    Pack area{};
    Pack excess{};  ///< of the area over that at rest, in parts of this; 0 unless it is below 0 and matters
    Pack normal[3]{};
  };
  /// The blocks M of the edges of triangles, column by column: a difference dx_{k+1} - dx_{k+2} pulls with M_k at k+1
  /// and with -M_k^T at k+2. No more is in a tangent that translations leave without force.
  struct alignas(64) TangentPacks {
    Pack edge[3][9];
  };

  explicit TriangularSprings(bool isSquared) : m_isSquared(isSquared) {}
  /// Sets area, excess and normal where the area plays a part.
  virtual void measureArea(unsigned /*block*/, Shape&) const {}
  /// Adds to the forces on the points of triangles what a derived class knows besides.
  virtual void addAreaForces(const Shape&, Nodes& /*forces*/) const {}
  virtual void edgeTangents(unsigned block, const Shape& shape, TangentPacks& tangents) const = 0;
  virtual Pack areaEnergy(unsigned /*block*/, const Shape&) const { return Pack{}; }
  virtual void restChanged() {}
  void dataChanged() override;
  /// Follows a changed mesh. False if there is nothing to compute at x.
  bool prepare(const VecCoord& x);
  Shape shape(unsigned block, const Nodes& x, const VecDeriv* v) const;
  /// M_k = p_k (u p_k + w_j p_i)^T + p_j (w_i p_k - w_k p_i)^T + d I with i = k+1, j = k+2.
  static void setTangent(const Shape& shape, int k, const Pack& u, const Pack (&w)[3], const Pack& d, Pack (&m)[9]);
  double bulk() const;  ///< lambda + mu
  const std::vector<Rest>& rest() const { return m_rest; }
  const RestPacks& restOf(unsigned block) const { return m_restPacks[block]; }
  const fem::SmallPartBlocks<type::Triangle>& blocks() const { return m_blocks; }

 private:
  using EdgeTangents = std::array<type::Mat<3>, 3>;

  void addForces(const Shape& shape, Nodes& forces) const;
  void addDamping(unsigned block, const VecDeriv& v, Shape& shape) const;
  void setTangents(std::size_t triangle, const EdgeTangents& edges);
  EdgeTangents tangents(std::size_t triangle) const;
  static type::Mat<9> assembled(const EdgeTangents& edges);
  void makeNegative();
  void makeRest();
  bool addRest(std::size_t triangle, const VecCoord& x, RestPacks& packs, std::size_t lane);

  bool m_isSquared;
  std::vector<Rest> m_rest;
  fem::SmallPartBlocks<type::Triangle> m_blocks;
  std::vector<RestPacks> m_restPacks;    ///< of the blocks
  std::vector<TangentPacks> m_tangents;  ///< of the blocks, where linearised
};

}  // namespace sofa::component::solidmechanics
