#include "Sofa/Component/SolidMechanics/TriangularSprings.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshChange.h"
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
  const auto& triangles = topology()->triangles();
  if (!checkIndices(triangles, "Triangle")) return;
  const VecCoord& given = d_initialPoints.value();
  const VecCoord& x = given.empty() ? mstate()->restPositions() : given;
  const double nu = d_poissonRatio.value(), mu = bulk() * (1 - nu), sum = bulk();
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& points = triangles[t];
    Rest rest{points, {}, {}, {}, 0, {}};
    Vec3 square;
    for (std::size_t j = 0; j < 3; ++j) {
      const type::Index a = points[(j + 1) % 3], b = points[(j + 2) % 3];
      if (std::max(a, b) < x.size()) square[static_cast<int>(j)] = (x[b] - x[a]).squaredNorm();
    }
    const bool known = std::max({points[0], points[1], points[2]}) < x.size();
    const Vec3 twice = known ? (x[points[1]] - x[points[0]]).cross(x[points[2]] - x[points[0]]) : Vec3(Vec3::Zero());
    rest.area = twice.norm() / 2;
    if (!(rest.area > 0)) {
      error("Triangle {} of {} has no area at rest{}.", t, topology()->path(),
            known ? "" : ": initialPoints lacks some of its points");
      m_rest.clear();
      return setInvalid();
    }
    rest.normal = twice.normalized();
    const Vec3 length = square.cwiseSqrt();
    rest.measure = m_isSquared ? square : length;
    Vec3 cotangent;
    for (int j = 0; j < 3; ++j)
      cotangent[j] = (square[(j + 1) % 3] + square[(j + 2) % 3] - square[j]) / (4 * rest.area);
    for (int j = 0; j < 3; ++j) {
      const int k = (j + 1) % 3, m = (j + 2) % 3;
      const double a = m_isSquared ? 1 / (16 * rest.area) : square[j] / (8 * rest.area),
                   b = m_isSquared ? a : length[k] * length[m] / (8 * rest.area);
      rest.stiffness[j] = (2 * cotangent[j] * cotangent[j] * sum + mu) * a;
      rest.angular[j] = d_useAngularSprings.value() ? (2 * cotangent[k] * cotangent[m] * sum - mu) * b : 0;
    }
    m_rest.push_back(rest);
  }
  std::size_t used = 0;
  for (const auto& points : triangles) used = std::max({used, points[0] + 1ul, points[1] + 1ul, points[2] + 1ul});
  m_blocks.build(triangles, used);
  m_tangents.clear();
  restChanged();
}

bool TriangularSprings::prepare() {
  if (isValid() && meshChanged()) makeRest();
  return isValid() && mstate();
}

bool TriangularSprings::exists(std::size_t triangle, std::size_t size) const {
  const auto& points = m_rest[triangle].points;
  return std::max({points[0], points[1], points[2]}) < size;
}

auto TriangularSprings::shape(std::size_t triangle, const VecCoord& x, const VecDeriv* v) const -> Shape {
  const Rest& rest = m_rest[triangle];
  const double damping = d_dampingRatio.value();
  Shape shape;
  for (std::size_t j = 0; j < 3; ++j) {
    const type::Index a = rest.points[(j + 1) % 3], b = rest.points[(j + 2) % 3];
    const int c = static_cast<int>(j);
    shape.edge[j] = x[b] - x[a];
    shape.length[c] = shape.edge[j].norm();
    const double measure = m_isSquared ? shape.length[c] * shape.length[c] : shape.length[c];
    shape.growth[c] = measure - rest.measure[c];
    if (v && damping != 0) shape.growth[c] += damping * ((*v)[b] - (*v)[a]).dot(shape.edge[j]) / measure;
  }
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, m = (j + 2) % 3;
    shape.pull[j] =
        rest.stiffness[j] * shape.growth[j] + rest.angular[k] * shape.growth[m] + rest.angular[m] * shape.growth[k];
  }
  shape.shrunk = shrunk(triangle, shape);
  return shape;
}

