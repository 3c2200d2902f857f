// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SparseGridTopology.h"

#include "CapturedMessages.h"
#include "Component/Topology/TopologyScene.h"
#include "Sofa/Core/Contract/State.h"
#include "TemporaryFolder.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The surface of a cube from 0.5 to 2.5.
const std::string cubeSurface =
    "position='.5 .5 .5  2.5 .5 .5  .5 2.5 .5  2.5 2.5 .5  .5 .5 2.5  2.5 .5 2.5  .5 2.5 2.5  2.5 2.5 2.5' "
    "quads='0 2 3 1  4 5 7 6  0 1 5 4  2 6 7 3  0 4 6 2  1 3 7 5' ";
const std::string threeCells = "n='4 4 4' max='3 3 3' ";

std::string sparse(const std::string& attributes) { return "<SparseGridTopology name='g' " + attributes + "/>"; }

TEST(SparseGridTopology, cellsOfASurface) {
  TopologyScene scene(sparse(cubeSurface + threeCells));
  const auto& g = scene.get("g");
  EXPECT_EQ(g.hexahedra().size(), 27u);
  EXPECT_EQ(g.nbPoints(), 64u);
  EXPECT_EQ(g.hexahedronStiffness(0), .5);
  EXPECT_EQ(g.hexahedronStiffness(26), 1);
  EXPECT_THAT(g.triangles(), IsEmpty());
  EXPECT_THAT(g.quads(), IsEmpty()) << "those given are the surface's";
  EXPECT_EQ(scene.get<SparseGridTopology>("g").d_hexahedra.value(), g.hexahedra());
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SparseGridTopology, optionsOfTheFilling) {
  TopologyScene full(sparse(cubeSurface + threeCells + "fillWeighted='0'"));
  EXPECT_EQ(full.get("g").hexahedronStiffness(0), 1);
  TopologyScene inside(sparse(cubeSurface + threeCells + "onlyInsideCells='1'"));
  EXPECT_EQ(inside.get("g").hexahedra().size(), 1u);
  TopologyScene finer(sparse(cubeSurface + threeCells + "nbVirtualFinerLevels='2'"));
  EXPECT_EQ(finer.get("g").hexahedra().size(), 27u);
  // A finest cell is a quarter of these wide: boundary from .5 to .75 and from 2.25 (2.5 touches the next) to 2.75.
  EXPECT_EQ(finer.get("g").hexahedronStiffness(13), 1) << "the cell in the middle";
  EXPECT_EQ(finer.get("g").hexahedronStiffness(0), 4.5 / 64) << "eight of 64 parts, seven of them cut";
  const auto& cells = finer.get<SparseGridTopology>("g");
  EXPECT_EQ(cells.finerLevels(), 2);
  const auto parts = cells.finestParts(0);
  ASSERT_EQ(parts.size(), 64u);
  // The body fills the octant above the middle along all axes, 7, of which the last part lies farthest inside.
  EXPECT_THAT(parts.subspan(0, 56), testing::Each(0.f));
  EXPECT_THAT(parts.subspan(56, 7), testing::Each(.5f));
  EXPECT_EQ(parts[63], 1.f);
}

TEST(SparseGridTopology, theBoxSurroundsTheSurface) {
  TopologyScene scene(sparse(cubeSurface + "n='3 3 3'"));
  EXPECT_LT((scene.get("g").position(0) - type::Vec3::Constant(.48)).norm(), 1e-15);
  EXPECT_LT((scene.get("g").position(26) - type::Vec3::Constant(2.52)).norm(), 1e-15);
  TopologyScene wide(sparse(cubeSurface + "cellWidth='1'"));
  EXPECT_EQ(wide.get("g").nbPoints(), 64u) << "2.04 / 1 cells, rounded up";
}

