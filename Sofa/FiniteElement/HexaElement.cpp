// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HexaElement.h"

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

Mat24 boxStiffness(const HexaPoints& p, const Lame& material) {
  const Vec3 slope = 2 * (p[6] - p[0]).cwiseInverse();  // of local coordinates
  const double volume = boxVolume(p) / 8, stretch = material.lambda + 2 * material.mu;
  Mat24 k;
  for (int m = 0; m < 8; ++m)
    for (int n = m; n < 8; ++n) {
      double same[3], mean[3], side[3];  // per axis: product of signs, its mean over the axis, and over the others
      for (int a = 0; a < 3; ++a) {
        same[a] = hexaSign[m][a] * hexaSign[n][a];
        mean[a] = 1 + same[a] / 3;
      }
      for (int a = 0; a < 3; ++a) side[a] = same[a] * mean[(a + 1) % 3] * mean[(a + 2) % 3] / 8;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          const int c = a == b ? (a + 1) % 3 : 3 - a - b;
          const double entry =
              a == b ? slope[a] * slope[a] * (stretch * side[a] + material.mu * (side[c] + side[3 - a - c]))
                     : slope[a] * slope[b] * mean[c] / 8 *
                           (material.lambda * hexaSign[m][a] * hexaSign[n][b] +
                            material.mu * hexaSign[m][b] * hexaSign[n][a]);
          k(3 * n + b, 3 * m + a) = k(3 * m + a, 3 * n + b) = static_cast<float>(entry) * volume;
        }
    }
  return k;
}

}  // namespace sofa::fem
