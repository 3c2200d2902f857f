// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/FixedPoint/AndersonMixing.h"

#include <Eigen/QR>

namespace sofa::mechanics {

using Eigen::VectorXd;

VectorXd AndersonMixing::next(const VectorXd& after, const VectorXd& change, const VectorXd& weights) {
  if (m_lastChange.size() == change.size()) {
    m_afters.push_back(after - m_lastAfter);
    m_changes.push_back(change - m_lastChange);
    if (static_cast<int>(m_changes.size()) > m_depth) {
      m_afters.erase(m_afters.begin());
      m_changes.erase(m_changes.begin());
    }
  }
  m_lastAfter = after;
  m_lastChange = change;
  if (m_changes.empty()) return after;
  Eigen::MatrixXd changes(change.size(), static_cast<Eigen::Index>(m_changes.size()));
  for (std::size_t k = 0; k < m_changes.size(); ++k)
    changes.col(static_cast<Eigen::Index>(k)) = weights.cwiseProduct(m_changes[k]);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(changes.rows(), changes.cols());
  constexpr double dependent = 1e-10;  // sweeps that taught nothing new are left out
  qr.setThreshold(dependent);
  qr.compute(changes);
  const VectorXd part = qr.solve(weights.cwiseProduct(change));
  VectorXd result = after;
  for (std::size_t k = 0; k < m_afters.size(); ++k) result -= part[static_cast<Eigen::Index>(k)] * m_afters[k];
  return result.allFinite() ? result : after;
}

}  // namespace sofa::mechanics
