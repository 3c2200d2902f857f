// Tests of the plugin's components with the framework's test kit and GoogleTest. SOFA_PLUGIN_PATH names the folder of
// the plugin.
#include <Sofa/Core/Service/PluginManager.h>
#include <Sofa/Helper/Mesh/FormatError.h>
#include <Sofa/Helper/Mesh/MeshFormats.h>
#include <Sofa/Testing/ForceFieldCheck.h>
#include <Sofa/Testing/MappingCheck.h>

using namespace sofa;

class ExamplePlugin : public testing::Test {
 protected:
  void SetUp() override {
    const auto result = core::PluginManager::instance().load("ExamplePlugin");
    ASSERT_TRUE(result.loaded) << result.message;
  }
  const std::string chain =
      "<MeshTopology edges='0 1  1 2'/><MechanicalObject template='Vec3d' position='0.1 0 0  1 0.2 0  2 0 0.3' "
      "rest_position='0 0 0  1 0 0  2 0 0'/>";
};

TEST_F(ExamplePlugin, theMatrixOfEdgeSpringsIsTheDerivativeOfTheirForce) {
  const test::ForceScene scene(chain + "<EdgeSpringForceField stiffness='50'/>");
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  test::checkTangent(scene, 1e-6);
  test::checkEnergy(scene, 1e-6);
  test::checkPurity(scene);
}

TEST_F(ExamplePlugin, theForceIsMinusTheDerivativeOfTheEnergy) {
  test::checkEnergy(test::ForceScene(chain + "<StretchEnergyForceField stiffness='50'/>"), 1e-6);
}

TEST_F(ExamplePlugin, anchorsPullBack) {
  const test::ForceScene scene(
      "<MechanicalObject template='Vec1d' position='3' rest_position='1'/><AnchorForceField stiffness='10'/>");
  test::expectNear(scene.forces(), {-20});
}

TEST_F(ExamplePlugin, offsetMappingHasItsDerivatives) {
  const test::ForceScene scene(chain + "<Node name='copy'><MechanicalObject template='Vec3d'/><OffsetMapping/></Node>");
  test::MappingCheck check(*scene.root->down<core::Mapping<type::Vec3Types, type::Vec3Types>>());
  check.derivative();
  check.transpose();
}

TEST_F(ExamplePlugin, midpointFollowsItsPoints) {
  const test::ForceScene scene("<MidpointEngine position='0 0 0  2 4 6'/>");
  auto& engine = *scene.root->down<core::DataEngine>();
  EXPECT_EQ(engine.findData("midpoint")->text(), "1 2 3");
  engine.setAttribute("position", "0 0 0  0 0 1");
  EXPECT_EQ(engine.findData("midpoint")->text(), "0 0 0.5");
}

TEST_F(ExamplePlugin, filesOfPointsAreMeshFiles) {
  const auto mesh = helper::mesh::readMesh("1 2 3\n4 5 6\n", "scan.xyz");
  EXPECT_EQ(mesh.positions, (std::vector{type::Vec3(1, 2, 3), type::Vec3(4, 5, 6)}));
  EXPECT_THROW(helper::mesh::readMesh("1 2 3\n4 5\n", "scan.xyz"), helper::mesh::FormatError);
}
