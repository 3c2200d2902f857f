// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularSprings.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/FiniteElement/PointRows.h"
#include "Sofa/Type/PositivePart.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void TriangularSprings::init() {
  if (!initMesh()) return;
  if (topology()->triangles().empty()) {
    error("{} has no triangles: add one to the scene, or set topology.", topology()->path());
    return setInvalid();
  }
  const double nu = d_poissonRatio.value();
  if (!(nu > -1 && nu < 1)) {
    error("poissonRatio must lie between -1 and 1: {}.", nu);
    return setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{&d_initialPoints, &d_poissonRatio,
                                                                                 &d_youngModulus, &d_useAngularSprings})
    trackData(*data);
  makeRest();
}

bool TriangularSprings::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid()) return false;
  if (changes.mesh == topology() && meshChanged()) makeRest();
  return true;
}

void TriangularSprings::dataChanged() {
  if (isValid()) makeRest();
}

double TriangularSprings::bulk() const { return d_youngModulus.value() / (1 - std::pow(d_poissonRatio.value(), 2)); }

void TriangularSprings::makeRest() {
  m_rest.clear();
  m_blocks.build({}, 0);
  m_restPacks.clear();
  m_tangents.clear();
  const auto& triangles = topology()->triangles();
  if (!checkIndices(triangles, "Triangle")) return;
  std::size_t used = 0;
  for (const auto& points : triangles) used = std::max({used, points[0] + 1ul, points[1] + 1ul, points[2] + 1ul});
  m_blocks.build(triangles, used);
  m_restPacks.assign(m_blocks.blockCount(), RestPacks{});
  const VecCoord& given = d_initialPoints.value();
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const std::size_t slot = m_blocks.slot(t);
    if (addRest(t, given.empty() ? mstate()->restPositions() : given, m_restPacks[slot / fem::simdWidth],
                slot % fem::simdWidth))
      continue;
    m_rest.clear();
    m_blocks.build({}, 0);
    return setInvalid();
  }
  restChanged();
}

bool TriangularSprings::addRest(std::size_t triangle, const VecCoord& x, RestPacks& packs, std::size_t lane) {
  const auto& points = topology()->triangles()[triangle];
  const bool known = std::max({points[0], points[1], points[2]}) < x.size();
  const Vec3 twice = known ? (x[points[1]] - x[points[0]]).cross(x[points[2]] - x[points[0]]) : Vec3(Vec3::Zero());
  const double area = twice.norm() / 2;
  if (!(area > 0)) {
    error("Triangle {} of {} has no area at rest{}.", triangle, topology()->path(),
          known ? "" : ": initialPoints lacks some of its points");
    return false;
  }
  Vec3 square, cotangent;
  for (std::size_t j = 0; j < 3; ++j)
    square[static_cast<int>(j)] = (x[points[(j + 2) % 3]] - x[points[(j + 1) % 3]]).squaredNorm();
  const Vec3 length = square.cwiseSqrt();
  for (int j = 0; j < 3; ++j) cotangent[j] = (square[(j + 1) % 3] + square[(j + 2) % 3] - square[j]) / (4 * area);
  const double sum = bulk(), mu = sum * (1 - d_poissonRatio.value());
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, m = (j + 2) % 3;
    const double a = m_isSquared ? 1 / (16 * area) : square[j] / (8 * area),
                 b = m_isSquared ? a : length[k] * length[m] / (8 * area);
    packs.measure[j][lane] = m_isSquared ? square[j] : length[j];
    packs.stiffness[j][lane] = (2 * cotangent[j] * cotangent[j] * sum + mu) * a;
    packs.angular[j][lane] = d_useAngularSprings.value() ? (2 * cotangent[k] * cotangent[m] * sum - mu) * b : 0;
  }
  packs.area[lane] = area;
  m_rest.push_back({points, twice.normalized()});
  return true;
}

bool TriangularSprings::prepare(const VecCoord& x) {
  if (isValid() && meshChanged()) makeRest();
  return isValid() && mstate() && m_blocks.pointCount() <= x.size();
}

