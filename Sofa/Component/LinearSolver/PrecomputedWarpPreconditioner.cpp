// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/PrecomputedWarpPreconditioner.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/KeptSystem.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsolver {

void PrecomputedWarpPreconditioner::bwdInit() {
  if (!d_useRotations.value()) return;
  m_rotations = context()->up<core::NodeRotations>();
  const auto* force = dynamic_cast<const core::BaseForceField*>(m_rotations);
  const auto states = force ? force->states() : std::vector<core::BaseState*>();
  m_state = states.empty() ? nullptr : states[0];
  if (!m_rotations)
    warning(
        "use_rotations: there is no component that knows node rotations in this node or above, so the inverse is not "
        "turned. Use a corotational FEM force field such as TetrahedronFEMForceField.");
}

int PrecomputedWarpPreconditioner::firstUnknown() const {
  int first = 0;
  for (const auto* state : l_linearSystem->states()) {
    if (state == m_state) return first;
    first += static_cast<int>(state->size()) * state->derivSize();
  }
  return -1;
}

bool PrecomputedWarpPreconditioner::prepare(const linearalgebra::BlockMatrix& a) {
  const bool isNew = m_pattern != a.patternVersion();
  const bool starts = isNew && !std::exchange(m_startRestored, false);
  const auto* force = dynamic_cast<const core::Component*>(m_rotations);
  const bool turns = m_rotations && m_state && !(force && !force->isValid());  // else elements may name lost points
  if (turns) m_rotations->nodeRotations(starts ? m_start : m_now);
  if (!isNew) return m_factors.ready();
  m_pattern = a.patternVersion();
  m_first = m_rotations && m_state ? firstUnknown() : -1;
  if (starts) m_now = m_start;
  if (starts || m_matrix.rows() != a.rows()) m_matrix = a;
  return accept(m_matrix, m_factors.factorise(m_matrix));
}

void PrecomputedWarpPreconditioner::archive(core::Archive& archive) {
  std::vector<double> turns;
  if (m_pattern != 0)
    for (const auto& turn : m_start) turns.insert(turns.end(), turn.data(), turn.data() + turn.size());
  archive.io(turns);
  bool isFactorised = m_pattern != 0;
  archive.io(isFactorised);
  if (isFactorised && archive.isGood()) core::archiveMatrix(archive, m_matrix);
  if (!archive.isLoading() || !isFactorised || !archive.isGood()) return;
  m_start.resize(turns.size() / 9);
  for (std::size_t i = 0; i < m_start.size(); ++i) m_start[i] = type::Mat3(turns.data() + 9 * i);
  m_startRestored = true;
}

void PrecomputedWarpPreconditioner::draw(core::DrawList& list) const {
  if (!(d_drawRotationsScale.value() > 0) || !list.shows(type::DisplayFlags::BehaviorModels) || m_first < 0) return;
  for (std::size_t i = 0; i < std::min({m_now.size(), m_start.size(), m_state->size()}); ++i)
    list.frame(m_state->pointPosition(i), type::Quat(m_now[i] * m_start[i].transpose()), d_drawRotationsScale.value());
}

void PrecomputedWarpPreconditioner::turn(std::span<double> x, bool back) const {
  if (m_first < 0 || m_start.size() != m_now.size()) return;
  for (std::size_t i = 0; i < m_now.size(); ++i) {
    type::ViewOf<type::Vec3> v(x.data() + m_first + 3 * i);
    const type::Vec3 turned = back ? type::Vec3(m_start[i] * (m_now[i].transpose() * v))
                                   : type::Vec3(m_now[i] * (m_start[i].transpose() * v));
    v = turned;
  }
}

void PrecomputedWarpPreconditioner::apply(std::span<const double> b, std::span<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  turn(x, true);
  m_factors.solve(x);
  turn(x, false);
}

namespace {
const auto registered =
    core::Register("PrecomputedWarpPreconditioner", "Sofa.Component.LinearSolver.Preconditioner",
                   "approximate inverse: that of the matrix of the first step, turned with the body")
        .addAs<PrecomputedWarpPreconditioner>("CompressedRowSparseMatrixd", true);
}

}  // namespace sofa::component::linearsolver
