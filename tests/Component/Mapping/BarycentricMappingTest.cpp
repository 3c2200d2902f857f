// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/BarycentricMapping.h"
#include "Sofa/Type/AngleAxis.h"

#include <random>
#include <set>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/ElementsOf.h"

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
  const Quat quarter(sofa::type::AngleAxis(M_PI / 2, Vec3::UnitZ()));
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

namespace {

/// A body of one kind of elements that moves unevenly, with points in it and around it, bodies if asked for.
template <class E>
std::string movingBody(const std::string& kind, const std::string& list, const std::string& childTemplate) {
  const bool isSolid = std::is_same_v<E, Tetrahedron> || std::is_same_v<E, Hexahedron>;
  const Scene lattice("<RegularGridTopology name='grid' n='6 5 " + std::string(isSolid ? "4" : "1") +
                      "' min='0 0 0' max='5 4 3'/><Node><TetrahedronSetTopologyContainer/>"
                      "<Hexa2TetraTopologicalMapping/></Node>");
  const auto& grid = lattice.first<core::BaseMeshTopology>();
  const auto& tetrahedra = *lattice.root->children()[0]->local<core::BaseMeshTopology>();
  std::vector<Vec3> x, v;
  for (std::size_t i = 0; i < grid.nbPoints(); ++i) {
    const Vec3 p = grid.position(i);
    x.push_back(p + 0.1 * Vec3(std::sin(p.y()), 0.3 * p.x(), std::cos(p.x())));
    v.push_back(0.3 * Vec3(std::sin(p.y()), std::cos(p.z() + p.x()), 0.4 * p.x()));  // without folds in the end
  }
  std::mt19937 random(8);
  std::uniform_real_distribution<double> place(-0.2, 1.2);
  std::string points;
  for (int i = 0; i < 60; ++i) {
    const Vec3 p(5 * place(random), 4 * place(random), isSolid ? 3 * place(random) : 0.1 * place(random));
    points += type::toText(p, 0) + (childTemplate == "Rigid3" ? " 0.1 0.2 0.3 0.92736 " : " ");
  }
  const std::string elements = type::toText(core::elementsOf<E>(std::is_same_v<E, Tetrahedron> ? tetrahedra : grid), 0);
  return "<EulerExplicitSolver/><" + kind + "SetTopologyContainer position='" + type::toText(x, 0) + "' " + list +
         "='" + elements + "'/><" + kind + "SetTopologyModifier/><MechanicalObject name='body' position='" +
         type::toText(x, 0) + "' velocity='" + type::toText(v, 0) +
         "'/><UniformMass vertexMass='1'/><Node><MechanicalObject template='" + childTemplate + "' position='" +
         points + "'/><BarycentricMapping/></Node>";
}

/// What a mapping makes of velocities and positions, as reals.
template <class OutTypes>
std::vector<double> madeBy(component::mapping::BarycentricMapping<Vec3Types, OutTypes>& mapping, const Scene& scene) {
  const auto& x = scene.state<Vec3Types>().positions();
  typename OutTypes::VecCoord places(scene.mapped<OutTypes>().positions());
  typename OutTypes::VecDeriv velocities(places.size());
  for (auto& v : velocities) v.setZero();
  mapping.apply(places, x);
  mapping.applyJ(velocities, x);
  std::vector<double> all;
  for (const auto& v : velocities) all.insert(all.end(), v.data(), v.data() + v.size());
  for (const auto& p : places) {
    const Vec3 at = OutTypes::position(p);
    all.insert(all.end(), at.begin(), at.end());
  }
  if constexpr (OutTypes::isRigid)
    for (const auto& p : places)
      all.insert(all.end(), p.orientation.coeffs().data(), p.orientation.coeffs().data() + 4);
  return all;
}

/// After each change of a mesh that moves, points have the bits that a search of all elements gives them.
template <class E, class OutTypes>
void expectFollowsLikeASearch(const std::string& kind, const std::string& list) {
  const Scene scene(movingBody<E>(kind, list, OutTypes::isRigid ? "Rigid3" : "Vec3"), "dt='0.01' gravity='0 0 0'");
  auto& modifier = scene.first<component::topology::TopologyModifier>();
  auto& mapping = scene.first<component::mapping::BarycentricMapping<Vec3Types, OutTypes>>();
  const auto& elements = core::elementsOf<E>(scene.first<core::BaseMeshTopology>());
  std::mt19937 random(4);
  const std::size_t start = elements.size();
  ASSERT_GT(start, 15u);
  while (elements.size() > start / 4) {
    scene.step();
    const auto placed = scene.mapped<OutTypes>().positions();
    std::set<Index> gone;
    for (std::size_t k = 0; k < 1 + random() % 2; ++k) gone.insert(static_cast<Index>(random() % elements.size()));
    ASSERT_TRUE(modifier.remove({gone.begin(), gone.end()}));
    const auto followed = madeBy(mapping, scene);
    scene.mapped<OutTypes>().writeCoords(core::vec::position) = placed;  // where they were located
    mapping.reinit();
    ASSERT_EQ(followed, madeBy(mapping, scene)) << elements.size() << " left";
  }
}

}  // namespace

TEST(BarycentricMapping, FollowsChangesOfAMeshLikeASearchOfAllElements) {
  expectFollowsLikeASearch<Tetrahedron, Vec3Types>("Tetrahedron", "tetrahedra");
  expectFollowsLikeASearch<Tetrahedron, Rigid3Types>("Tetrahedron", "tetrahedra");
  expectFollowsLikeASearch<Hexahedron, Vec3Types>("Hexahedron", "hexahedra");
  expectFollowsLikeASearch<Triangle, Vec3Types>("Triangle", "triangles");
  expectFollowsLikeASearch<Quad, Vec3Types>("Quad", "quads");
}
