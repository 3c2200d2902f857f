// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/PrecomputedLinearSolver.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/DenseSolvers.h"

namespace sofa::component::linearsolver {

void PrecomputedLinearSolver::build(const core::MechanicalParams& params) {
  if (!l_linearSystem) return;
  std::size_t size = 0;
  for (const auto* state : l_linearSystem->states()) size += state->size() * state->derivSize();
  if (size > 0 && static_cast<Eigen::Index>(size) == m_inverse.rows()) return;
  if (m_inverse.rows() > 0 && size > 0)
    warning("The number of unknowns changed from {} to {}: the inverse is computed anew.", m_inverse.rows(), size);
  MatrixSolver::build(params);
}

bool PrecomputedLinearSolver::prepare(const linearalgebra::BlockMatrix& a) {
  const int n = a.rows();
  if (m_inverse.rows() == n) return true;  // from a checkpoint
  constexpr int most = 30000;
  if (n > most) {
    fail(fmt::format("{} unknowns are too many for a dense inverse, at most {} are allowed. Use SparseLDLSolver.", n,
                     most));
    return false;
  }
  warnIfLarge(n);
  m_inverse.resize(0, 0);
  core::readAtInit(*this, {&d_use_file});
  if (d_use_file.value() && readFile(a)) return true;
  if (d_use_file.value()) announceFile(n);
  if (!linearalgebra::denseInverse(a, m_inverse)) {
    m_inverse.resize(0, 0);
    fail(
        "The matrix has no inverse: it is singular or not finite. The solution is set to zero. Is a body unconstrained "
        "in a "
        "static solve, or a mass missing or zero?");
    return false;
  }
  if (d_use_file.value()) writeFile(fileName(n));
  return true;
}

std::string PrecomputedLinearSolver::fileName(int unknowns) const {
  std::string node = context()->name();
  std::replace(node.begin(), node.end(), '/', '_');
  return fmt::format("{}-{}-{:g}.comp", node, unknowns, context()->dt());
}

void PrecomputedLinearSolver::announceFile(int unknowns) const {
  constexpr double large = 100;  // MB
  const double size = 1e-6 * sizeof(double) * unknowns * unknowns;
  std::error_code ignored;
  message(size > large ? helper::Severity::Warning : helper::Severity::Info,
          fmt::format("The inverse will be kept for later runs in {}, a file of {:.3g} MB. Set use_file=\"false\" to "
                      "write none.",
                      std::filesystem::absolute(fileName(unknowns), ignored).string(), size));
}

double PrecomputedLinearSolver::positionFactor() const {
  const auto* solver = context()->up<core::OdeSolver>();
  const double factor = solver ? solver->solutionFactor(core::OdeSolver::Quantity::Position, context()->dt()) : 1;
  return factor == 0 ? 1 : factor;
}

bool PrecomputedLinearSolver::readFile(const linearalgebra::BlockMatrix& a) {
  const Eigen::Index n = a.rows();
  const std::string file = fileName(a.rows());
  std::error_code problem;
  const auto bytes = std::filesystem::file_size(file, problem);
  if (problem) return false;
  const auto expected = static_cast<std::uintmax_t>(n * n) * sizeof(double);
  if (bytes != expected) {
    warning("{} holds {} bytes, but {} x {} reals take {}: the inverse is computed anew.", file, bytes, n, n, expected);
    return false;
  }
  m_inverse.resize(n, n);
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(m_inverse.data()), static_cast<std::streamsize>(expected));
  if (in) {
    m_inverse.transposeInPlace();
    m_inverse /= positionFactor();
    if (inverts(a)) {
      info("The inverse was read from {}.", file);
      return true;
    }
    warning("{} does not hold the inverse of the matrix of this scene, which is computed anew.", file);
  } else {
    warning("{} cannot be read: the inverse is computed anew.", file);
  }
  m_inverse.resize(0, 0);
  return false;
}

void PrecomputedLinearSolver::writeFile(const std::string& file) {
  const double factor = positionFactor();
  linearalgebra::DenseMatrix scaled = (m_inverse * factor).transpose();
  const std::string_view bytes(reinterpret_cast<const char*>(scaled.data()), scaled.size() * sizeof(double));
  if (m_results.write(file, bytes) == helper::ResultFiles::Outcome::failed)
    info("The inverse will be computed again in the next run.");
  // What a later run reads, so that it gives the same bits.
  m_inverse = scaled.transpose() / factor;
}

bool PrecomputedLinearSolver::inverts(const linearalgebra::BlockMatrix& a) const {
  constexpr double allowed = 1e-6;
  linearalgebra::Vector probe(a.rows()), product(a.rows());
  for (Eigen::Index i = 0; i < probe.size(); ++i) probe[i] = std::cos(static_cast<double>(i * i % 1009));
  const linearalgebra::Vector x = m_inverse * probe;
  a.multiply({x.data(), static_cast<std::size_t>(x.size())},
             {product.data(), static_cast<std::size_t>(product.size())});
  return (product - probe).norm() <= allowed * probe.norm();
}

void PrecomputedLinearSolver::apply(std::span<const double> b, std::span<double> x) {
  const auto n = static_cast<Eigen::Index>(b.size());
  Eigen::Map<linearalgebra::Vector>(x.data(), n).noalias() =
      m_inverse * Eigen::Map<const linearalgebra::Vector>(b.data(), n);
}

void PrecomputedLinearSolver::applyMany(linearalgebra::DenseMatrix& x) { x = m_inverse * x; }

void PrecomputedLinearSolver::archive(core::Archive& archive) {
  auto n = static_cast<std::uint64_t>(m_inverse.rows());
  std::vector<double> values(m_inverse.data(), m_inverse.data() + m_inverse.size());
  archive.io(n);
  archive.io(values);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (n > values.size() || n * n != values.size()) return archive.fail();
  m_inverse = Eigen::Map<const linearalgebra::DenseMatrix>(values.data(), static_cast<Eigen::Index>(n),
                                                           static_cast<Eigen::Index>(n));
}

namespace {
const auto registered = core::Register("PrecomputedLinearSolver", "Sofa.Component.LinearSolver.Direct",
                                       "multiplies by the inverse of the first matrix, kept in a file")
                            .addAs<PrecomputedLinearSolver>("FullVector", true)
                            .addAs<PrecomputedLinearSolver>("CompressedRowSparseMatrixd");
}  // namespace

}  // namespace sofa::component::linearsolver
