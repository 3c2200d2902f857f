#pragma once
#include "Sofa/Component/SolidMechanics/TriangularSprings.h"

namespace sofa::component::solidmechanics {

/// Membranes whose forces are linear in the growth of squares of lengths: a St. Venant-Kirchhoff material. If
/// `compressible` (and with angular springs), a triangle whose area a falls below that at rest A is pushed apart: with
/// e = a / A - 1 and S = 3 (lambda + mu), the energy is A S e^4 / 4 and f_j -= S e^3 n x p_j / 2.
///
/// The unit normal n is the current one, or that of the last step where the triangle has all but vanished; one that
/// turned over since is turned back.
class TriangularBiquadraticSpringsForceField : public TriangularSprings {
 public:
  TriangularBiquadraticSpringsForceField() : TriangularSprings(true) {}

  core::Data<bool> d_compressible{this, "compressible", true, "whether small triangles are pushed apart"};

  void reset() override { restChanged(); }
  void archive(core::Archive& archive) override;
  void beginStep(const core::MechanicalParams& params) override;

 protected:
  void addAreaForce(std::size_t triangle, const Shape& shape, std::array<type::Vec3, 3>& forces) const override;
  EdgeTangents edgeTangents(std::size_t triangle, const Shape& shape) const override;
  double areaEnergy(std::size_t triangle, const Shape& shape) const override;
  /// What is pushed apart: nothing while the triangle is as large as at rest.
  std::optional<Shrunk> shrunk(std::size_t triangle, const Shape& shape) const override;
  void restChanged() override;

 private:
  /// The part of a shrunk triangle in the tangent of edge k.
  type::Mat<3> areaTangent(std::size_t triangle, const Shape& shape, int k) const;

  std::vector<type::Vec3> m_normals;  ///< of the last step in which the triangle was shrunk and not turned over
};

}  // namespace sofa::component::solidmechanics
