// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

enum class Change { never, before, after };

/// Where a body is after some steps, with another value of one Data from the start, or from after initialisation on.
std::vector<double> positions(const std::string& mesh, const std::string& force, const std::string& name,
                              const std::string& value, Change change) {
  const auto root = simulation::readSceneText(
      "<Node name='root' dt='0.02' gravity='0 -9.81 0'><DefaultAnimationLoop/><EulerImplicitSolver/>"
      "<CGLinearSolver iterations='200' tolerance='1e-14' threshold='1e-20'/>" +
      mesh + "<MechanicalObject/><UniformMass totalMass='1'/><" + force +
      " name='force'/><FixedProjectiveConstraint indices='0 1 2'/></Node>");
  const auto set = [&] {
    for (const auto& component : root->components())
      if (component->name() == "force") component->setAttribute(name, value);
  };
  if (change == Change::before) set();
  simulation::initRoot(*root);
  if (change == Change::after) set();
  for (int i = 0; i < 5; ++i) simulation::animate(*root, 0.02);
  const auto x = root->local<core::BaseState>()->hostRead(core::vec::position);
  return {x.begin(), x.end()};
}

TEST(ChangedMaterial, ActsInTheNextStepAsIfItHadBeenThereFromTheStart) {
  const std::string boxes = "<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/>",
                    tetrahedra =
                        "<MeshTopology position='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1' tetrahedra='0 1 2 3 1 2 4 3'/>",
                    moduli = " youngModulus='1000' poissonRatio='0.3'";
  const std::vector<std::array<std::string, 4>> cases = {
      {boxes, "HexahedronFEMForceField" + moduli, "youngModulus", "3000"},
      {boxes, "HexahedronFEMForceField" + moduli, "poissonRatio", "0.1"},
      {boxes, "HexahedronFEMForceField" + moduli, "method", "small"},
      {boxes, "HexahedralFEMForceField" + moduli, "youngModulus", "3000"},
      {boxes, "HexahedralFEMForceField" + moduli, "poissonRatio", "0.1"},
      {boxes, "SolidFEMForceField" + moduli, "youngModulus", "3000"},
      {tetrahedra, "TetrahedronFEMForceField" + moduli, "youngModulus", "3000"},
      {tetrahedra, "TetrahedronFEMForceField" + moduli, "poissonRatio", "0.1"},
      {tetrahedra, "TetrahedronFEMForceField" + moduli, "localStiffnessFactor", "4"},
      {tetrahedra, "TetrahedralCorotationalFEMForceField" + moduli, "youngModulus", "3000"},
      {tetrahedra, "FastTetrahedralCorotationalForceField" + moduli, "youngModulus", "3000"},
      {tetrahedra, "TetrahedronHyperelasticityFEMForceField materialName='NeoHookean' ParameterSet='400 600'",
       "ParameterSet", "900 1200"},
      {boxes, "MeshSpringForceField linesStiffness='100'", "linesStiffness", "400"},
      {boxes, "MeshSpringForceField linesStiffness='100'", "cubesStiffness", "50"}};
  for (const auto& [mesh, force, name, value] : cases) {
    const auto start = positions(mesh, force, name, value, Change::before);
    EXPECT_NE(start, positions(mesh, force, name, value, Change::never)) << force << " " << name;
    const auto later = positions(mesh, force, name, value, Change::after);
    ASSERT_EQ(start.size(), later.size());
    for (std::size_t i = 0; i < start.size(); ++i) EXPECT_NEAR(start[i], later[i], 1e-9) << force << " " << name;
  }
}

}  // namespace
}  // namespace sofa::test
