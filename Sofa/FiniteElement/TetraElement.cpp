// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TetraElement.h"

namespace sofa::fem {
namespace {

/// Rows: edges from node 0.
Mat3 edgeRows(const TetraPoints& p) {
  Mat3 a;
  for (int n = 0; n < 3; ++n) a.row(n) = p[n + 1] - p[0];
  return a;
}

/// Zero for an element without volume.
Mat3 inverseOfEdges(const Mat3& edges) {
  Matrix3<double> a, c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] = edges(i, j);
  cofactors(a, c);
  const double det = a(0, 0) * c(0, 0) + a(0, 1) * c(0, 1) + a(0, 2) * c(0, 2);
  const double size = edges.cwiseAbs().maxCoeff();
  Mat3 r = Mat3::Zero();
  if (!(std::fabs(det) > nullLimit * size * size * size)) return r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = c(j, i) / det;
  return r;
}

Mat3 covariance(const TetraPoints& x, const TetraPoints& rest) {
  const Vec3 c = 0.25 * (x[0] + x[1] + x[2] + x[3]), c0 = 0.25 * (rest[0] + rest[1] + rest[2] + rest[3]);
  Mat3 h = Mat3::Zero();
  for (int n = 0; n < 4; ++n) h += (x[n] - c) * (rest[n] - c0).transpose();
  return h;
}

}  // namespace

TetraPoints scaledGradients(const TetraPoints& p) {
  const Vec3 a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
  TetraPoints g;
  g[1] = b.cross(c);
  g[2] = c.cross(a);
  g[3] = a.cross(b);
  g[0] = -(g[1] + g[2] + g[3]);
  return g;
}

Mat3 deformationGradient(const TetraPoints& x, const TetraPoints& rest) {
  const TetraPoints g = scaledGradients(rest);
  Mat3 f = Mat3::Zero();
  for (int n = 1; n < 4; ++n) f += (x[n] - x[0]) * g[n].transpose();
  return f / sixfoldVolume(rest);
}

Mat3 tetraFrame(TetraFrame kind, const TetraPoints& x, const TetraPoints& rest) {
  switch (kind) {
    case TetraFrame::none:
      break;
    case TetraFrame::nodes:
    case TetraFrame::nodesWorldRest:
      return frame(x[0], x[1], x[2]);
    case TetraFrame::edges:
      return polar(edgeRows(x));
    case TetraFrame::edgesOrStable: {
      // Edges are rows, so this is similar to the transposed deformation gradient; its determinant is the same.
      const Mat3 a = edgeRows(x), a0 = edgeRows(rest);
      const Mat3 f = a * inverseOfEdges(a0);
      return f.determinant() < 1e-6 ? Mat3(polarStable(f) * polar(a0)) : polar(a);
    }
    case TetraFrame::gradient:
      return polar(deformationGradient(x, rest)).transpose();
    case TetraFrame::covariance:
      return polar(covariance(x, rest)).transpose();
    case TetraFrame::covarianceStable:
      return polarStable(covariance(x, rest)).transpose();
  }
  return Mat3::Identity();
}

Mat3 tetraRestFrame(TetraFrame kind, const TetraPoints& rest) {
  switch (kind) {
    case TetraFrame::nodes:
      return frame(rest[0], rest[1], rest[2]);
    case TetraFrame::edges:
    case TetraFrame::edgesOrStable:
      return polar(edgeRows(rest));
    default:
      return Mat3::Identity();
  }
}

TetraElement::TetraElement(TetraFrame kind, const TetraPoints& rest, const Lame& material)
    : m_kind(kind), m_rest(rest), m_restFrame(tetraRestFrame(kind, rest)) {
  const double scale = 6 * std::fabs(sixfoldVolume(rest));
  m_material = {material.lambda / scale, material.mu / scale};
  for (int n = 0; n < 4; ++n) m_localRest[n] = m_restFrame * (rest[n] - rest[0]);
  setGradients(m_restStrain, scaledGradients(m_localRest));
  m_tangent = {m_restFrame, m_restStrain};
}

void TetraElement::setGradients(StrainDisplacement& strain, const TetraPoints& gradients) {
  for (int n = 0; n < 4; ++n) {
    const double x = gradients[n][0], y = gradients[n][1], z = gradients[n][2];
    strain.middleRows<3>(3 * n) << x, 0, 0, y, 0, z,  //
        0, y, 0, x, z, 0,                             //
        0, 0, z, 0, y, x;
  }
}