TEST(SparseGridTopology, isBuiltWhenAStateBeforeItAsks) {
  TopologyScene scene("<MechanicalObject name='x'/>" + sparse(cubeSurface + threeCells));
  EXPECT_EQ(scene.get<core::State<type::Vec3Types>>("x").size(), 64u);
}

TEST(SparseGridTopology, ofAFileOffersItsPointsAsPosition) {
  const tests::TemporaryFolder folder;
  const auto file =
      folder.write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  TopologyScene scene(sparse("n='3 3 3' filename='" + file + "'"));
  const auto& g = scene.get<SparseGridTopology>("g");
  ASSERT_GT(g.nbPoints(), 8u);
  ASSERT_EQ(g.d_position.value().size(), g.nbPoints());
  EXPECT_EQ(g.d_position.value().back(), g.position(g.nbPoints() - 1));
  EXPECT_FALSE(g.d_position.isSet()) << "it is not the scene's";
}

TEST(SparseGridTopology, ofGivenOrLinkedPointsOffersItsNodesAsPosition) {
  const std::string surface = "<PointSetTopologyContainer name='surface' position='0 0 0  2 1 1  2 3 1  2 1 5'/>";
  for (const std::string position : {"0 0 0  2 1 1  2 3 1  2 1 5", "@../surface.position"})
    for (const std::string type : {"SparseGridTopology", "SparseGridRamificationTopology finestConnectivity='0'"}) {
      TopologyScene scene(surface + "<Node><" + type + " name='g' n='2 2 2' position='" + position +
                          "' triangles='0 1 2'/><Node>"
                          "<HexahedronSetTopologyContainer name='cells' src='@../g'/></Node></Node>");
      auto& g = scene.get<SparseGridTopology>("g");
      const std::vector<type::Vec3> nodes = g.d_position.value();
      ASSERT_EQ(nodes.size(), 8u) << type << position;
      // A hundredth of the extents 2, 3 and 5 beyond the surface; z is fastest.
      EXPECT_LT((nodes[0] - type::Vec3(-.02, -.03, -.05)).norm(), 1e-15);
      EXPECT_LT((nodes[1] - type::Vec3(-.02, -.03, 5.05)).norm(), 1e-15);
      EXPECT_LT((nodes[7] - type::Vec3(2.02, 3.03, 5.05)).norm(), 1e-15);
      EXPECT_EQ(scene.get("cells").position(7), nodes[7]);
      EXPECT_EQ(scene.get("cells").hexahedra(), g.hexahedra());
      g.reinit();
      EXPECT_EQ(g.d_position.value(), nodes) << "the surface is still that of the scene";
      EXPECT_THAT(scene.errors, IsEmpty());
    }
}

TEST(SparseGridTopology, isBuiltAnewFromWhatIsLinkedOrSetByThen) {
  TopologyScene scene(
      "<PointSetTopologyContainer name='surface' position='0 0 0  2 1 1  2 3 1  2 1 5'/>"
      "<Node><SparseGridTopology name='g' position='@../surface.position' triangles='0 1 2'/></Node>");
  auto& g = scene.get<SparseGridTopology>("g");
  const auto largest = [&] { return g.position(g.nbPoints() - 1); };
  scene.get<ListTopology>("surface").d_position.edit()[3] = {2, 1, 10};
  EXPECT_LT((largest() - type::Vec3(2.02, 3.03, 5.05)).norm(), 1e-15) << "not asked yet";
  g.reinit();
  EXPECT_LT((largest() - type::Vec3(2.02, 3.03, 10.1)).norm(), 1e-15);
  g.d_position.set({{0, 0, 0}, {1, 0, 1}, {1, 1, 0}});
  g.reinit();
  EXPECT_LT((largest() - type::Vec3(1.01, 1.01, 1.01)).norm(), 1e-15);
}

