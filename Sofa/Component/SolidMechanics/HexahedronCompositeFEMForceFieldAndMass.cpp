// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedronCompositeFEMForceFieldAndMass.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void HexahedronCompositeFEMForceFieldAndMass::prepareParts(int levels, const fem::Mat24& stiffness,
                                                           const fem::Mat24& mass) {
  m_composite = {levels, stiffness, mass};
  m_condensed.clear();
  for (std::size_t e = 0; e < topology()->hexahedra().size(); ++e)
    m_condensed.push_back(m_composite.condense(parts(e)));
}

std::vector<Eigen::MatrixXd> HexahedronCompositeFEMForceFieldAndMass::partWeights(std::size_t cell) const {
  return m_composite.weights(parts(cell));
}

namespace {
const auto registered =
    core::Register("HexahedronCompositeFEMForceFieldAndMass", "Sofa.Component.SolidMechanics.FEM.NonUniform",
                   "corotational cells of a sparse grid with mass, condensed from finer ones by their material")
        .ignores("finestToCoarse", "cells are condensed level by level")
        .ignores("completeInterpolation", "points move with what is along their own axis")
        .ignores("useRamification", "parts of a body in one place of a cell move together")
        .ignores("homogenizationMethod", "there is one method")
        .ignores("drawType", "cells are drawn as hexahedra")
        .ignores("drawColor", "cells are drawn in the colours of hexahedra")
        .ignores("drawSize", "cells are drawn as hexahedra")
        .add<HexahedronCompositeFEMForceFieldAndMass>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
