#include "Sofa/Component/LinearSolver/MatrixSolver.h"

#include "Sofa/Component/LinearSolver/LinearSystemSearch.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::linearsolver {

void MatrixSolver::init() {
  setValid();
  connectLinearSystem(*this, l_linearSystem, systemClass(), templateName());
}

void MatrixSolver::build(const core::MechanicalParams& params) {
  if (l_linearSystem) l_linearSystem->build(params);
}

bool MatrixSolver::update() {
  const linearalgebra::BlockMatrix* a = l_linearSystem ? l_linearSystem->matrix() : nullptr;
  if (!a) return false;
  if (m_version == l_linearSystem->version()) return m_prepared;
  const helper::ProfileScope scope("Factorisation");
  m_version = l_linearSystem->version();
  if (a->rows() == 0) {
    warning("Invalid Linear System to solve (null size): there is no unknown below this node.");
    return m_prepared = false;
  }
  return m_prepared = prepare(*a);
}

void MatrixSolver::solve(core::VecDerivId s, core::VecDerivId b) {
  if (!update()) return;
  const helper::ProfileScope scope("Solve");
  const std::size_t size = l_linearSystem->matrix()->rows();
  m_b.resize(size);
  m_x.resize(size);
  l_linearSystem->gather(b, m_b);
  l_linearSystem->gather(s, m_x);
  apply(m_b, m_x);
  l_linearSystem->scatter(m_x, s);
  ++m_statistics.solves;
  ++m_statistics.converged;
}

void MatrixSolver::solve(std::span<const double> b, std::span<double> x) {
  if (update()) apply(b, x);
}

void MatrixSolver::solve(linearalgebra::DenseMatrix& x) {
  if (update()) applyMany(x);
}

void MatrixSolver::applyMany(linearalgebra::DenseMatrix& x) {
  const auto size = static_cast<std::size_t>(x.rows());
  m_b.resize(size);
  for (Eigen::Index c = 0; c < x.cols(); ++c) {
    std::copy_n(x.col(c).data(), size, m_b.begin());
    apply(m_b, {x.col(c).data(), size});
  }
}

}  // namespace sofa::component::linearsolver