void TriangularSprings::addForceOf(std::size_t triangle, const Shape& shape, VecDeriv& f) const {
  std::array<Vec3, 3> forces{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (std::size_t j = 0; j < 3; ++j) {
    const int c = static_cast<int>(j);
    if (!(shape.length[c] > 0)) continue;
    const Vec3 force = shape.pull[c] / (m_isSquared ? 1 : shape.length[c]) * shape.edge[j];
    forces[(j + 1) % 3] += force;
    forces[(j + 2) % 3] -= force;
  }
  addAreaForce(triangle, shape, forces);
  for (std::size_t j = 0; j < 3; ++j) f[m_rest[triangle].points[j]] += forces[j];
}

void TriangularSprings::lineariseAt(std::size_t triangle, const Shape& shape, core::Linearisation kind) {
  EdgeTangents edges = edgeTangents(triangle, shape);
  if (kind == core::Linearisation::positiveDefinite) makeNegative(edges);
  setTangents(triangle, edges);
}

void TriangularSprings::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv& v) {
  if (!prepare()) return;
  for (std::size_t t = 0; t < m_rest.size(); ++t)
    if (exists(t, x.size())) addForceOf(t, shape(t, x, &v), f);
}

void TriangularSprings::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                  core::Linearisation kind) {
  const bool isReady = prepare();
  m_tangents.assign(m_blocks.blockCount(), TangentPacks{});
  for (std::size_t t = 0; isReady && t < m_rest.size(); ++t)
    if (exists(t, x.size())) lineariseAt(t, shape(t, x, &v), kind);
}

void TriangularSprings::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                             const VecDeriv& v, core::Linearisation kind) {
  const bool isReady = prepare();
  m_tangents.assign(m_blocks.blockCount(), TangentPacks{});
  for (std::size_t t = 0; isReady && t < m_rest.size(); ++t) {
    if (!exists(t, x.size())) continue;
    const Shape shape = this->shape(t, x, &v);
    addForceOf(t, shape, f);
    lineariseAt(t, shape, kind);
  }
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

void TriangularSprings::makeNegative(EdgeTangents& edges) {
  type::Mat<9> tangent = assembled(edges);
  tangent = -(tangent + tangent.transpose()).eval() / 2;
  type::makePositive(tangent);
  for (int k = 0; k < 3; ++k)
    edges[static_cast<std::size_t>(k)] = tangent.block<3, 3>(3 * ((k + 1) % 3), 3 * ((k + 2) % 3));
}

void TriangularSprings::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
  if (m_tangents.size() != m_blocks.blockCount() || dx.size() < m_blocks.pointCount()) return;
  using fem::Pack;
  m_blocks.accumulate<Vec3>(dx, df, [&](unsigned block, const auto& u, auto& out) {
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
  if (!prepare()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  double energy = 0;
  for (std::size_t t = 0; t < m_rest.size(); ++t) {
    if (!exists(t, x.size())) continue;
    const Shape shape = this->shape(t, x, nullptr);
    energy += shape.pull.dot(shape.growth) / (m_isSquared ? 4 : 2) + areaEnergy(t, shape);
  }
  return energy;
}

void TriangularSprings::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr type::Color compressed{1, 0, 0, 1}, stretched{0, 1, 0, 1};
  const VecCoord& x = mstate()->positions();
  for (std::size_t t = 0; t < m_rest.size(); ++t) {
    if (!exists(t, x.size())) continue;
    const Shape shape = this->shape(t, x, nullptr);
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3& from = x[m_rest[t].points[(j + 1) % 3]];
      list.line(from, from + shape.edge[j], 1, shape.growth[static_cast<int>(j)] < 0 ? compressed : stretched);
    }
  }
}

}  // namespace sofa::component::solidmechanics
