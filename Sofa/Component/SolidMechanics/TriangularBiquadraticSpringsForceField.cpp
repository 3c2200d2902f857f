// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularBiquadraticSpringsForceField.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TriangularBiquadraticSpringsForceField::restChanged() {
  m_normals.assign(blocks().blockCount(), {});
  for (std::size_t t = 0; t < rest().size(); ++t) setNormal(t, rest()[t].normal);
}

void TriangularBiquadraticSpringsForceField::setNormal(std::size_t triangle, const type::Vec3& normal) {
  const std::size_t slot = blocks().slot(triangle);
  for (int c = 0; c < 3; ++c) m_normals[slot / fem::simdWidth].n[c][slot % fem::simdWidth] = normal[c];
}

void TriangularBiquadraticSpringsForceField::archive(core::Archive& archive) {
  std::vector<type::Vec3> normals(rest().size());
  for (std::size_t t = 0; t < normals.size(); ++t) {
    const std::size_t slot = blocks().slot(t);
    for (int c = 0; c < 3; ++c) normals[t][c] = m_normals[slot / fem::simdWidth].n[c][slot % fem::simdWidth];
  }
  archive.io(normals);
  if (!archive.isLoading()) return;
  if (normals.size() != rest().size()) return archive.fail();
  for (std::size_t t = 0; t < normals.size(); ++t) setNormal(t, normals[t]);
}

void TriangularBiquadraticSpringsForceField::beginStep(const core::MechanicalParams& params) {
  if (!mstate()) return;
  const VecCoord& x = mstate()->coords(params.x);
  if (!prepare(x)) return;
  const double turned = blocks().sum<type::Vec3>(x, [&](unsigned block, const Nodes& p) {
    const Shape shape = this->shape(block, p, nullptr);
    const Pack zero{};
    Pack twice[3];
    fem::cross(shape.edge[1], shape.edge[2], twice);
    const Pack upright = fem::dot(twice, shape.normal);
    const auto isShrunk = shape.excess < zero, isUpright = isShrunk & (upright >= zero);
    for (int c = 0; c < 3; ++c) m_normals[block].n[c] = isUpright ? shape.normal[c] : m_normals[block].n[c];
    return isShrunk & (upright < zero) ? fem::broadcast(1) : zero;
  });
  if (turned > 0) warning("{} triangles have turned over.", static_cast<std::size_t>(turned));
}

void TriangularBiquadraticSpringsForceField::measureArea(unsigned block, Shape& shape) const {
  if (!d_compressible.value() || !d_useAngularSprings.value()) return;
  const Pack zero{}, restArea = restOf(block).area;
  Pack twice[3];
  fem::cross(shape.edge[1], shape.edge[2], twice);
  shape.area = fem::squareRoot(fem::dot(twice, twice)) / 2;
  const auto isShrunk = shape.area < restArea;
  if (!fem::anyLane(isShrunk)) return;
  const Pack(&last)[3] = m_normals[block].n;
  shape.excess = isShrunk ? shape.area / restArea - 1 : zero;
  const auto isFlat = shape.area < 0.01 * restArea;
  const Pack inverse = shape.area > zero ? 0.5 / shape.area : zero;
  for (int c = 0; c < 3; ++c) shape.normal[c] = isFlat ? last[c] : twice[c] * inverse;
  const auto isTurned = fem::dot(shape.normal, last) <= -0.5;
  for (int c = 0; c < 3; ++c) shape.normal[c] = isTurned ? -shape.normal[c] : shape.normal[c];
}

void TriangularBiquadraticSpringsForceField::addAreaForces(const Shape& shape, Nodes& forces) const {
  if (!fem::anyLane(shape.excess < Pack{})) return;
  const Pack push = 1.5 * bulk() * shape.excess * shape.excess * shape.excess;
  for (int j = 0; j < 3; ++j) {
    Pack across[3];
    fem::cross(shape.normal, shape.edge[j], across);
    for (int c = 0; c < 3; ++c) forces[j][c] -= push * across[c];
  }
}

fem::Pack TriangularBiquadraticSpringsForceField::areaEnergy(unsigned block, const Shape& shape) const {
  const Pack square = shape.excess * shape.excess;
  return 0.75 * bulk() * restOf(block).area * square * square;
}

void TriangularBiquadraticSpringsForceField::edgeTangents(unsigned block, const Shape& shape,
                                                          TangentPacks& tangents) const {
  const RestPacks& rest = restOf(block);
  const bool isShrunk = fem::anyLane(shape.excess < Pack{});
  Pack w[3];
  for (int k = 0; k < 3; ++k) w[k] = 2 * rest.angular[k];
  for (int k = 0; k < 3; ++k) {
    setTangent(shape, k, -2 * rest.stiffness[k], w, -shape.pull[k], tangents.edge[k]);
    if (isShrunk) addAreaTangent(block, shape, k, tangents.edge[k]);
  }
}

/// None of a triangle without area.
void TriangularBiquadraticSpringsForceField::addAreaTangent(unsigned block, const Shape& shape, int k,
                                                            Pack (&m)[9]) const {
  const Pack zero{}, area = shape.area, restArea = restOf(block).area;
  const Pack e = shape.area > zero ? shape.excess : zero;
  const Pack square = 3 * bulk() * e * e, cube = square * e;
  const Pack(&n)[3] = shape.normal;
  Pack ai[3], aj[3], w[3];
  fem::cross(n, shape.edge[(k + 1) % 3], ai);
  fem::cross(n, shape.edge[(k + 2) % 3], aj);
  for (int c = 0; c < 3; ++c) w[c] = -0.5 * cube * n[c];
  const Pack squares = shape.square[0] + shape.square[1] + shape.square[2] - 2 * shape.square[k];
  const Pack along = e < zero ? cube / (4 * area) * squares : zero;
  // ai and aj are twice the derivatives of the area.
  const Pack outer = e < zero ? 0.75 * square / restArea : zero, diagonal = -outer * e * fem::dot(ai, aj);
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) m[3 * c + r] += along * n[r] * n[c] + outer * (1 + e) * ai[r] * aj[c];
    m[4 * c] += diagonal;
    const int next = (c + 1) % 3, last = (c + 2) % 3;  // entries (c, next) and (next, c) of what turns
    m[3 * next + c] += w[last];
    m[3 * c + next] -= w[last];
  }
}

namespace {
const auto registered =
    core::Register("TriangularBiquadraticSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                   "membranes as springs along the edges of triangles, linear in squares of lengths")
        .ignores("matrixRegularization", "it has no effect")
        .add<TriangularBiquadraticSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
