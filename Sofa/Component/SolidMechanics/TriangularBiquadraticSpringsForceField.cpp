#include "Sofa/Component/SolidMechanics/TriangularBiquadraticSpringsForceField.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Mat3;
using type::Vec3;

void TriangularBiquadraticSpringsForceField::restChanged() {
  m_normals.clear();
  for (const Rest& rest : rest()) m_normals.push_back(rest.normal);
}

void TriangularBiquadraticSpringsForceField::archive(core::Archive& archive) {
  archive.io(m_normals);
  if (archive.isLoading() && m_normals.size() != rest().size()) archive.fail();
}

void TriangularBiquadraticSpringsForceField::beginStep(const core::MechanicalParams& params) {
  if (!prepare()) return;
  const VecCoord& x = mstate()->coords(params.x);
  std::size_t turned = 0;
  for (std::size_t t = 0; t < rest().size(); ++t) {
    if (!exists(t, x.size())) continue;
    const Shape shape = this->shape(t, x, nullptr);
    const auto& area = shape.shrunk;
    if (!area) continue;
    if ((shape.edge[1].cross(shape.edge[2])).dot(area->normal) < 0)
      ++turned;
    else
      m_normals[t] = area->normal;
  }
  if (turned > 0) warning("{} triangles have turned over.", turned);
}

auto TriangularBiquadraticSpringsForceField::shrunk(std::size_t triangle, const Shape& shape) const
    -> std::optional<Shrunk> {
  if (!d_compressible.value() || !d_useAngularSprings.value()) return {};
  const Vec3 twice = shape.edge[1].cross(shape.edge[2]);
  const double area = twice.norm() / 2, ratio = area / rest()[triangle].area;
  if (!(ratio < 1)) return {};
  const Vec3& last = m_normals[triangle];
  if (ratio < 0.01) return Shrunk{area, ratio - 1, last};
  const Vec3 normal = twice / (2 * area);
  return Shrunk{area, ratio - 1, normal.dot(last) > -0.5 ? normal : Vec3(-normal)};
}

void TriangularBiquadraticSpringsForceField::addAreaForce(std::size_t triangle, const Shape& shape,
                                                          std::array<Vec3, 3>& forces) const {
  const auto& area = shape.shrunk;
  if (!area) return;
  const double push = 3 * bulk() * std::pow(area->excess, 3) / 2;
  for (std::size_t j = 0; j < 3; ++j) forces[j] -= push * area->normal.cross(shape.edge[j]);
}

double TriangularBiquadraticSpringsForceField::areaEnergy(std::size_t triangle, const Shape& shape) const {
  const auto& area = shape.shrunk;
  return area ? rest()[triangle].area * 3 * bulk() * std::pow(area->excess, 4) / 4 : 0;
}

auto TriangularBiquadraticSpringsForceField::edgeTangents(std::size_t triangle, const Shape& shape) const
    -> EdgeTangents {
  const Rest& rest = this->rest()[triangle];
  EdgeTangents tangents;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const auto p = [&](int edge) { return shape.edge[static_cast<std::size_t>(edge)]; };
    const Vec3 qk = -p(k), qj = p(j), qi = -p(i);
    Mat3& m = tangents[static_cast<std::size_t>(k)];
    m = -2 * rest.stiffness[k] * qk * qk.transpose() + 2 * rest.angular[k] * qj * qi.transpose() -
        2 * rest.angular[i] * qj * qk.transpose() + 2 * rest.angular[j] * qk * qi.transpose() -
        shape.pull[k] * Mat3::Identity();
    if (shape.shrunk && shape.shrunk->area > 0) m += areaTangent(triangle, shape, k);
  }
  return tangents;
}

Mat3 TriangularBiquadraticSpringsForceField::areaTangent(std::size_t triangle, const Shape& shape, int k) const {
  const Shrunk& area = *shape.shrunk;
  const auto p = [&](int edge) { return shape.edge[static_cast<std::size_t>(edge)]; };
  const double s = 3 * bulk(), e = area.excess;
  const Vec3 &n = area.normal, w = -s * e * e * e / 2 * n, ai = n.cross(p((k + 1) % 3)) / 2,
             aj = n.cross(p((k + 2) % 3)) / 2;
  Mat3 turn;
  turn << 0, w[2], -w[1], -w[2], 0, w[0], w[1], -w[0], 0;
  const double squares = shape.length.squaredNorm() - 2 * shape.length[k] * shape.length[k];
  return turn + s * e * e * e / (4 * area.area) * squares * n * n.transpose() +
         3 * s * e * e / rest()[triangle].area * ((1 + e) * ai * aj.transpose() - e * ai.dot(aj) * Mat3::Identity());
}

namespace {
const auto registered =
    core::Register("TriangularBiquadraticSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                   "membranes as springs along the edges of triangles, linear in squares of lengths")
        .ignores("matrixRegularization", "it has no effect")
        .add<TriangularBiquadraticSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