void TetraElement::updateGradients(Configuration& now, const TetraPoints& x, TetraUpdate update) const {
  if (update == TetraUpdate::rest || m_kind == TetraFrame::none) return;
  TetraPoints local;
  for (int n = 0; n < 4; ++n) local[n] = now.frame * (x[n] - x[0]);
  if (update == TetraUpdate::current) {
    setGradients(now.strain, scaledGradients(local));
    return;
  }
  const Vec3 &b = local[1], &c = local[2], &d = local[3];
  now.strain(0, 0) = -c[1] * d[2];
  now.strain(1, 1) = c[0] * d[2] - b[0] * d[2];
  now.strain(2, 2) = c[1] * d[0] - c[0] * d[1] + b[0] * d[1] - b[0] * c[1];
  now.strain(3, 0) = c[1] * d[2];
  now.strain(4, 1) = -c[0] * d[2];
  now.strain(5, 2) = -c[1] * d[0] + c[0] * d[1];
  now.strain(7, 1) = b[0] * d[2];
  now.strain(8, 2) = -b[0] * d[1];
  now.strain(11, 2) = b[0] * c[1];
}

TetraElement::Configuration TetraElement::configuration(const TetraPoints& x, TetraUpdate update) const {
  Configuration now{tetraFrame(m_kind, x, m_rest), m_restStrain};
  updateGradients(now, x, update);
  return now;
}

TetraElement::Displacement TetraElement::displacement(const Mat3& frame, const TetraPoints& x) const {
  Displacement d = Displacement::Zero();
  for (int n = 1; n < 4; ++n) d.segment<3>(3 * n) = m_localRest[n] - frame * (x[n] - x[0]);
  if (m_kind == TetraFrame::nodes) d[4] = d[5] = d[8] = 0;  // the frame holds node 1 on its x axis, node 2 in its plane
  return d;
}

Vec6 TetraElement::stress(const Vec6& strain) const {
  Vec6 s;
  s.head<3>() =
      2 * m_material.mu * strain.head<3>() + Vec3::Constant(m_material.lambda * (strain[0] + strain[1] + strain[2]));
  s.tail<3>() = m_material.mu * strain.tail<3>();
  return s;
}

void TetraElement::flow(const TetraPoints& x, TetraUpdate update, const TetraPlasticity& plasticity) {
  if (plasticity.maxThreshold <= 0) return;
  const Configuration now = configuration(x, update);
  const Vec6 elastic = now.strain.transpose() * displacement(now.frame, x) - m_plastic;
  if (elastic.squaredNorm() > plasticity.yieldThreshold * plasticity.yieldThreshold)
    m_plastic += plasticity.creep * elastic;
  const double size = m_plastic.squaredNorm();
  if (size > plasticity.maxThreshold * plasticity.maxThreshold) m_plastic *= plasticity.maxThreshold / std::sqrt(size);
}

TetraPoints TetraElement::force(const TetraPoints& x, TetraUpdate update) const {
  const Configuration now = configuration(x, update);
  const Vec6 strain = now.strain.transpose() * displacement(now.frame, x) - m_plastic;
  const Displacement local = now.strain * stress(strain);
  TetraPoints f;
  for (int n = 0; n < 4; ++n) f[n] = now.frame.transpose() * local.segment<3>(3 * n);
  return f;
}

void TetraElement::linearise(const TetraPoints& x, TetraUpdate update) { m_tangent = configuration(x, update); }

TetraPoints TetraElement::product(const TetraPoints& dx) const {
  Displacement u;
  for (int n = 0; n < 4; ++n) u.segment<3>(3 * n) = m_tangent.frame * dx[n];
  const Displacement local = m_tangent.strain * stress(m_tangent.strain.transpose() * u);
  TetraPoints f;
  for (int n = 0; n < 4; ++n) f[n] = m_tangent.frame.transpose() * local.segment<3>(3 * n);
  return f;
}

Mat12 TetraElement::stiffness() const {
  StrainDisplacement turned;
  for (int n = 0; n < 4; ++n)
    turned.middleRows<3>(3 * n) = m_tangent.frame.transpose() * m_tangent.strain.middleRows<3>(3 * n);
  type::Mat<6, 12> stresses;  // of displacements of one each
  const auto volumeChange = turned.col(0) + turned.col(1) + turned.col(2);
  for (int i = 0; i < 3; ++i)
    stresses.row(i) = (2 * m_material.mu * turned.col(i) + m_material.lambda * volumeChange).transpose();
  stresses.bottomRows<3>() = m_material.mu * turned.rightCols<3>().transpose();
  Mat12 k;
  for (int j = 0; j < 12; ++j) {  // column by column, in registers
    Displacement column = Displacement::Zero();
    for (int i = 0; i < 6; ++i) column += stresses(i, j) * turned.col(i);
    k.col(j) = column;
  }
  return k;
}

double TetraElement::energy(const TetraPoints& x, TetraUpdate update) const {
  const Configuration now = configuration(x, update);
  const Vec6 strain = now.strain.transpose() * displacement(now.frame, x) - m_plastic;
  return 0.5 * strain.dot(stress(strain));
}

}  // namespace sofa::fem
