// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularTensorMassForceField.h"

#include <map>

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/FiniteElement/LinearElement.h"

namespace sofa::component::solidmechanics {

using type::Mat3;
using type::Vec3;

void TriangularTensorMassForceField::init() {
  if (!initMesh()) return;
  if (topology()->triangles().empty())
    warning("The topology {} has no triangles: this force field acts on those it gets later.", topology()->path());
  trackData(d_youngModulus);
  trackData(d_poissonRatio);
  setValid();
  initElements();
}

void TriangularTensorMassForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  const double nu = d_poissonRatio.value();
  if (!(nu > -1 && nu < 1)) {
    error("poissonRatio must lie between -1 and 1: {}.", nu);
    return setInvalid();
  }
  const auto& triangles = topology()->triangles();
  const VecCoord& rest = mstate()->restPositions();
  if (!checkIndices(triangles, "Triangle") || !checkAreas(triangles, rest)) return;
  const fem::Lame l = fem::lame(d_youngModulus.value(), nu, 2);
  std::map<std::array<type::Index, 2>, Mat3> tensors;
  for (std::size_t e = 0; e < triangles.size(); ++e) {
    const auto& t = triangles[e];
    const fem::ElementPoints<type::Triangle, 3> p{rest[t[0]], rest[t[1]], rest[t[2]]};
    double size = 0;
    const auto g = fem::spatialGradient<type::Triangle, 3>(p, type::Vec<2>::Zero(), size);
    const Vec3 n = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
    for (int a = 0; a < 3; ++a) {
      // The edge goes from its smaller to its larger end.
      int from = a, to = (a + 1) % 3;
      if (t[from] > t[to]) std::swap(from, to);
      const Vec3 gf = g.row(from), gt = g.row(to);
      Mat3& tensor = tensors.try_emplace({t[from], t[to]}, Mat3::Zero()).first->second;
      tensor += size / 2 *
                (l.lambda * gt * gf.transpose() + l.mu * gf * gt.transpose() +
                 gt.dot(gf) * (l.mu * Mat3::Identity() + (l.lambda + l.mu) * n * n.transpose()));
    }
  }
  std::vector<type::Edge> edges;
  std::vector<Mat3> values;
  for (const auto& [ends, tensor] : tensors) {
    edges.emplace_back(ends[0], ends[1]);
    values.push_back(tensor);
  }
  m_kernel.init(edges, rest, values);
}

void TriangularTensorMassForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  core::drawElements(list, topology()->triangles(), mstate()->positions(), 0);
}

namespace {
const auto registered = core::Register("TriangularTensorMassForceField", "Sofa.Component.SolidMechanics.TensorMass",
                                       "linear triangles of small displacements by tensors per edge")
                            .add<TriangularTensorMassForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
