// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/CompositeLinearSystem.h"

#include "Sofa/Core/Contract/SolverCircle.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::linearsystem {

void CompositeLinearSystem::init() {
  // The first time the solver may have come before; later a system went or came back.
  if (std::exchange(m_initialised, true)) m_connected = false;
  connect();
}

void CompositeLinearSystem::connect() {
  if (std::exchange(m_connected, true)) return;
  setValid();
  if (const auto circle = core::solverCircle(*this); !circle.empty()) {
    error("linearSystems leads back to this system ({}): it cannot be part of itself. Leave out one of the links.",
          circle);
    return setInvalid();
  }
  bool any = false;
  for (std::size_t i = 0; i < l_linearSystems.size(); ++i) {
    if (l_linearSystems[i] && l_linearSystems[i] != this) {
      any = true;
      continue;
    }
    error("linearSystems: \"{}\" names no other linear system; it is left out.", l_linearSystems.paths()[i]);
  }
  if (l_solverLinearSystem.isGiven() && !l_solverLinearSystem)
    warning("solverLinearSystem=\"{}\" names no linear system; the first of linearSystems of type {} is solved.",
            l_solverLinearSystem.text(), templateName());
  if (!any && !l_solverLinearSystem) {
    error(
        "At least one linear system must be provided. Write for example linearSystems=\"@A\" with "
        "<MatrixLinearSystem name=\"A\" template=\"{}\"/>.",
        templateName());
    return setInvalid();
  }
  for (auto* system : l_linearSystems)
    if (!l_solverLinearSystem && system && system != this && system->templateName() == templateName())
      l_solverLinearSystem.set(system);
  if (!l_solverLinearSystem || l_solverLinearSystem.get() == this) {
    error("None of linearSystems is of type {}, which this component stands for.", templateName());
    return setInvalid();
  }
  if (std::find(l_linearSystems.begin(), l_linearSystems.end(), l_solverLinearSystem.get()) == l_linearSystems.end())
    l_linearSystems.add(l_solverLinearSystem.get());
}

void CompositeLinearSystem::bind(core::Node& node, const type::TagSet& tags) {
  connect();  // the solver may come first
  if (!isValid()) return;
  for (auto* system : l_linearSystems)
    if (system && system != this) system->bind(node, tags);
}

void CompositeLinearSystem::build(const core::MechanicalParams& params) {
  if (!isValid()) return;
  for (auto* system : l_linearSystems)
    if (system && system != this) system->build(params);
  const int size = matrix() ? matrix()->rows() : 0;
  if (d_matrixSize.value()[0] != size) d_matrixSize.set({size, size});
}

void CompositeLinearSystem::multiply(core::VecDerivId q, core::VecDerivId p) {
  if (auto* system = solved()) system->multiply(q, p);
}

const linearalgebra::BlockMatrix* CompositeLinearSystem::matrix() const {
  const auto* system = solved();
  return system ? system->matrix() : nullptr;
}

std::size_t CompositeLinearSystem::version() const {
  const auto* system = solved();
  return system ? system->version() : 0;
}

bool CompositeLinearSystem::isOutdated() {
  auto* system = solved();
  return system && core::isOutdated(*system);
}

void CompositeLinearSystem::archiveMatrix(core::Archive& archive) {
  if (auto* system = solved()) core::archiveMatrix(archive, *system);
}

std::span<core::BaseState* const> CompositeLinearSystem::states() const {
  const auto* system = solved();
  return system ? system->states() : std::span<core::BaseState* const>();
}

namespace {
const auto registered = [] {
  core::Register r("CompositeLinearSystem", "Sofa.Component.LinearSystem",
                   "several linear systems, of which one is solved");
  for (const char* type :
       {"GraphScattered", "FullMatrix", "SparseMatrix", "CompressedRowSparseMatrixd",
        "CompressedRowSparseMatrixMat2x2d", "CompressedRowSparseMatrixMat3x3d", "CompressedRowSparseMatrixMat4x4d",
        "CompressedRowSparseMatrixMat6x6d", "CompressedRowSparseMatrixMat8x8d", "DiagonalMatrix",
        "BlockDiagonalMatrixMat3x3d", "RotationMatrixd"})
    r.addAs<CompositeLinearSystem>(type);
  return r;
}();
}  // namespace

}  // namespace sofa::component::linearsystem
