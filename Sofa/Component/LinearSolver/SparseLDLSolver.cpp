#include <Eigen/SparseCholesky>

#include "Sofa/Component/LinearSolver/MatrixSolver.h"
#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::linearsolver {
namespace {

class SparseLDLSolver : public MatrixSolver {
 protected:
  bool prepare(const linearalgebra::BlockMatrix& a) override {
    std::vector<Eigen::Triplet<double>> t;
    for (int i = 0; i < a.blockRows(); ++i)
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
        for (int c = 0; c < a.blockSize(); ++c)
          for (int r = 0; r < a.blockSize(); ++r)
            t.emplace_back(i * a.blockSize() + r, a.columnIndices()[k] * a.blockSize() + c,
                           a.block(k)[c * a.blockSize() + r]);
    Eigen::SparseMatrix<double> m(a.rows(), a.columns());
    m.setFromTriplets(t.begin(), t.end());
    m_ldlt.compute(m);
    return m_ldlt.info() == Eigen::Success;
  }
  void apply(std::span<const double> b, std::span<double> x) override {
    Eigen::Map<Eigen::VectorXd>(x.data(), x.size()) =
        m_ldlt.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), b.size()));
  }

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> m_ldlt;
};

const auto registered =
    core::Register("SparseLDLSolver", "Sofa.Component.LinearSolver.Direct", "direct solver by sparse L D L^T")
        .addAs<SparseLDLSolver>("CompressedRowSparseMatrixd", true)
        .addAs<SparseLDLSolver>("CompressedRowSparseMatrixMat3x3d");

}  // namespace
}  // namespace sofa::component::linearsolver