auto TriangularSprings::shape(unsigned block, const Nodes& x, const VecDeriv* v) const -> Shape {
  const RestPacks& rest = m_restPacks[block];
  const Pack zero{};
  Shape shape;
  for (int j = 0; j < 3; ++j) {
    Pack(&p)[3] = shape.edge[j];
    for (int c = 0; c < 3; ++c) p[c] = x[(j + 2) % 3][c] - x[(j + 1) % 3][c];
    shape.square[j] = fem::dot(p, p);
    const Pack length = m_isSquared ? shape.square[j] : fem::squareRoot(shape.square[j]);
    shape.scale[j] = m_isSquared ? fem::broadcast(1) : length > zero ? 1 / length : zero;
    shape.growth[j] = length - rest.measure[j];
  }
  if (v && d_dampingRatio.value() != 0) addDamping(block, *v, shape);
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, m = (j + 2) % 3;
    shape.pull[j] =
        rest.stiffness[j] * shape.growth[j] + rest.angular[k] * shape.growth[m] + rest.angular[m] * shape.growth[k];
  }
  measureArea(block, shape);
  return shape;
}

void TriangularSprings::addDamping(unsigned block, const VecDeriv& v, Shape& shape) const {
  std::array<type::Index, fem::simdWidth> points[3];
  for (int lane = 0; lane < fem::simdWidth; ++lane) {
    const unsigned own = m_blocks.element(block, lane),
                   t = own == m_blocks.noElement ? m_blocks.element(block, 0) : own;
    for (std::size_t n = 0; n < 3; ++n) points[n][static_cast<std::size_t>(lane)] = m_rest[t].points[n];
  }
  Nodes velocity;
  for (int n = 0; n < 3; ++n) fem::gatherPoints<false>(v, points[n], velocity[n]);
  const Pack zero{};
  for (int j = 0; j < 3; ++j) {
    Pack rate[3];
    for (int c = 0; c < 3; ++c) rate[c] = velocity[(j + 2) % 3][c] - velocity[(j + 1) % 3][c];
    const Pack square = shape.square[j], measure = m_isSquared ? square : fem::squareRoot(square);
    shape.growth[j] += square > zero ? d_dampingRatio.value() * fem::dot(rate, shape.edge[j]) / measure : zero;
  }
}

void TriangularSprings::setTangent(const Shape& shape, int k, const Pack& u, const Pack (&w)[3], const Pack& d,
                                   Pack (&m)[9]) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const Pack(&p)[3][3] = shape.edge;
  for (int c = 0; c < 3; ++c) {
    const Pack along = u * p[k][c] + w[j] * p[i][c], across = w[i] * p[k][c] - w[k] * p[i][c];
    for (int r = 0; r < 3; ++r) m[3 * c + r] = p[k][r] * along + p[j][r] * across;
    m[4 * c] += d;
  }
}

void TriangularSprings::addForces(const Shape& shape, Nodes& forces) const {
  for (auto& node : forces)
    for (Pack& component : node) component = Pack{};
  for (int j = 0; j < 3; ++j)
    for (int c = 0; c < 3; ++c) {
      const Pack force = shape.scale[j] * shape.pull[j] * shape.edge[j][c];
      forces[(j + 1) % 3][c] += force;
      forces[(j + 2) % 3][c] -= force;
    }
  addAreaForces(shape, forces);
}

void TriangularSprings::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv& v) {
  if (!prepare(x)) return;
  m_blocks.accumulate<Vec3>(x, f,
                            [&](unsigned block, const Nodes& p, Nodes& out) { addForces(shape(block, p, &v), out); });
}

void TriangularSprings::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                  core::Linearisation kind) {
  const bool isReady = prepare(x);
  m_tangents.assign(m_blocks.blockCount(), TangentPacks{});
  if (!isReady) return;
  m_blocks.forEach<Vec3>(
      x, [&](unsigned block, const Nodes& p) { edgeTangents(block, shape(block, p, &v), m_tangents[block]); });
  if (kind == core::Linearisation::positiveDefinite) makeNegative();
}

void TriangularSprings::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                             const VecDeriv& v, core::Linearisation kind) {
  const bool isReady = prepare(x);
  m_tangents.assign(m_blocks.blockCount(), TangentPacks{});
  if (!isReady) return;
  m_blocks.accumulate<Vec3>(x, f, [&](unsigned block, const Nodes& p, Nodes& out) {
    const Shape shape = this->shape(block, p, &v);
    addForces(shape, out);
    edgeTangents(block, shape, m_tangents[block]);
  });
  if (kind == core::Linearisation::positiveDefinite) makeNegative();
}

void TriangularSprings::setTangents(std::size_t triangle, const EdgeTangents& edges) {
  const std::size_t slot = m_blocks.slot(triangle), lane = slot % fem::simdWidth;
  TangentPacks& packs = m_tangents[slot / fem::simdWidth];
  for (std::size_t k = 0; k < 3; ++k)
    for (int i = 0; i < 9; ++i) packs.edge[k][i][lane] = edges[k].data()[i];
}

