#include "Sofa/Component/Mapping/BarycentricMapping.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

using namespace sofa;
using namespace sofa::type;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

const std::string tetraPoints = "<MechanicalObject name='dofs' template='Vec3' position='0 0 0  1 0 0  0 1 0  0 0 1'/>";

std::string child(const std::string& positions, const std::string& attributes = {}) {
  return "<Node name='child'><MechanicalObject template='Vec3' name='mapped' position='" + positions +
         "'/><BarycentricMapping " + attributes + "/></Node>";
}

/// Where the first mapped point goes when the points of the root are moved.
Vec3 afterMoving(const Scene& scene, const std::vector<Vec3>& x) {
  scene.state<Vec3Types>().writeCoords(core::vec::position) = x;
  auto& mapping = scene.first<core::BaseMapping>();
  mapping.mapPositions(core::vec::position, core::vec::position);
  return scene.mapped<Vec3Types>().positions().at(0);
}

}  // namespace

TEST(BarycentricMapping, PointsKeepTheirPlaceAtStart) {
  for (const char* topology :
       {"<MeshTopology tetrahedra='0 1 2 3'/>", "<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>"}) {
    const Scene scene(topology + tetraPoints + child(".25 .25 .25  2 0 0"));
    EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[0].isApprox(Vec3(.25, .25, .25)));
    EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[1].isApprox(Vec3(2, 0, 0)));
  }
}

TEST(BarycentricMapping, APointOutsideIsExtrapolated) {
  const Scene scene("<MeshTopology tetrahedra='0 1 2 3'/>" + tetraPoints + child("2 0 0"));
  // Weights -1 2 0 0.
  EXPECT_TRUE(afterMoving(scene, {{1, 1, 1}, {3, 0, 0}, {0, 9, 0}, {0, 0, 9}}).isApprox(Vec3(5, -1, -1)));
}

TEST(BarycentricMapping, SurfaceElementsAreIgnoredIfThereAreVolumes) {
  const Scene scene("<MeshTopology tetrahedra='0 1 2 3' triangles='0 1 2'/>" + tetraPoints + child(".2 .2 .005"));
  EXPECT_NEAR(scene.mapped<Vec3Types>().positions()[0].z(), .005, 1e-15);
}

TEST(BarycentricMapping, PointsNearASurfaceAreProjectedOnIt) {
  const Scene scene("<MeshTopology triangles='0 1 2'/>" + tetraPoints + child(".2 .2 .5"));
  EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[0].isApprox(Vec3(.2, .2, 0)));
}

TEST(BarycentricMapping, AGridLocatesInItsOwnGeometry) {
  // The state is moved away from the grid by 5: located at (.5 .5 .5) of the grid, found again 5 farther.
  const Scene scene(
      "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/><MechanicalObject template='Vec3' translation='5 0 "
      "0'/>" +
      child(".5 .5 .5"));
  EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[0].isApprox(Vec3(5.5, .5, .5)));
}

TEST(BarycentricMapping, RestPositionsLocateIfAskedFor) {
  const std::string input =
      "<MechanicalObject template='Vec3' position='0 0 0  2 0 0  0 2 0  0 0 2' rest_position='0 0 0  1 0 0  0 1 0  0 0 "
      "1'/>";
  const std::string output = "<MechanicalObject template='Vec3' position='9 9 9' rest_position='.25 .25 .25'/>";
  const Scene scene("<MeshTopology tetrahedra='0 1 2 3'/>" + input + "<Node name='child'>" + output +
                    "<BarycentricMapping useRestPosition='1'/></Node>");
  EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[0].isApprox(Vec3(.5, .5, .5)));
}

TEST(BarycentricMapping, BodiesFollowTheTurnOfATetrahedronOfAContainer) {
  const std::string output =
      "<Node name='child'><MechanicalObject template='Rigid3' position='.2 .2 .2 0 0 0 1'/>"
      "<BarycentricMapping template='Vec3,Rigid3'/></Node>";
  const Quat quarter(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()));
  std::vector<Vec3> turned;
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
    turned.push_back(rotate(quarter, p));
  const auto orientation = [&](const std::string& topology) {
    const Scene scene(topology + tetraPoints + output);
    scene.state<Vec3Types>().writeCoords(core::vec::position) = turned;
    scene.first<core::BaseMapping>().mapPositions(core::vec::position, core::vec::position);
    return scene.mapped<Rigid3Types>().positions()[0].orientation;
  };
  EXPECT_NEAR(orientation("<TetrahedronSetTopologyContainer tetrahedra='0 1 2 3'/>").angularDistance(quarter), 0, 1e-7);
  EXPECT_NEAR(orientation("<MeshTopology tetrahedra='0 1 2 3'/>").angularDistance(Quat::Identity()), 0, 1e-15);
}

TEST(BarycentricMapping, AContainerOfEdgesMapsNothing) {
  const CapturedMessages messages;
  const Scene scene("<EdgeSetTopologyContainer edges='1 2  0 1'/>" + tetraPoints + child(".25 .25 .25"));
  EXPECT_EQ(scene.mapped<Vec3Types>().size(), 0u);
  EXPECT_EQ(messages.warnings("none is mapped"), 1u);
}

TEST(BarycentricMapping, AMeshWithoutElementsMapsNothing) {
  const CapturedMessages messages;
  const Scene scene("<MeshTopology position='0 0 0'/>" + tetraPoints + child("1 1 1"));
  EXPECT_EQ(scene.mapped<Vec3Types>().size(), 0u);
  EXPECT_EQ(messages.warnings("no element"), 1u);
}

TEST(BarycentricMapping, SaysWhatIsWrongAndLeavesThePointsAlone) {
  const std::pair<std::string, const char*> cases[] = {
      {tetraPoints + child("1 2 3"), "No input topology found"},
      {"<RegularGridTopology n='2 2 1'/>" + tetraPoints + child("1 2 3"), "No compatible input topology found"},
      {"<MeshTopology tetrahedra='0 1 2 7'/>" + tetraPoints + child("1 2 3"), "use point 7"},
      {"<RegularGridTopology n='3 3 3'/>" + tetraPoints + child("1 2 3"), "has 27 points"},
  };
  for (const auto& [content, text] : cases) {
    const CapturedMessages messages;
    const Scene scene(content);
    EXPECT_EQ(messages.errors(text), 1u) << content;
    EXPECT_TRUE(scene.mapped<Vec3Types>().positions()[0].isApprox(Vec3(1, 2, 3))) << content;
  }
}
