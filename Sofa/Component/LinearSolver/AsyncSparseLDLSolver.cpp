#include "Sofa/Component/LinearSolver/AsyncSparseLDLSolver.h"

#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void AsyncSparseLDLSolver::init() {
  SparseLDLSolver::init();
  m_builds = 0;
  if (d_assemblingRate.value() > 0) return;
  warning("assemblingRate=\"0\": the system has to be built at times; 1 is used.");
  d_assemblingRate.set(1);
}

void AsyncSparseLDLSolver::build(const core::MechanicalParams& params) {
  const Factors factors = {params.mFactor, params.bFactor, params.kFactor};
  const bool differs = std::exchange(m_factors, factors) != factors;
  if (differs || (l_linearSystem && core::isOutdated(*l_linearSystem))) m_builds = 0;
  if (m_builds++ % d_assemblingRate.value() == 0) SparseLDLSolver::build(params);
}

void AsyncSparseLDLSolver::archive(core::Archive& archive) {
  archive.io(m_builds);
  archive.io(m_factors);
  bool kept = l_linearSystem && m_builds % d_assemblingRate.value() != 0;
  archive.io(kept);
  if (kept && archive.isGood()) core::archiveMatrix(archive, *l_linearSystem);
}

namespace {
const auto registered =
    core::Register("AsyncSparseLDLSolver", "Sofa.Component.LinearSolver.Direct",
                   "direct solver by sparse L D L^T whose factors serve for assemblingRate builds of the system")
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixd", true)
        .addAs<AsyncSparseLDLSolver>("CompressedRowSparseMatrixMat3x3d");
}  // namespace

}  // namespace sofa::component::linearsolver