auto TriangularSprings::tangents(std::size_t triangle) const -> EdgeTangents {
  const std::size_t slot = m_blocks.slot(triangle), lane = slot % fem::simdWidth;
  const TangentPacks& packs = m_tangents[slot / fem::simdWidth];
  EdgeTangents edges;
  for (std::size_t k = 0; k < 3; ++k)
    for (int i = 0; i < 9; ++i) edges[k].data()[i] = packs.edge[k][i][lane];
  return edges;
}

type::Mat<9> TriangularSprings::assembled(const EdgeTangents& edges) {
  type::Mat<9> tangent = type::Mat<9>::Zero();
  for (int k = 0; k < 3; ++k) {
    const int i = 3 * ((k + 1) % 3), j = 3 * ((k + 2) % 3);
    const type::Mat<3>& m = edges[static_cast<std::size_t>(k)];
    tangent.block<3, 3>(i, i) += m;
    tangent.block<3, 3>(i, j) -= m;
    tangent.block<3, 3>(j, i) -= m.transpose();
    tangent.block<3, 3>(j, j) += m.transpose();
  }
  return tangent;
}

void TriangularSprings::makeNegative() {
  for (std::size_t t = 0; t < m_rest.size(); ++t) {
    EdgeTangents edges = tangents(t);
    type::Mat<9> tangent = assembled(edges);
    tangent = -(tangent + tangent.transpose()).eval() / 2;
    type::makePositive(tangent);
    for (int k = 0; k < 3; ++k)
      edges[static_cast<std::size_t>(k)] = tangent.block<3, 3>(3 * ((k + 1) % 3), 3 * ((k + 2) % 3));
    setTangents(t, edges);
  }
}

void TriangularSprings::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
  if (m_tangents.size() != m_blocks.blockCount() || dx.size() < m_blocks.pointCount()) return;
  m_blocks.accumulate<Vec3>(dx, df, [&](unsigned block, const Nodes& u, Nodes& out) {
    for (auto& node : out)
      for (Pack& component : node) component = Pack{};
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      const Pack* m = m_tangents[block].edge[k];
      Pack change[3];
      for (int c = 0; c < 3; ++c) change[c] = kFactor * (u[i][c] - u[j][c]);
      for (int c = 0; c < 3; ++c) {
        out[i][c] += m[c] * change[0] + m[3 + c] * change[1] + m[6 + c] * change[2];
        out[j][c] -= m[3 * c] * change[0] + m[3 * c + 1] * change[1] + m[3 * c + 2] * change[2];
      }
    }
  });
}

void TriangularSprings::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (!isValid() || !state || m_tangents.size() != m_blocks.blockCount()) return;
  struct Triangles {
    const std::vector<Rest>& rest;
    std::size_t size() const { return rest.size(); }
    const type::Triangle& operator[](std::size_t t) const { return rest[t].points; }
  };
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  dfdx.addElements<3, 3>(Triangles{m_rest}, [&](std::size_t t, type::Mat<9>& k) { k = assembled(tangents(t)); });
}

std::optional<double> TriangularSprings::potentialEnergy(const core::MechanicalParams& params) {
  if (!mstate()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  if (!prepare(x)) return 0;
  return m_blocks.sum<Vec3>(x, [&](unsigned block, const Nodes& p) {
    const Shape shape = this->shape(block, p, nullptr);
    return fem::dot(shape.pull, shape.growth) / (m_isSquared ? 4 : 2) + areaEnergy(block, shape);
  });
}

void TriangularSprings::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr type::Color compressed{1, 0, 0, 1}, stretched{0, 1, 0, 1};
  const VecCoord& x = mstate()->positions();
  if (m_blocks.pointCount() > x.size()) return;
  for (std::size_t t = 0; t < m_rest.size(); ++t) {
    const std::size_t slot = m_blocks.slot(t), lane = slot % fem::simdWidth;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 &from = x[m_rest[t].points[(j + 1) % 3]], &to = x[m_rest[t].points[(j + 2) % 3]];
      const double measure = m_isSquared ? (to - from).squaredNorm() : (to - from).norm();
      const bool isShort = measure < m_restPacks[slot / fem::simdWidth].measure[j][lane];
      list.line(from, to, 1, isShort ? compressed : stretched);
    }
  }
}

}  // namespace sofa::component::solidmechanics