TEST(SparseGridTopology, pointsAreLocatedByTheGrid) {
  TopologyScene scene(sparse(cubeSurface + threeCells) +
                      "<MechanicalObject translation='10 0 0'/><Node name='below'><MechanicalObject name='p' "
                      "position='1.25 1.5 1.75  -1 1.5 1.5'/><BarycentricMapping/></Node>");
  const auto& p = scene.get<core::State<type::Vec3Types>>("p").positions();
  EXPECT_LT((p[0] - type::Vec3(11.25, 1.5, 1.75)).norm(), 1e-14);
  EXPECT_LT((p[1] - type::Vec3(9, 1.5, 1.5)).norm(), 1e-14);
  EXPECT_THAT(scene.errors, IsEmpty());
}

/// Two flat triangles far apart along x.
const std::string twoParts =
    "position='0 0 0  .5 0 .1  0 .5 .2  7.5 0 0  8 0 .1  8 .5 .2' triangles='0 1 2  3 4 5' min='0 0 0' max='8 1 1' ";

TEST(SparseGridRamificationTopology, partsHaveCellsOfTheirOwn) {
  const std::string attributes = twoParts + "n='2 2 2' nbVirtualFinerLevels='3' finestConnectivity='0'/>";
  TopologyScene plain("<SparseGridTopology name='g' " + twoParts + "n='2 2 2' nbVirtualFinerLevels='3'/>");
  EXPECT_EQ(plain.get("g").hexahedra().size(), 1u);
  TopologyScene scene("<SparseGridRamificationTopology name='g' " + attributes);
  EXPECT_EQ(scene.get("g").hexahedra().size(), 2u);
  EXPECT_EQ(scene.get("g").nbPoints(), 16u);
  EXPECT_THAT(scene.errors, IsEmpty());
}

/// Eight finest cells along x: one, nothing, and the rest from the fourth on.
TEST(SparseGridRamificationTopology, tellsOfCellsThatAreFilledByOthers) {
  const std::string parts =
      "position='.2 .02 .02  .8 .02 .02  .5 .1 .1  3.2 .02 .02  7.8 .02 .02  5 .1 .1' triangles='0 1 2  3 4 5' "
      "min='0 0 0' max='8 1 1' n='2 2 2' finestConnectivity='0' nbVirtualFinerLevels=";
  const tests::CapturedMessages messages;
  TopologyScene scene("<SparseGridRamificationTopology name='g' " + parts + "'3'/>");
  EXPECT_EQ(scene.get("g").hexahedra().size(), 2u);
  EXPECT_EQ(messages.warnings("1 of 2 cells have the stiffness"), 1u);
}

TEST(SparseGridRamificationTopology, withoutFinerLevelsEdgesTellWhatHangsTogether) {
  const tests::TemporaryFolder folder;
  const auto file = folder.write("row.obj",
                                 "v .8 .5 .5\nv 1.2 .5 .6\nv .8 .7 .5\nv 2.5 .5 .5\nv 2.6 .6 .6\nv 2.5 .7 .5\n"
                                 "f 1 2 3\nf 4 5 6\n");
  const auto pointsWith = [&](const std::string& attributes) {
    TopologyScene scene("<SparseGridRamificationTopology name='g' min='0 0 0' max='3 1 1' n='4 2 2' " + attributes +
                        "/>");
    return scene.get("g").nbPoints();
  };
  const std::string surface = "filename='" + file + "' ";
  EXPECT_EQ(pointsWith(surface), 12u + 8u) << "an edge joins the first two cells only";
  EXPECT_EQ(pointsWith(surface + "finestConnectivity='0'"), 16u);
  // As in SOFA: an edge from 1.5 to 0.5 reaches back to 2.5.
  folder.write("row.obj",
               "v .5 .5 .5\nv 1.5 .5 .6\nv .5 .7 .5\nv 2.5 .5 .5\nv 2.6 .6 .6\nv 2.5 .7 .5\nf 1 2 3\nf 4 5 6\n");
  const tests::CapturedMessages messages;
  EXPECT_EQ(pointsWith(surface), 16u);
  EXPECT_EQ(messages.warnings("1 faces that an edge"), 1u);
  // As in SOFA: points of the grid, all of them with x = 0, in the place of those of position.
  EXPECT_EQ(pointsWith("position='.5 .5 .5  1.5 .5 .6  .5 .7 .5' triangles='0 1 2'"), 8u + 8u);
  EXPECT_EQ(messages.warnings("Give the surface by filename"), 1u);
}

