// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/CostaEdgeTangent.h"

#include <cmath>

#include "Sofa/Helper/Parallel.h"

namespace sofa::fem {

using type::Vec3;

struct CostaEdgeTangent::Strain {
  Strain(const Costa<double>& m, const Mat3& moduli, const Mat3& f) : inverse((f.transpose() * f).inverse()) {
    const Mat3 e = 0.5 * (f.transpose() * f - Mat3::Identity());
    scaled = moduli.cwiseProduct(e);
    q = scaled.cwiseProduct(e).sum();
    volume = f.determinant();
    scale = std::pow(volume, -4.0 / 3);
    modulus = m.a * scale * std::exp(scale * q);
    k = scaled - 2.0 / 3 * q * inverse;
    stress = modulus * k + m.k0 * volume * std::log(volume) * inverse;
  }
  Mat3 inverse, scaled, k, stress;   // Ci, UE, K and S
  double q, volume, scale, modulus;  // Q, J, J^-4/3 and p
};

void CostaEdgeTangent::init(const Costa<double>& m, std::span<const type::Tetrahedron> elements,
                            std::span<const Vec3> rest) {
  m_material = m;
  m_moduli << m.bff, m.bfs, m.bfn, m.bfs, m.bss, m.bsn, m.bfn, m.bsn, m.bnn;
  m_elements.assign(elements.begin(), elements.end());
  m_rest.resize(elements.size());
  m_matrices.resize(elements.size());
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const auto& t = elements[e];
    Mat3 edges;
    for (int k = 0; k < 3; ++k) edges.col(k) = rest[t[k + 1]] - rest[t[0]];
    const Mat3 inverse = edges.inverse();
    auto& [gradients, volume] = m_rest[e];
    for (int k = 0; k < 3; ++k) gradients[std::size_t(k) + 1] = inverse.row(k);
    gradients[0] = -gradients[1] - gradients[2] - gradients[3];
    volume = std::abs(edges.determinant()) / 6;
  }
  linearise(rest);
}

CostaEdgeTangent::Mat3 CostaEdgeTangent::stressChange(const Strain& now, const Mat3& h) const {
  const double trace = now.inverse.cwiseProduct(h).sum(), dq = now.scaled.cwiseProduct(h).sum(), q2 = now.q * now.q;
  const Mat3 turned = now.inverse * h * now.inverse;
  const Mat3 exponential = now.scale * (dq * now.k + trace * (4.0 / 9 * q2 * now.inverse - 2.0 / 3 * q2 * now.scaled));
  const Mat3 rest =
      -2.0 / 3 * trace * now.k + 0.5 * m_moduli.cwiseProduct(h) - 2.0 / 3 * dq * now.inverse + 2.0 / 3 * now.q * turned;
  const double log = std::log(now.volume);
  return now.modulus * (exponential + rest) + m_material.k0 * now.volume * (log + 1) / 2 * trace * now.inverse -
         now.volume * log * turned;
}

void CostaEdgeTangent::linearise(std::span<const Vec3> x) {
  constexpr std::size_t chunk = 64;
  helper::parallelChunks(m_elements.size(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      const auto& t = m_elements[e];
      const auto& [gradients, volume] = m_rest[e];
      Mat3 f = Mat3::Zero();
      for (std::size_t n = 0; n < 4; ++n) f += x[t[n]] * gradients[n].transpose();
      const Strain now(m_material, m_moduli, f);
      Matrix& matrix = m_matrices[e];
      matrix.setZero();
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          if (t[i] >= t[j]) continue;
          const Vec3 &from = gradients[std::size_t(i)], &to = gradients[std::size_t(j)];
          Mat3 block = -volume * to.dot(now.stress * from) * Mat3::Identity();
          for (int m = 0; m < 3; ++m) {
            const Mat3 h = to * f.row(m) + f.row(m).transpose() * to.transpose();
            block.col(m) -= volume * (f * (stressChange(now, h) * from));
          }
          matrix.block<3, 3>(3 * i, 3 * j) = block;
          matrix.block<3, 3>(3 * j, 3 * i) = block.transpose();
          matrix.block<3, 3>(3 * i, 3 * i) -= block;
          matrix.block<3, 3>(3 * j, 3 * j) -= block.transpose();
        }
    }
  });
}

void CostaEdgeTangent::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double factor) const {
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const auto& t = m_elements[e];
    type::Vec<12> moved;
    for (int n = 0; n < 4; ++n) moved.segment<3>(3 * n) = dx[t[n]];
    const type::Vec<12> forces = factor * (m_matrices[e] * moved);
    for (int n = 0; n < 4; ++n) df[t[n]] += forces.segment<3>(3 * n);
  }
}

}  // namespace sofa::fem
