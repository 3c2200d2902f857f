// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/PreconditionedMatrixFreeSystem.h"

#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void PreconditionedMatrixFreeSystem::init() {
  if (d_assemblingRate.value() == 0) {
    warning("assemblingRate=\"0\": the preconditioner has to be built at times; 1 is used.");
    d_assemblingRate.set(1);
  }
  m_builds = 0;
  setValid();
}

void PreconditionedMatrixFreeSystem::build(const core::MechanicalParams& params) {
  MatrixFreeSystem::build(params);
  if (!l_preconditionerSystem) return;
  const bool usable = m_built == l_preconditionerSystem.get() && !core::isOutdated(*l_preconditionerSystem);
  if (!core::isDue(m_builds++, d_assemblingRate.value()) && usable) return;
  l_preconditionerSystem->build(params);
  m_built = l_preconditionerSystem.get();
}

void PreconditionedMatrixFreeSystem::archive(core::Archive& archive) {
  archive.io(m_builds);
  auto* system = l_preconditionerSystem.get();
  bool kept = system && m_built == system && !core::isDue(m_builds, d_assemblingRate.value());
  archive.io(kept);
  if (!kept || !archive.isGood()) return;
  if (!system) return archive.fail();
  core::archiveMatrix(archive, *system);
  m_built = system;
}

namespace {
const auto registered =
    core::Register("PreconditionedMatrixFreeSystem", "Sofa.Component.LinearSolver.Iterative",
                   "linear system known by its products only, with an assembled one for a preconditioner")
        .addAs<PreconditionedMatrixFreeSystem>("GraphScattered", true);
}

}  // namespace sofa::component::linearsystem
