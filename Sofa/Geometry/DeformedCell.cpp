// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/DeformedCell.h"

namespace sofa::geometry {

using type::Mat3;
using type::Vec3;

std::array<double, 8> DeformedCell::weights(const Vec3& b) {
  std::array<double, 8> w{};
  for (std::size_t c = 0; c < 8; ++c)
    w[c] = ((c & 1) != 0 ? b[0] : 1 - b[0]) * ((c & 2) != 0 ? b[1] : 1 - b[1]) * ((c & 4) != 0 ? b[2] : 1 - b[2]);
  return w;
}

Vec3 DeformedCell::at(const Vec3& b) const {
  const auto w = weights(b);
  Vec3 p = Vec3::Zero();
  for (std::size_t c = 0; c < 8; ++c) p += w[c] * m_corners[c];
  return p;
}

namespace {

/// Place and derivatives of b, axis after axis: along x on four edges, along y on two faces, and between these.
void evaluate(const DeformedCell::Corners& corners, const Vec3& b, Vec3& place, Mat3& jacobian) {
  const auto between = [](double t, const Vec3& low, const Vec3& high) -> Vec3 { return low + t * (high - low); };
  Vec3 onFace[2], alongX[2], alongY[2];
  for (std::size_t z = 0; z < 2; ++z) {
    const Vec3* const corner = &corners[4 * z];
    const Vec3 low = between(b[0], corner[0], corner[1]), high = between(b[0], corner[2], corner[3]);
    onFace[z] = between(b[1], low, high);
    alongX[z] = between(b[1], corner[1] - corner[0], corner[3] - corner[2]);
    alongY[z] = high - low;
  }
  place = between(b[2], onFace[0], onFace[1]);
  jacobian << between(b[2], alongX[0], alongX[1]), between(b[2], alongY[0], alongY[1]), onFace[1] - onFace[0];
}

}  // namespace

Mat3 DeformedCell::jacobian(const Vec3& b) const {
  Vec3 place;
  Mat3 j;
  evaluate(m_corners, b, place, j);
  return j;
}

std::optional<Vec3> DeformedCell::find(const Vec3& p) const {
  constexpr int iterations = 20;
  constexpr double close = 1e-8, farthest = 10;  // what is left after a step is of the order of its square
  Vec3 b = Vec3::Constant(0.5);
  for (int i = 0; i < iterations; ++i) {
    Vec3 place;
    Mat3 j, inverse;
    bool isInvertible = false;
    evaluate(m_corners, b, place, j);
    j.computeInverseWithCheck(inverse, isInvertible, 0);
    if (!isInvertible) return std::nullopt;
    const Vec3 step = inverse * (p - place);
    b += step;
    if (!(b.cwiseAbs().maxCoeff() < farthest)) return std::nullopt;
    if (step.cwiseAbs().maxCoeff() < close) return b;
  }
  return std::nullopt;
}

}  // namespace sofa::geometry
