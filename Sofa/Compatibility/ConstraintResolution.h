// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <memory>
#include <vector>

#include "Sofa/Core/Contract/ConstraintProblem.h"

namespace sofa::core::behavior {

/// The law of a block of rows: finds their multipliers where those of other blocks stand still. `line` is the block's
/// first row; w[line + i][line + j], d[line + i] and force[line + i] are the block's own entries, and there are no
/// others.
class ConstraintResolution {
 public:
  explicit ConstraintResolution(unsigned int lines, double ownTolerance = 0)
      : tolerance(ownTolerance), m_lines(lines) {}
  virtual ~ConstraintResolution() = default;
  ConstraintResolution(const ConstraintResolution&) = delete;

  /// Before a solve.
  virtual void init(int /*line*/, double** /*w*/, double* /*force*/) {}
  /// Multipliers to start from.
  virtual void initForce(int /*line*/, double* /*force*/) {}
  /// From the violation d that the present multipliers leave; dFree is that of the free motion.
  virtual void resolution(int line, double** w, double* d, double* force, double* dFree) {
    (void)dFree;
    resolution(line, w, d, force);
  }
  virtual void resolution(int /*line*/, double** /*w*/, double* /*d*/, double* /*force*/) {}
  /// After a solve; `convergence`: whether another one starts from it.
  virtual void store(int /*line*/, double* /*force*/, bool /*convergence*/) {}

  void setNbLines(unsigned int lines) { m_lines = lines; }
  unsigned int getNbLines() const { return m_lines; }

  /// Error of the block that is small enough; 0: the solver's.
  double tolerance;

 private:
  unsigned int m_lines;
};

}  // namespace sofa::core::behavior

namespace sofa::compatibility {

/// Lets a solver of the framework run a ConstraintResolution.
class ResolutionLaw final : public core::ConstraintLaw {
 public:
  ResolutionLaw(std::unique_ptr<core::behavior::ConstraintResolution> resolution, std::vector<double> freeViolation)
      : m_resolution(std::move(resolution)), m_free(std::move(freeViolation)) {}

  void prepare(const linearalgebra::DenseMatrix& w) override;
  void resolve(const linearalgebra::DenseMatrix& w, std::span<const double> d, std::span<double> force) override;
  void store(std::span<const double> force);

 private:
  void start(const linearalgebra::DenseMatrix& w, std::span<double> force);
  double** rowsOf(const linearalgebra::DenseMatrix& w);

  std::unique_ptr<core::behavior::ConstraintResolution> m_resolution;
  std::vector<double> m_free, m_d, m_w, m_force;
  std::vector<double*> m_rows;
  bool m_isFirst = true;
};

}  // namespace sofa::compatibility
