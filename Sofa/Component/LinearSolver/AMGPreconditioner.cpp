// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/AMGPreconditioner.h"

#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

namespace {
template <class T>
void keepAtLeast(core::Component& component, core::Data<T>& data, T least) {
  if (data.value() >= least) return;
  component.warning("{}=\"{}\" is too small; {} is used.", data.name(), data.value(), least);
  data.set(least);
}
}  // namespace

void AMGPreconditioner::init() {
  keepAtLeast(*this, d_strength, 0.0);
  keepAtLeast(*this, d_smoothing, 1);
  keepAtLeast(*this, d_directSize, 1);
  keepAtLeast(*this, d_maxLevels, 1);
  m_multigrid = linearalgebra::AlgebraicMultigrid({.strength = d_strength.value(),
                                                   .smoothing = d_smoothing.value(),
                                                   .directSize = d_directSize.value(),
                                                   .maxLevels = d_maxLevels.value()});
  core::readAtInit(*this, {&d_strength, &d_smoothing, &d_directSize, &d_maxLevels});
  MatrixSolver::init();
}

void AMGPreconditioner::collectPoints(const linearalgebra::BlockMatrix& a) {
  m_points.clear();
  if (!d_rigidModes.value() || a.blockSize() != 3) return;
  for (const auto* state : l_linearSystem->states()) {
    if (state->derivSize() != 3 || state->coordSize() != 3) return m_points.clear();
    for (std::size_t i = 0; i < state->size(); ++i) {
      const type::Vec3 p = state->pointPosition(i);
      m_points.push_back({p[0], p[1], p[2]});
    }
  }
  if (static_cast<int>(m_points.size()) != a.blockRows()) m_points.clear();
}

bool AMGPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  collectPoints(a);
  const auto result = m_multigrid.setup(a, m_points);
  if (d_levels.value() != m_multigrid.levels()) d_levels.set(m_multigrid.levels());
  // A nearly singular approximation is still one.
  return result.usable() || accept(a, result);
}

void AMGPreconditioner::archive(core::Archive& archive) {
  auto levels = m_multigrid.keptLevels();
  std::uint64_t count = levels.size();
  archive.io(count);
  if (archive.isLoading()) levels.clear();
  for (std::uint64_t i = 0; i < count && archive.isGood(); ++i) {
    if (archive.isLoading()) levels.emplace_back();
    auto& level = levels[i];
    core::archiveMatrix(archive, level.tentative);
    archive.io(level.modes);
    archive.io(level.unused);
    archive.io(level.eigenvector);
  }
  if (!archive.isLoading() || !archive.isGood()) return;
  m_multigrid.reset();  // what it has may be of a later time
  m_multigrid.keepLevels(std::move(levels));
}

void AMGPreconditioner::apply(std::span<const double> b, std::span<double> x) { m_multigrid.apply(b, x); }

namespace {
const auto registered = core::Register("AMGPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                                       "approximate inverse by algebraic multigrid, for large elastic bodies")
                            .addAs<AMGPreconditioner>("CompressedRowSparseMatrixMat3x3d", true)
                            .addAs<AMGPreconditioner>("CompressedRowSparseMatrixd");
}

}  // namespace sofa::component::linearsolver
