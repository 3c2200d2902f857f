#include "Sofa/FiniteElement/HexaElement.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace sofa::fem {
namespace {

bool isParallelepiped(const HexaPoints& p) {
  const Vec3 lx = p[1] - p[0], lz = p[4] - p[0];
  if (!((p[3] + lx - p[2]).norm() < 0.001 * lx.norm())) return false;
  for (int i = 0; i < 4; ++i)
    if (!((p[i] + lz - p[i + 4]).norm() < 0.001 * lz.norm())) return false;
  return true;
}

/// Adds weight * B^T D B for the given gradients of the shape functions; upper blocks only.
void addStiffness(const std::array<Vec3, 8>& g, const Lame& material, double weight, Mat24& k) {
  const double lambda = weight * material.lambda, mu = weight * material.mu;
  for (int a = 0; a < 8; ++a)
    for (int b = a; b < 8; ++b) {
      const double dot = mu * g[a].dot(g[b]);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          k(3 * a + i, 3 * b + j) += lambda * g[a][i] * g[b][j] + mu * g[b][i] * g[a][j] + (i == j ? dot : 0);
    }
}

Mat3 covariance(const HexaPoints& x, const HexaPoints& rest) {
  Vec3 c = Vec3::Zero(), c0 = Vec3::Zero();
  for (int n = 0; n < 8; ++n) {
    c += x[n] / 8;
    c0 += rest[n] / 8;
  }
  Mat3 h = Mat3::Zero();
  for (int n = 0; n < 8; ++n) h += (x[n] - c) * (rest[n] - c0).transpose();
  return h;
}

}  // namespace

Mat3 hexaFrame(HexaFrame kind, const HexaPoints& x, const HexaPoints& rest) {
  switch (kind) {
    case HexaFrame::none:
      break;
    case HexaFrame::axes:
    case HexaFrame::axesWorldRest: {
      const Mat3 a = hexaAxes(x);
      return frameOfAxes(Vec3(a.row(0)), Vec3(a.row(1)));
    }
    case HexaFrame::polar:
      return polar(hexaAxes(x));
    case HexaFrame::covariance:
      return polar(covariance(x, rest)).transpose();
    case HexaFrame::covarianceStable:
      return polarStable(covariance(x, rest)).transpose();
  }
  return Mat3::Identity();
}

Mat3 hexaRestFrame(HexaFrame kind, const HexaPoints& rest) {
  return kind == HexaFrame::axes || kind == HexaFrame::polar ? hexaFrame(kind, rest, rest) : Mat3::Identity();
}

Mat24 hexaStiffness(const HexaPoints& p, const Lame& material) {
  const bool constant = isParallelepiped(p);
  const double gauss = 1 / std::sqrt(3.0);
  Mat24 k = Mat24::Zero();
  for (const auto& sign : hexaSign) {
    const auto local = ReferenceElement<type::Hexahedron>::gradient(gauss * Vec3(sign[0], sign[1], sign[2]));
    Mat3 jacobian = Mat3::Zero();  // columns: dX / d local coordinate
    if (constant) {
      jacobian.col(0) = 0.5 * (p[1] - p[0]);
      jacobian.col(1) = 0.5 * (p[3] - p[0]);
      jacobian.col(2) = 0.5 * (p[4] - p[0]);
    } else {
      for (int n = 0; n < 8; ++n) jacobian += p[n] * local.row(n);
    }
    const Mat3 turn = jacobian.inverse().transpose();
    std::array<Vec3, 8> g;
    for (int n = 0; n < 8; ++n) g[n] = turn * local.row(n).transpose();
    addStiffness(g, material, jacobian.determinant(), k);
  }
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < i; ++j) k(i, j) = k(j, i);
  return k;
}

}  // namespace sofa::fem
