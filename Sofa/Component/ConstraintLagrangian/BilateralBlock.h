#pragma once
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <limits>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Type/Vec.h"

namespace sofa::component::constraintlagrangian {

/// Three equations d = 0 solved together, started from the forces of the previous solve (sheet 08 §8).
class Bilateral3Block : public core::ConstraintBlock {
 public:
  explicit Bilateral3Block(bool warmStart = true) : ConstraintBlock(3), m_warmStart(warmStart) {}
  /// Part of the full correction made in each sweep, in [0, 1].
  void setLoad(double load) { m_load = load; }

  void init(const Compliance& w, std::span<double> force) override {
    const type::Mat3 block = w;
    // A block that cannot be inverted is left unsolved.
    const bool regular = std::abs(block.determinant()) > std::numeric_limits<double>::epsilon();
    m_inverse = regular ? type::Mat3(block.inverse()) : type::Mat3::Zero();
    if (m_warmStart)
      for (int i = 0; i < 3; ++i) force[i] = m_previous[i];
  }
  void resolve(const Compliance&, std::span<const double> d, std::span<double> force) override {
    const type::Vec3 change = m_load * (m_inverse * Eigen::Map<const type::Vec3>(d.data()));
    for (int i = 0; i < 3; ++i) force[i] -= change[i];
  }
  void store(std::span<const double> force) override {
    // Nothing starts from where a simulation diverged.
    for (int i = 0; i < 3; ++i) m_previous[i] = std::isfinite(force[i]) ? force[i] : 0;
  }
  std::span<double> storedForces() override { return {m_previous.data(), 3}; }

 private:
  bool m_warmStart;
  double m_load = 1;
  type::Mat3 m_inverse;
  type::Vec3 m_previous = type::Vec3::Zero();
};

/// N equations d = 0 solved together by L D L^T with pivoting, started from zero.
class BilateralBlock : public core::ConstraintBlock {
 public:
  explicit BilateralBlock(int rows) : ConstraintBlock(rows) {}
  void init(const Compliance& w, std::span<double>) override { m_factor.compute(w); }
  void resolve(const Compliance&, std::span<const double> d, std::span<double> force) override {
    m_change = Eigen::Map<const Eigen::VectorXd>(d.data(), rows());
    m_change = m_factor.solve(m_change).eval();
    for (int i = 0; i < rows(); ++i) force[i] -= m_change[i];
  }

 private:
  Eigen::LDLT<Eigen::MatrixXd> m_factor;
  Eigen::VectorXd m_change;
};

/// Forces that the next solve of a constraint's blocks starts from; makeBlocks(n) lets there be n blocks of three rows.
template <class Blocks, class MakeBlocks>
void archiveStoredForces(core::Archive& archive, Blocks& blocks, const MakeBlocks& makeBlocks) {
  std::vector<double> all;
  for (const auto& block : blocks) {
    const auto forces = block->storedForces();
    all.insert(all.end(), forces.begin(), forces.end());
  }
  archive.io(all);
  if (!archive.isLoading() || !archive.isGood() || all.empty()) return;
  makeBlocks(all.size() / 3);
  auto value = all.begin();
  for (const auto& block : blocks) {
    const auto forces = block->storedForces();
    if (forces.size() > static_cast<std::size_t>(all.end() - value)) return archive.fail();
    std::copy_n(value, forces.size(), forces.begin());
    value += static_cast<std::ptrdiff_t>(forces.size());
  }
}

}  // namespace sofa::component::constraintlagrangian
