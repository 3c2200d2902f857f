// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginManager.h"

/// The plugin tests/plugins/AssemblyApi, whose components are written in the form of SOFA v26.06.
namespace sofa::tests {
namespace {

struct Parts {
  std::string mass, constraint, springs, drag, mapping, bond;
};

const Parts plugins{
    "<LumpedMass masses='0.5 1 1 2'/>",
    "<HoldConstraint indices='0'/>",
    "<HookeForceField stiffness='300' edges='0 1  1 2  2 3' rayleighStiffness='0.02'/>",
    "<DragForceField coefficient='0.5'/>",
    "<RadiusMapping center='0 -1 0.5'/>",
    "<BondForceField object1='@A' object2='@B' point1='3' point2='0' stiffness='40' length='0.7'/>",
};
const Parts own{
    "<DiagonalMass vertexMass='0.5 1 1 2'/>",
    "<FixedProjectiveConstraint indices='0'/>",
    "<SpringForceField spring='0 1 300 0 1  1 2 300 0 1  2 3 300 0 1' rayleighStiffness='0.02'/>",
    "<UniformVelocityDampingForceField dampingCoefficient='0.5' implicit='1'/>",
    "<DistanceFromTargetMapping indices='0 1 2 3' targetPositions='0 -1 .5 0 -1 .5 0 -1 .5 0 -1 .5' "
    "geometricStiffness='Exact'/>",
    "<SpringForceField object1='@A' object2='@B' spring='3 0 40 0 0.7'/>",
};

std::string content(const Parts& p, const std::string& solver) {
  return "<EulerImplicitSolver rayleighMass='0.1'/>" + solver +
         "<Node name='A'><MeshTopology position='0 0 0  1 0 0  2 0 0  3 0 0' edges='0 1  1 2  2 3'/>"
         "<MechanicalObject template='Vec3d'/>" +
         p.mass + p.constraint + p.springs + p.drag +
         "<Node name='radius'><MechanicalObject template='Vec1d' name='dofs'/>" + p.mapping +
         "<ConstantForceField template='Vec1d' forces='-3 2 5 4' indices='0 1 2 3'/></Node></Node>"
         "<Node name='B'><MechanicalObject template='Vec3d' position='3 1 0  3 2 0.2'/>"
         "<UniformMass vertexMass='1'/></Node>" +
         p.bond;
}

const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixMat3x3d'/>";
const std::string assembledCG =
    "<MatrixLinearSystem template='CompressedRowSparseMatrixMat3x3d' name='system'/>"
    "<CGLinearSolver template='CompressedRowSparseMatrixMat3x3d' linearSystem='@system' iterations='300' "
    "tolerance='1e-14' threshold='1e-40'/>";
const std::string matrixFree = "<CGLinearSolver iterations='300' tolerance='1e-14' threshold='1e-40'/>";

class AssemblyApi : public testing::Test {
 protected:
  void SetUp() override {
    const auto result = core::PluginManager::instance().load("AssemblyApi");
    ASSERT_TRUE(result.loaded) << result.message;
  }

  static std::vector<double> run(const std::string& text) {
    CapturedMessages messages;
    const Scene scene(text, "dt='0.02' gravity='0 -9.81 0'");
    scene.step(40);
    EXPECT_EQ(messages.errors(), 0u) << (messages.messages.empty() ? "" : messages.messages.front().text);
    EXPECT_EQ(messages.warnings(), 0u) << (messages.messages.empty() ? "" : messages.messages.front().text);
    std::vector<double> all;
    for (const auto& child : scene.root->children()) {
      const auto x = core::localMechanicalState(*child)->hostRead(core::vec::position);
      all.insert(all.end(), x.begin(), x.end());
    }
    return all;
  }
  static void expectSame(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
    ASSERT_EQ(a.size(), 18u);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "entry " << i;
  }
};

TEST_F(AssemblyApi, AssembledEqualsOurOwnComponents) {
  const auto moved = run(content(plugins, direct));
  EXPECT_GT(std::abs(moved[9] - 3) + std::abs(moved[10]), 0.1) << "nothing moves: the comparison says nothing";
  expectSame(moved, run(content(own, direct)), 1e-9);
}

TEST_F(AssemblyApi, MatrixFreeEqualsAssembled) {
  const auto assembled = run(content(plugins, direct));
  expectSame(run(content(plugins, matrixFree)), assembled, 1e-8);
  expectSame(run(content(plugins, assembledCG)), assembled, 1e-8);
}

/// Each alone in a scene of our own components.
TEST_F(AssemblyApi, EachComponentAlone) {
  const auto expected = run(content(own, direct));
  for (auto member : {&Parts::mass, &Parts::constraint, &Parts::springs, &Parts::drag, &Parts::mapping, &Parts::bond}) {
    Parts mixed = own;
    mixed.*member = plugins.*member;
    SCOPED_TRACE(mixed.*member);
    expectSame(run(content(mixed, direct)), expected, 1e-9);
    expectSame(run(content(mixed, matrixFree)), expected, 1e-8);
  }
}

TEST_F(AssemblyApi, RegistrationNamesClassTemplatesAndPlugin) {
  const auto* entry = core::ObjectFactory::instance().find("HookeForceField");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->module, "AssemblyApi");
  EXPECT_EQ(entry->defaultTemplate, "Vec3d");
  EXPECT_TRUE(entry->creators.contains("Vec2d"));
  EXPECT_TRUE(core::ObjectFactory::instance().find("RadiusMapping")->creators.contains("Vec3d,Vec1d"));
}

TEST_F(AssemblyApi, DataAreThoseOfAnyComponent) {
  CapturedMessages messages;
  const Scene scene(
      "<MechanicalObject template='Vec3d' position='0 0 0  1 0 0'/>"
      "<HookeForceField stiffnes='3' edges='0 1'/><HookeForceField/>");
  EXPECT_EQ(messages.warnings("stiffness"), 1u) << "a misspelt attribute is answered with the right one";
  EXPECT_EQ(messages.warnings("no edges"), 1u) << "msg_warning()";
  auto& springs = scene.first<core::BaseForceField>();
  ASSERT_NE(springs.findData("stiffness"), nullptr);
  EXPECT_EQ(springs.findData("stiffness")->text(), "100");
  EXPECT_EQ(springs.findData("edges")->text(), "0 1");
}

}  // namespace
}  // namespace sofa::tests
