// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/ConstraintResolution.h"

#include <utility>

namespace sofa::compatibility {

double** ResolutionLaw::rowsOf(const linearalgebra::DenseMatrix& w) {
  const auto n = static_cast<std::size_t>(w.rows());
  m_w.resize(n * n);
  m_rows.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    m_rows[i] = m_w.data() + i * n;
    for (std::size_t j = 0; j < n; ++j) m_rows[i][j] = w(static_cast<int>(i), static_cast<int>(j));
  }
  return m_rows.data();
}

void ResolutionLaw::prepare(const linearalgebra::DenseMatrix& w) {
  m_force.assign(static_cast<std::size_t>(w.rows()), 0.0);
  m_resolution->init(0, rowsOf(w), m_force.data());
  m_isFirst = true;
}

/// The violation that is given was found with the multipliers before.
void ResolutionLaw::start(const linearalgebra::DenseMatrix& w, std::span<double> force) {
  m_resolution->initForce(0, m_force.data());
  for (std::size_t j = 0; j < force.size(); ++j) {
    if (m_force[j] == 0) continue;
    for (std::size_t i = 0; i < m_d.size(); ++i)
      m_d[i] += w(static_cast<int>(i), static_cast<int>(j)) * (m_force[j] - force[j]);
    force[j] = m_force[j];
  }
}

void ResolutionLaw::resolve(const linearalgebra::DenseMatrix& w, std::span<const double> d, std::span<double> force) {
  m_d.assign(d.begin(), d.end());
  if (std::exchange(m_isFirst, false)) start(w, force);
  m_resolution->resolution(0, rowsOf(w), m_d.data(), force.data(), m_free.data());
}

void ResolutionLaw::store(std::span<const double> force) {
  m_force.assign(force.begin(), force.end());
  m_resolution->store(0, m_force.data(), true);
}

}  // namespace sofa::compatibility
