// SPDX-License-Identifier: Apache-2.0
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
  /// Nothing is pushed apart while the triangle is as large as at rest.
  void measureArea(unsigned block, Shape& shape) const override;
  void addAreaForces(const Shape& shape, Nodes& forces) const override;
  void edgeTangents(unsigned block, const Shape& shape, TangentPacks& tangents) const override;
  Pack areaEnergy(unsigned block, const Shape& shape) const override;
  void restChanged() override;

 private:
  struct alignas(64) NormalPacks {
    Pack n[3];
  };
  /// Adds the part of shrunk triangles to the tangent of edge k.
  void addAreaTangent(unsigned block, const Shape& shape, int k, Pack (&m)[9]) const;
  void setNormal(std::size_t triangle, const type::Vec3& normal);

  /// Of the last step in which the triangle was shrunk and not turned over; by the blocks of triangles.
  std::vector<NormalPacks> m_normals;
};

}  // namespace sofa::component::solidmechanics
