#include "Sofa/Component/LinearSolver/AsyncSparseLDLSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

namespace {
const auto registered =
    core::Register(
        "AsyncSparseLDLSolver", "Sofa.Component.LinearSolver.Direct",
        "direct solver by sparse L D L^T; every matrix is factorised when it is solved, not in the background")
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixd", true)
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
