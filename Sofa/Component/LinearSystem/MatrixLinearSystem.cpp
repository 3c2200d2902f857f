// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/MatrixLinearSystem.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void MatrixLinearSystem::init() {
  // The solver that uses this system says which subtree it is about; a system nobody uses takes its own.
  if (!m_bound) m_assembly.bind(*context());
  m_assembly.setChain(templateName() == "BTDMatrix6d");
  setValid();
}

void MatrixLinearSystem::bind(core::Node& node, const type::TagSet&) {
  m_bound = true;
  m_assembly.bind(node);
}

/// Whether A contains all that there is.
bool MatrixLinearSystem::isWhole() const {
  return d_assembleStiffness.value() && d_assembleMass.value() && d_assembleDamping.value() &&
         d_assembleGeometricStiffness.value() && d_applyProjectiveConstraints.value() &&
         d_applyMappedComponents.value();
}

void MatrixLinearSystem::build(const core::MechanicalParams& params) {
  m_components.forget();
  if (!d_enableAssembly.value() && m_version > 0 && !isOutdated()) return;
  m_assembly.build(params,
                   {.stiffness = d_assembleStiffness.value(),
                    .mass = d_assembleMass.value(),
                    .damping = d_assembleDamping.value(),
                    .geometricStiffness = d_assembleGeometricStiffness.value(),
                    .projectiveConstraints = d_applyProjectiveConstraints.value(),
                    .mappedComponents = d_applyMappedComponents.value(),
                    .checkIndices = d_checkIndices.value()},
                   *this);
  m_restored.reset();
  const int size = m_assembly.size();
  if (d_matrixSize.value()[0] != size) d_matrixSize.set({size, size});
  if (size == 0 && m_version == 0)
    error("Global system matrix is not resized appropriately: there is no unknown below {}. Add a MechanicalObject.",
          context()->path());
  ++m_version;
  // Where the matrix is kept, a run that is resumed has nothing else.
  if (isWhole() && !keepsMatrix()) m_components.plan(m_assembly, params);
}

void MatrixLinearSystem::multiply(core::VecDerivId q, core::VecDerivId p) {
  if (m_components.isReady()) return m_components.multiply(q, p);
  m_in.resize(m_assembly.size());
  m_out.resize(m_assembly.size());
  if (m_assembly.states().size() == 1) {  // the state's own vectors serve
    auto* state = m_assembly.states()[0];
    state->allocate(q);
    m_product.multiply(*matrix(), m_version, state->hostRead(p), state->hostWrite(q));
    return;
  }
  gather(p, m_in);
  m_product.multiply(*matrix(), m_version, m_in, m_out);
  scatter(m_out, q);
}

void MatrixLinearSystem::archiveMatrix(core::Archive& archive) {
  linearalgebra::BlockMatrix copy;
  if (!archive.isLoading()) copy = *matrix();
  core::archiveMatrix(archive, copy);
  if (!archive.isLoading() || !archive.isGood()) return;
  m_assembly.update();
  if (copy.rows() != m_assembly.size()) return archive.fail();
  m_restored = std::move(copy);
  m_components.forget();
  ++m_version;
}

void MatrixLinearSystem::archive(core::Archive& archive) {
  m_assembly.archive(archive);
  bool kept = m_version > 0 && keepsMatrix();
  archive.io(kept);
  if (kept && archive.isGood()) archiveMatrix(archive);
  m_product.archive(archive, m_version);
}

namespace {
const char* const matrixTypes[] = {"CompressedRowSparseMatrixMat2x2d",
                                   "CompressedRowSparseMatrixMat3x3d",
                                   "CompressedRowSparseMatrixMat4x4d",
                                   "CompressedRowSparseMatrixMat6x6d",
                                   "CompressedRowSparseMatrixMat8x8d",
                                   "FullMatrix",
                                   "SparseMatrix",
                                   "DiagonalMatrix",
                                   "BlockDiagonalMatrixMat3x3d",
                                   "RotationMatrixd",
                                   "BTDMatrix6d",
                                   "ParallelCompressedRowSparseMatrixd",
                                   "ParallelCompressedRowSparseMatrixMat3x3d"};

const auto registered = [] {
  core::Register r("MatrixLinearSystem", "Sofa.Component.LinearSystem", "linear system assembled as a sparse matrix");
  r.addAs<MatrixLinearSystem>("CompressedRowSparseMatrixd", true);
  for (const char* type : matrixTypes) r.addAs<MatrixLinearSystem>(type);
  return r;
}();

// Its Data in SOFA are some of those of MatrixLinearSystem, and so is what it does here.
const auto registeredTyped = core::Register("TypedMatrixLinearSystem", "Sofa.Component.LinearSolver.Direct",
                                            "linear system assembled as a sparse matrix, for chains of frames")
                                 .addAs<MatrixLinearSystem>("BTDMatrix6d", true);

// Where entries lie is recorded by every system; the name stays for scenes.
const auto registeredConstant = core::Register("ConstantSparsityPatternSystem", "Sofa.Component.LinearSystem",
                                               "linear system assembled as a sparse matrix whose pattern is kept")
                                    .addAs<MatrixLinearSystem>("CompressedRowSparseMatrixd", true);
}  // namespace

}  // namespace sofa::component::linearsystem
