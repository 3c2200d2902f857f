// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/TetraSolid.h"

namespace sofa::fem {

void TetraSolid::init(std::span<const TetraNodes> elements, std::span<const Vec3> rest, std::span<const Lame> materials,
                      const Options& options, const std::vector<Index>* changed) {
  m_options = options;
  m_packed = options.plasticity.maxThreshold <= 0 &&
             (options.update == TetraUpdate::rest || options.frame == TetraFrame::none);
  m_elements.clear();
  m_single.clear();
  if (m_packed) return m_kernel.init(elements, rest, materials, options.frame, changed);
  m_elements.assign(elements.begin(), elements.end());
  for (std::size_t e = 0; e < m_elements.size(); ++e)
    m_single.emplace_back(options.frame, points(rest, e), materials.size() > e ? materials[e] : materials.front());
}

TetraPoints TetraSolid::points(std::span<const Vec3> x, std::size_t e) const {
  const TetraNodes& n = m_elements[e];
  return {x[n[0]], x[n[1]], x[n[2]], x[n[3]]};
}

void TetraSolid::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  if (m_packed) return m_kernel.addForce(x, f);
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const TetraPoints force = m_single[e].force(points(x, e), m_options.update);
    for (int n = 0; n < 4; ++n) f[m_elements[e][n]] += force[n];
  }
}

void TetraSolid::linearise(std::span<const Vec3> x) {
  if (m_packed) return m_kernel.linearise(x);
  for (std::size_t e = 0; e < m_elements.size(); ++e) m_single[e].linearise(points(x, e), m_options.update);
}

void TetraSolid::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f) {
  if (m_packed) return m_kernel.addForceAndLinearise(x, f);
  addForce(x, f);
  linearise(x);
}

void TetraSolid::flow(std::span<const Vec3> x) {
  for (std::size_t e = 0; e < m_single.size(); ++e)
    m_single[e].flow(points(x, e), m_options.update, m_options.plasticity);
}

void TetraSolid::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  if (m_packed) return m_kernel.addDForce(dx, df, kFactor);
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    const TetraPoints force = m_single[e].product(points(dx, e));
    for (int n = 0; n < 4; ++n) df[m_elements[e][n]] -= kFactor * force[n];
  }
}

double TetraSolid::energy(std::span<const Vec3> x) const {
  if (m_packed) return m_kernel.energy(x);
  double total = 0;
  for (std::size_t e = 0; e < m_elements.size(); ++e) total += m_single[e].energy(points(x, e), m_options.update);
  return total;
}

Mat12 TetraSolid::stiffness(std::size_t e) const { return m_packed ? m_kernel.stiffness(e) : m_single[e].stiffness(); }

Mat3 TetraSolid::rotation(std::size_t e) const { return m_packed ? m_kernel.rotation(e) : m_single[e].rotation(); }

Mat3 TetraSolid::rotation(std::size_t e, std::span<const Vec3> x) const {
  return m_packed ? m_kernel.rotation(e, x) : m_single[e].rotation(points(x, e));
}

void TetraSolid::clearPlasticity() {
  for (TetraElement& element : m_single) element.plasticStrain().setZero();
}

std::vector<double> TetraSolid::plasticStrains() {
  std::vector<double> strains;
  for (TetraElement& element : m_single)
    strains.insert(strains.end(), element.plasticStrain().begin(), element.plasticStrain().end());
  return strains;
}

void TetraSolid::setPlasticStrains(const std::vector<double>& strains) {
  for (std::size_t e = 0; e < m_single.size(); ++e)
    std::copy_n(strains.begin() + 6 * e, 6, m_single[e].plasticStrain().begin());
}

void TetraSolid::nodeRotations(std::vector<Mat3>& rotations) const {
  std::vector<int> count(rotations.size(), 0);
  for (Mat3& r : rotations) r.setZero();
  const Mat3 lone = elementCount() == 0 ? Mat3(Mat3::Identity()) : rotation(0);
  for (std::size_t e = 0; e < elementCount(); ++e) {
    const Mat3 r = rotation(e);
    for (Index n : element(e)) {
      rotations[n] += r;
      ++count[n];
    }
  }
  for (std::size_t i = 0; i < rotations.size(); ++i)
    rotations[i] = count[i] > 0 ? polar(Mat3(rotations[i] / count[i])) : lone;
}

}  // namespace sofa::fem
