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
  struct Rest {
    type::Triangle points;
    type::Vec3 measure;    ///< lengths of the edges, or their squares
    type::Vec3 stiffness;  ///< k
    type::Vec3 angular;    ///< g; 0 without angular springs
    double area;
    type::Vec3 normal;
  };
  /// A triangle that is smaller than at rest, where that matters.
  struct Shrunk {
    double area, excess;  ///< excess: of the area over that at rest, in parts of this; below 0
    type::Vec3 normal;
  };
  /// A triangle as it is.
  struct Shape {
    std::array<type::Vec3, 3> edge;  ///< p
    type::Vec3 length;               ///< L
    type::Vec3 growth;               ///< D, damping included
    type::Vec3 pull;                 ///< k_j D_j + g_{j+1} D_{j+2} + g_{j+2} D_{j+1}
    std::optional<Shrunk> shrunk;
  };

  explicit TriangularSprings(bool isSquared) : m_isSquared(isSquared) {}
  /// Adds to the forces on the points of a triangle what a derived class knows besides.
  virtual void addAreaForce(std::size_t, const Shape&, std::array<type::Vec3, 3>&) const {}
  /// The blocks M of the edges of a triangle: a difference dx_{k+1} - dx_{k+2} pulls with M_k at k+1 and with -M_k^T at
  /// k+2. No more is in a tangent that translations leave without force.
  using EdgeTangents = std::array<type::Mat<3>, 3>;
  virtual EdgeTangents edgeTangents(std::size_t triangle, const Shape& shape) const = 0;
  virtual double areaEnergy(std::size_t, const Shape&) const { return 0; }
  /// Nothing where the area plays no part.
  virtual std::optional<Shrunk> shrunk(std::size_t /*triangle*/, const Shape&) const { return {}; }
  virtual void restChanged() {}
  void dataChanged() override;
  /// Follows a changed mesh. False if there is nothing to compute.
  bool prepare();
  Shape shape(std::size_t triangle, const VecCoord& x, const VecDeriv* v) const;
  bool exists(std::size_t triangle, std::size_t size) const;
  double bulk() const;  ///< lambda + mu
  const std::vector<Rest>& rest() const { return m_rest; }

 private:
  /// M of the edges of simdWidth triangles, column by column.
  struct alignas(64) TangentPacks {
    fem::Pack edge[3][9];
  };
  void addForceOf(std::size_t triangle, const Shape& shape, VecDeriv& f) const;
  void lineariseAt(std::size_t triangle, const Shape& shape, core::Linearisation kind);
  void setTangents(std::size_t triangle, const EdgeTangents& edges);
  EdgeTangents tangents(std::size_t triangle) const;
  static type::Mat<9> assembled(const EdgeTangents& edges);
  static void makeNegative(EdgeTangents& edges);
  void makeRest();

  bool m_isSquared;
  std::vector<Rest> m_rest;
  fem::SmallPartBlocks<type::Triangle> m_blocks;
  std::vector<TangentPacks> m_tangents;  ///< of the blocks, where linearised
};

}  // namespace sofa::component::solidmechanics
