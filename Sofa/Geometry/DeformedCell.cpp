#include "Sofa/Geometry/DeformedCell.h"

#include <Eigen/LU>

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

Mat3 DeformedCell::jacobian(const Vec3& b) const {
  Mat3 j;
  for (int a = 0; a < 3; ++a) {  // linear in b[a]: the difference of its ends
    Vec3 low = b, high = b;
    low[a] = 0, high[a] = 1;
    j.col(a) = at(high) - at(low);
  }
  return j;
}

std::optional<Vec3> DeformedCell::find(const Vec3& p) const {
  constexpr int iterations = 20;
  constexpr double close = 1e-12, farthest = 10;
  Vec3 b = Vec3::Constant(0.5);
  for (int i = 0; i < iterations; ++i) {
    Mat3 inverse;
    bool isInvertible = false;
    jacobian(b).computeInverseWithCheck(inverse, isInvertible, 0);
    if (!isInvertible) return std::nullopt;
    const Vec3 step = inverse * (p - at(b));
    b += step;
    if (!(b.cwiseAbs().maxCoeff() < farthest)) return std::nullopt;
    if (step.cwiseAbs().maxCoeff() < close) return b;
  }
  return std::nullopt;
}

}  // namespace sofa::geometry
