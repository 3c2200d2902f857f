// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/RotationMatrixSystem.h"

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/SolverCircle.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/LinearAlgebra/BlockDiagonal.h"

namespace sofa::component::linearsystem {

void RotationMatrixSystem::init() {
  if (d_assemblingRate.value() == 0) {
    warning("assemblingRate=\"0\": the main system has to be built at times; 1 is used.");
    d_assemblingRate.set(1);
  }
  m_builds = 0;
  setValid();
}

void RotationMatrixSystem::bwdInit() {
  if (!l_mainSystem && !l_mainSystem.isGiven())
    for (auto* system : context()->allLocal<core::LinearSystem>())
      if (!l_mainSystem && system != this && system->templateName() != "GraphScattered") l_mainSystem.set(system);
  if (!l_mainSystem || l_mainSystem->templateName() == "GraphScattered") {
    error(
        "mainSystem=\"{}\": there is no assembled linear system to turn. Add to this node, for example, "
        "<MatrixLinearSystem name=\"system\" template=\"CompressedRowSparseMatrixMat3x3\"/>.",
        l_mainSystem.text());
    return setInvalid();
  }
  if (const auto circle = core::solverCircle(*this); !circle.empty()) {
    error("mainSystem=\"{}\" leads back to this system ({}). Name one that is assembled, such as a MatrixLinearSystem.",
          l_mainSystem.text(), circle);
    return setInvalid();
  }
  m_rotations = l_rotationFinder.isGiven() ? l_rotationFinder.get() : context()->up<core::NodeRotations>();
  if (!m_rotations) {
    error(
        "rotationFinder=\"{}\": there is no component that knows node rotations. Use a corotational FEM force field "
        "such as TetrahedronFEMForceField or HexahedronFEMForceField.",
        l_rotationFinder.text());
    return setInvalid();
  }
  const auto* force = dynamic_cast<const core::BaseForceField*>(m_rotations);
  const auto states = force ? force->states() : std::vector<core::BaseState*>();
  m_state = states.empty() ? nullptr : states[0];
}

std::span<core::BaseState* const> RotationMatrixSystem::states() const {
  // What cannot be turned has no unknowns here.
  return l_mainSystem && m_matrix.rows() > 0 ? l_mainSystem->states() : std::span<core::BaseState* const>();
}

int RotationMatrixSystem::firstBlock() const {
  std::size_t first = 0;
  for (const auto* state : l_mainSystem->states()) {
    if (state == m_state) return static_cast<int>(first / 3);
    first += state->size() * static_cast<std::size_t>(state->derivSize());
  }
  return -1;
}

void RotationMatrixSystem::resize() {
  std::size_t size = 0;
  bool byThrees = true;
  for (const auto* state : l_mainSystem->states()) {
    size += state->size() * static_cast<std::size_t>(state->derivSize());
    byThrees &= state->derivSize() % 3 == 0;
  }
  if (!byThrees) {
    if (!std::exchange(m_toldWidth, true))
      error("Points must have unknowns by threes (Vec3, Rigid3) to be turned; {} holds others.", l_mainSystem->path());
    size = 0;
  }
  if (m_matrix.patternVersion() == 0 || m_matrix.rows() != static_cast<int>(size))
    linearalgebra::setBlockDiagonalPattern(m_matrix, static_cast<int>(size / 3));
  if (d_matrixSize.value()[0] != m_matrix.rows()) d_matrixSize.set({m_matrix.rows(), m_matrix.rows()});
}

void RotationMatrixSystem::setIdentity() {
  for (int i = 0; i < m_matrix.blockRows(); ++i) type::ViewOf<type::Mat3>(m_matrix.block(i)).setIdentity();
}

void RotationMatrixSystem::takeRotations() {
  const int first = firstBlock();
  const auto* force = dynamic_cast<const core::Component*>(m_rotations);
  if (first < 0 || (force && !force->isValid())) return;  // its elements may name points that are gone
  m_rotations->nodeRotations(m_turns);
  for (std::size_t i = 0; i < m_turns.size() && first + static_cast<int>(i) < m_matrix.blockRows(); ++i)
    type::ViewOf<type::Mat3>(m_matrix.block(first + i)) = m_turns[i];
}

void RotationMatrixSystem::build(const core::MechanicalParams& params) {
  if (!isValid()) return;
  if (core::isDue(m_builds++, d_assemblingRate.value()) || m_version == 0 || isOutdated()) {
    l_mainSystem->build(params);
    resize();
    setIdentity();
  } else {
    takeRotations();
  }
  ++m_version;
}

void RotationMatrixSystem::multiply(core::VecDerivId q, core::VecDerivId p) {
  m_work.resize(static_cast<std::size_t>(m_matrix.rows()));
  gather(p, m_work);
  linearalgebra::multiplyBlockDiagonal(m_matrix, m_work, m_work, false);
  scatter(m_work, q);
}

/// Rotations are found anew: what is kept is the matrix they turn.
void RotationMatrixSystem::archiveMatrix(core::Archive& archive) {
  if (!l_mainSystem) return archive.fail();
  core::archiveMatrix(archive, *l_mainSystem);
  if (!archive.isLoading() || !archive.isGood()) return;
  resize();
  setIdentity();
  ++m_version;
}

void RotationMatrixSystem::archive(core::Archive& archive) {
  archive.io(m_builds);
  bool kept = isValid() && m_version > 0 && !core::isDue(m_builds, d_assemblingRate.value());
  archive.io(kept);
  if (kept && archive.isGood()) archiveMatrix(archive);
}

namespace {
const auto registered = core::Register("RotationMatrixSystem", "Sofa.Component.LinearSolver.Preconditioner",
                                       "rotations of the points since an older matrix was assembled")
                            .addAs<RotationMatrixSystem>("RotationMatrixd", true);
}

}  // namespace sofa::component::linearsystem
