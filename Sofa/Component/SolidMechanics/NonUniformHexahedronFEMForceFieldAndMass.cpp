// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/NonUniformHexahedronFEMForceFieldAndMass.h"

#include <fmt/format.h>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void NonUniformHexahedronFEMForceFieldAndMass::init() {
  if (d_updateStiffnessMatrix.value())
    warning("updateStiffnessMatrix has no effect: stiffnesses are those of the finer cells at rest. Remove it.");
  HexahedraWithMass::init();
}

void NonUniformHexahedronFEMForceFieldAndMass::takeRestShape() {
  const std::size_t given = d_initialPoints.value().size(), needed = mstate()->size();
  if (given == needed) return;
  if (given != 0) warning("initialPoints has {} points, the state {}: its positions are taken.", given, needed);
  d_initialPoints.set(mstate()->positions());
}

int NonUniformHexahedronFEMForceFieldAndMass::levels() const {
  const int wanted = d_nbVirtualFinerLevels.value();
  return grid() && wanted > 0 && wanted <= grid()->finerLevels() ? wanted : 0;
}

std::span<const float> NonUniformHexahedronFEMForceFieldAndMass::parts(std::size_t element) const {
  static constexpr float whole = 1;
  return grid() ? grid()->finestParts(static_cast<type::Index>(element)) : std::span(&whole, 1);
}

double NonUniformHexahedronFEMForceFieldAndMass::nodeMass(std::size_t element) const {
  return d_density.value() * topology()->hexahedronMass(element) * cellVolume() / 8;
}

void NonUniformHexahedronFEMForceFieldAndMass::initKernel() {
  if (!grid() || d_nbVirtualFinerLevels.value() != levels() || levels() == 0)
    warning(
        "nbVirtualFinerLevels=\"{}\", but {} is {}: cells are not condensed. Set nbVirtualFinerLevels of a "
        "SparseGridTopology and here to the same number above 0, or use HexahedronFEMForceFieldAndMass.",
        d_nbVirtualFinerLevels.value(), topology()->path(),
        grid() ? fmt::format("a grid of {} finer levels", grid()->finerLevels()) : "no sparse grid");
  const auto& hexahedra = topology()->hexahedra();
  const auto& x = d_initialPoints.value();
  const auto edge = [&](int n) { return (x[hexahedra[0][n]] - x[hexahedra[0][0]]).norm(); };
  const type::Vec3 size(edge(1), edge(3), edge(4));
  for (int n = 0; n < 8; ++n)
    for (int a = 0; a < 3; ++a) m_cell[n][a] = fem::hexaSign[n][a] > 0 ? size[a] : 0;
  fem::HexaPoints part;
  for (int n = 0; n < 8; ++n) part[n] = m_cell[n] / (1 << levels());
  prepareParts(levels(), fem::hexaStiffness(part, fem::lame(youngModulus(0), poissonRatio(0))),
               hexaMass(*this, d_density.value() * fem::boxVolume(part)));
  m_kernel.init(hexahedra, x, frame(), [this](std::size_t e) { return stiffnessMatrix(e); });
}

void NonUniformHexahedronFEMForceFieldAndMass::prepareParts(int levels, const fem::Mat24& stiffness,
                                                            const fem::Mat24& mass) {
  m_stiffness = {levels, stiffness};
  m_mass = {levels, mass};
}

void NonUniformHexahedronFEMForceFieldAndMass::initMass() {
  if (d_useMass.value()) return HexahedraWithMass::initMass();
  setPointMass(d_totalMass.value() / static_cast<double>(topology()->hexahedra().size()));
}

void NonUniformHexahedronFEMForceFieldAndMass::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  if (d_useMass.value()) return HexahedraWithMass::buildMassMatrix(matrix);
  for (int i = 0; i < static_cast<int>(lumpedMasses().size()); ++i)
    matrix->add(3 * i, 3 * i, type::Mat3(lumpedMasses()[static_cast<std::size_t>(i)].asDiagonal()));
}

namespace {
const auto registered =
    core::Register("NonUniformHexahedronFEMForceFieldAndMass", "Sofa.Component.SolidMechanics.FEM.NonUniform",
                   "corotational cells of a sparse grid, condensed from finer ones, with mass")
        .add<NonUniformHexahedronFEMForceFieldAndMass>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
