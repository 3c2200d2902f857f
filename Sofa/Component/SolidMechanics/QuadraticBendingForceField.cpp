// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/QuadraticBendingForceField.h"

#include <map>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void QuadraticBendingForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  if (!core::requireMesh(*this, l_topology, {.kind = "mesh with triangles"})) return;
  if (l_topology->triangles().empty()) {
    error("The mesh {} has no triangles: name one that has them.", l_topology->path());
    return setInvalid();
  }
  setValid();
  findHinges();
}

/// Two triangles that share an edge make a hinge; borders do not bend.
void QuadraticBendingForceField::findHinges() {
  const auto& x = mstate()->restPositions();
  const auto cotangent = [](const Vec3& a, const Vec3& b) { return a.dot(b) / a.cross(b).norm(); };
  std::map<std::pair<type::Index, type::Index>, type::Index> opposite;  // of the edges of one triangle so far
  m_nodes.clear();
  m_hinges.clear();
  for (const auto& t : l_topology->triangles()) {
    if (std::ranges::max(t) >= x.size()) {
      error("{} has a triangle of point {}, but {} has {} points.", l_topology->path(), std::ranges::max(t),
            mstate()->path(), x.size());
      m_nodes.clear();
      m_hinges.clear();
      return setInvalid();
    }
    for (int i = 0; i < 3; ++i) {
      const type::Index a = t[(i + 1) % 3], b = t[(i + 2) % 3];
      const auto [found, isFirst] = opposite.try_emplace(std::minmax(a, b), t[i]);
      if (isFirst) continue;
      const std::array nodes{found->first.first, found->first.second, found->second, t[i]};
      const Vec3 e0 = x[nodes[1]] - x[nodes[0]], e1 = x[nodes[2]] - x[nodes[0]], e2 = x[nodes[3]] - x[nodes[0]],
                 e3 = x[nodes[2]] - x[nodes[1]], e4 = x[nodes[3]] - x[nodes[1]];
      const double c01 = cotangent(e0, e1), c02 = cotangent(e0, e2), c03 = cotangent(-e0, e3), c04 = cotangent(-e0, e4);
      const double areas = (e0.cross(e1).norm() + e0.cross(e2).norm()) / 2;
      m_nodes.push_back(nodes);
      m_hinges.push_back({{c03 + c04, c01 + c02, -c01 - c03, -c02 - c04}, 1.5 / areas});
    }
  }
}

Vec3 QuadraticBendingForceField::Hinge::bent(const std::array<type::Index, 4>& nodes, const VecCoord& x) const {
  Vec3 sum = Vec3::Zero();
  for (int n = 0; n < 4; ++n) sum += weights[n] * x[nodes[n]];
  return sum;
}

void QuadraticBendingForceField::subtractProduct(VecDeriv& f, const VecCoord& x, double factor) const {
  for (std::size_t h = 0; h < m_hinges.size(); ++h) {
    const Vec3 force = factor * d_stiffness.value() * m_hinges[h].factor * m_hinges[h].bent(m_nodes[h], x);
    for (int n = 0; n < 4; ++n) f[m_nodes[h][n]] -= m_hinges[h].weights[n] * force;
  }
}

void QuadraticBendingForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                          const VecDeriv&) {
  subtractProduct(f, x, 1);
}

void QuadraticBendingForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                           double kFactor) {
  subtractProduct(df, dx, kFactor);
}

void QuadraticBendingForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!mstate()) return;
  const auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
  dfdx.addElements<4, 3>(m_nodes, [this](std::size_t h, type::Mat<12>& k) {
    const double factor = -d_stiffness.value() * m_hinges[h].factor;
    const auto& w = m_hinges[h].weights;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) k.block<3, 3>(3 * a, 3 * b) = factor * w[a] * w[b] * type::Mat3::Identity();
  });
}

std::optional<double> QuadraticBendingForceField::potentialEnergy(const core::MechanicalParams& params) {
  double energy = 0;
  if (!mstate()) return energy;
  const auto& x = mstate()->coords(params.x);
  for (std::size_t h = 0; h < m_hinges.size(); ++h)
    energy += 0.5 * d_stiffness.value() * m_hinges[h].factor * m_hinges[h].bent(m_nodes[h], x).squaredNorm();
  return energy;
}

namespace {
const auto registered = core::Register("QuadraticBendingForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "bending of thin triangles that are flat at rest")
                            .add<QuadraticBendingForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
