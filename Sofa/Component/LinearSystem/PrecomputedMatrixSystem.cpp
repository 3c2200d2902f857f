#include "Sofa/Component/LinearSystem/PrecomputedMatrixSystem.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void PrecomputedMatrixSystem::build(const core::MechanicalParams& params) {
  if (m_builds++ == 0 || isOutdated()) MatrixLinearSystem::build(params);
}

void PrecomputedMatrixSystem::archiveMatrix(core::Archive& archive) {
  MatrixLinearSystem::archiveMatrix(archive);
  if (archive.isLoading() && archive.isGood()) ++m_builds;
}

namespace {
const auto registered = core::Register("PrecomputedMatrixSystem", "Sofa.Component.LinearSolver.Preconditioner",
                                       "matrix that is assembled once and kept")
                            .addAs<PrecomputedMatrixSystem>("CompressedRowSparseMatrixd", true);
}

}  // namespace sofa::component::linearsystem