TEST(SparseGridMultipleTopology, surfacesHaveStiffnessAndMass) {
  const tests::TemporaryFolder folder;
  const auto cube = [&](const std::string& name, double low, double high) {
    std::string text;
    for (int i = 0; i < 8; ++i)
      text += fmt::format("v {} {} {}\n", i & 1 ? high : low, i & 2 ? high : low, i & 4 ? high : low);
    return folder.write(name, text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
  };
  const auto outer = cube("outer.obj", .5, 2.5), inner = cube("inner.obj", 1.2, 1.8);
  const auto with = [&](const std::string& attributes) {
    return "<SparseGridMultipleTopology name='g' n='4 4 4' max='3 3 3' fileTopologies='" + outer + " " + inner +
           "' stiffnessCoefs='2 6' massCoefs='3' computeRamifications='0' " + attributes + "/>";
  };
  const tests::CapturedMessages messages;
  TopologyScene scene(with(""));
  const auto& g = scene.get("g");
  ASSERT_EQ(g.hexahedra().size(), 27u);
  EXPECT_EQ(g.hexahedronStiffness(0), 1) << "half of the outer one's";
  EXPECT_EQ(g.hexahedronMass(0), 1.5);
  EXPECT_EQ(g.hexahedronStiffness(26), 4) << "inside of the outer surface, cut by the inner one: the mean";
  EXPECT_EQ(g.hexahedronMass(26), 2);
  EXPECT_EQ(messages.warnings("massCoefs has 1 values for 2 surfaces"), 1u);
  TopologyScene erased(with("erasePreviousCoef='1'"));
  EXPECT_EQ(erased.get("g").hexahedronStiffness(26), 6);
  TopologyScene missing("<SparseGridMultipleTopology name='g'/>");
  EXPECT_THAT(missing.errors, Contains(HasSubstr("set fileTopologies")));
}

TEST(SparseGridTopology, saysWhatIsWrong) {
  const std::pair<std::string, const char*> cases[] = {
      {threeCells, "There is no surface"},
      {"filename='nothing.obj'", "mesh 'nothing.obj' not found"},
      {"position='0 0 0  1 0 0  0 1 0' triangles='0 1 2'", "has no extent along an axis"},
      {cubeSurface + "n='2 2 2' onlyInsideCells='1'", "none lies inside of a closed surface"},
      {cubeSurface + "n='90000 90000 90000'", "points are more than"},
      {cubeSurface + "min='7 7 7' max='9 9 9'", "the surface lies outside of the box"},
      {cubeSurface + threeCells + "triangles='0 1 99'", "1 faces name points that the surface, with 8, has not"}};
  for (const auto& [attributes, text] : cases) {
    TopologyScene scene(sparse(attributes));
    EXPECT_THAT(scene.errors, Contains(HasSubstr(text)));
  }
  TopologyScene scene(sparse(threeCells));
  EXPECT_FALSE(scene.get<SparseGridTopology>("g").isValid());
  EXPECT_EQ(scene.get("g").nbPoints(), 0u);
}

TEST(SparseGridTopology, isBuiltAnewWhenAsked) {
  TopologyScene scene(sparse(cubeSurface + threeCells));
  auto& g = scene.get<SparseGridTopology>("g");
  const auto before = g.revision();
  g.d_onlyInsideCells.set(true);
  g.reinit();
  EXPECT_EQ(g.nbPoints(), 8u);
  EXPECT_NE(g.revision(), before);
}

}  // namespace
}  // namespace sofa::component::topology
