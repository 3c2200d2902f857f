// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Helper/Mesh/MeshExpectations.h"
#include "Sofa/Component/Playback/CompareState.h"
#include "Sofa/Component/Playback/CompareTopology.h"
#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Component/Playback/WriteState.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Type/DataTypes.h"
#include "TemporaryFolder.h"

namespace sofa::component::playback {
namespace {

using helper::mesh::testing::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::CapturedMessages;
using tests::Scene;
using type::Vec3;

TEST(StateFile, BlocksHoldWhatIsThere) {
  const auto frames = readStateFrames("# c\nT= 0.5\n  X= 1 2 3\n  X0= 9 9 9\n  V= 4 5 6\nT= 1\n  V= 0 0 0\n");
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].time, 0.5);
  EXPECT_THAT(frames[0].positions, ElementsAre(1, 2, 3));
  EXPECT_THAT(frames[0].velocities, ElementsAre(4, 5, 6));
  EXPECT_FALSE(frames[1].hasPositions);
  EXPECT_THAT(errorOf([] { readStateFrames("T= 0\n  X= 1 b\n"); }), HasSubstr("line 2: \"b\""));
  EXPECT_THAT(errorOf([] { readStateFrames("T=\n"); }), HasSubstr("no time"));
  EXPECT_THAT(errorOf([] { readStateFrames("hello\n"); }), HasSubstr("no line that starts with \"T=\""));
}

class PlaybackTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  static constexpr const char* state = "<MechanicalObject name='dofs' position='0 0 0' velocity='1 0 0'/>";
  const std::string file =
      folder.write("s.txt", "T= 0\n  X= 1 0 0\nT= 0.15\n  X= 2 0 0\n  V= 0 3 0\nT= 0.4\n  X= 3 0 0\n");
  /// x of the first point after each of `count` steps of 0.1.
  std::vector<double> replay(const std::string& attributes, int count) const {
    const Scene s(std::string(state) + "<ReadState filename='" + file + "' " + attributes + "/>");
    std::vector<double> x{s.state<type::Vec3Types>().positions().at(0).x()};
    for (int i = 0; i < count; ++i) {
      s.step();
      x.push_back(s.state<type::Vec3Types>().positions().at(0).x());
    }
    return x;
  }
};

TEST_F(PlaybackTest, LastBlockWhoseTimeHasComeCounts) {
  EXPECT_THAT(replay("", 6), ElementsAre(1, 1, 1, 2, 2, 3, 3)) << "steps begin at 0, 0.1, 0.2 ...";
  EXPECT_THAT(replay("shift='0.11'", 2), ElementsAre(1, 1, 2));
}

TEST_F(PlaybackTest, VelocitiesAreReadToo) {
  const Scene s(std::string(state) + "<ReadState filename='" + file + "'/>");
  s.step();
  EXPECT_EQ(s.state<type::Vec3Types>().velocities().at(0), Vec3(1, 0, 0));
  s.step(2);
  EXPECT_EQ(s.state<type::Vec3Types>().velocities().at(0), Vec3(0, 3, 0));
}

TEST_F(PlaybackTest, LoopStartsAgainAndCatchesUp) {
  EXPECT_THAT(replay("loop='1'", 8), ElementsAre(1, 1, 1, 2, 2, 1, 1, 2, 2)) << "the second run begins at 0.4";
  EXPECT_THAT(replay("loop='1' shift='4e9'", 1).size(), 2u) << "no time is spent on runs that are over";
}

TEST_F(PlaybackTest, PositionsAreTransformed) {
  const Scene s(std::string(state) + "<ReadState filename='" + file +
                "' scalePos='2' rotation='0 0 90' translation='0 0 1'/>");
  EXPECT_TRUE(s.state<type::Vec3Types>().positions().at(0).isApprox(Vec3(0, 2, 1)));
}

TEST_F(PlaybackTest, ResizesTheStateAndMovesMappedPoints) {
  const auto two = folder.write("two.txt", "T= 0\n X= 0 0 0 5 0 0\n");
  const Scene s(std::string(state) + "<ReadState filename='" + two +
                "'/><Node name='child'><MechanicalObject name='m'/><IdentityMapping/></Node>");
  s.step();
  EXPECT_EQ(s.state<type::Vec3Types>().size(), 2u);
  EXPECT_EQ(s.mapped<type::Vec3Types>().positions().at(1), Vec3(5, 0, 0));
}

TEST_F(PlaybackTest, ReadErrors) {
  CapturedMessages messages;
  Scene(std::string(state) + "<ReadState/>").step();
  EXPECT_EQ(messages.errors("filename is not set"), 1u);
  Scene(std::string(state) + "<ReadState filename='nowhere.txt'/>").step();
  EXPECT_EQ(messages.errors("'nowhere.txt' not found"), 1u);
  Scene(std::string(state) + "<ReadState filename='" + folder.write("bad.txt", "T= 0\n X= 1 2\n") + "'/>").step(3);
  EXPECT_EQ(messages.errors("2 reals of positions"), 1u) << "said once";
  Scene("<ReadState filename='x'/>");
  EXPECT_EQ(messages.errors("No mechanical state is visible"), 1u);
}

TEST_F(PlaybackTest, WritesTheStateBeforeTheStep) {
  const Scene s(std::string(state) + "<WriteState filename='" + folder.file("out.txt") +
                "' period='0.2' time='0' writeV='1' writeX0='1'/>");
  s.step(3);
  EXPECT_EQ(folder.read("out.txt"),
            "T= 0\n  X= 0 0 0\n  X0= 0 0 0\n  V= 1 0 0\nT= 0.2\n  X= 0 0 0\n  X0= 0 0 0\n  V= 1 0 0\n");
}

TEST_F(PlaybackTest, EveryStepByDefaultAndListedTimes) {
  Scene(std::string(state) + "<WriteState filename='" + folder.file("all.txt") + "'/>").step(3);
  EXPECT_EQ(folder.read("all.txt"), "T= 0\n  X= 0 0 0\nT= 0.1\n  X= 0 0 0\nT= 0.2\n  X= 0 0 0\n");
  Scene(std::string(state) + "<WriteState filename='" + folder.file("some.txt") + "' time='0.1 0.3'/>").step(6);
  EXPECT_EQ(folder.read("some.txt"), "T= 0.1\n  X= 0 0 0\nT= 0.3\n  X= 0 0 0\n");
}

TEST_F(PlaybackTest, CompressedFilesReadBack) {
  {
    const Scene s(std::string(state) + "<WriteState filename='" + folder.file("out.gz") + "' writeF='1'/>");
    s.step(2);
    simulation::unload(*s.root);
  }
  const auto frames = readStateFrames(folder.read("out.gz"));
  EXPECT_EQ(frames.size(), 2u);
  EXPECT_THAT(folder.read("out.gz"), testing::Not(HasSubstr("F=")));
}

TEST_F(PlaybackTest, WriteErrors) {
  CapturedMessages messages;
  Scene(std::string(state) + "<WriteState/>").step();
  EXPECT_EQ(messages.warnings("filename is not set"), 1u);
  Scene(std::string(state) + "<WriteState filename='/nowhere/a.txt'/>").step();
  EXPECT_EQ(messages.errors("'/nowhere/a.txt' cannot be written"), 1u);
  Scene(std::string(state) + "<WriteState filename='" + folder.file("x") + "' time='-1'/>").step();
  EXPECT_EQ(messages.errors("-1 should be 0 or more"), 1u);
  EXPECT_EQ(folder.read("x"), "");
  Scene(std::string(state) + "<WriteState filename='" + folder.file("y") + "' stopAt='1'/>").step();
  EXPECT_EQ(messages.errors("stopAt needs a mass"), 1u);
}

TEST_F(PlaybackTest, CompareStateSumsTheMeanDifferences) {
  const auto reference =
      folder.write("r.txt", "T= 0\n  X= 0.3 0 0\nT= 0.1\n  X= 0 0 -0.6\n  V= 1 0 3\nT= 5\n  X= 9 9 9\n");
  const Scene s(std::string(state) + "<CompareState filename='" + reference + "'/>");
  auto& comparison = s.first<CompareState>();
  s.step();
  EXPECT_DOUBLE_EQ(comparison.totalErrorX(), 0.1);
  s.step(2);  // nothing moves the point; the block at 5 does not come
  EXPECT_DOUBLE_EQ(comparison.totalErrorX(), 0.1 + 0.2);
  EXPECT_DOUBLE_EQ(comparison.totalErrorV(), 1);
  EXPECT_EQ(comparison.blockCount(), 2u);
  simulation::reset(*s.root);
  EXPECT_EQ(comparison.totalErrorX(), 0);
}

TEST_F(PlaybackTest, CompareStateRoundsAsTheFileDoesAndRefusesOtherSizes) {
  CapturedMessages messages;
  const auto third = folder.write("third.txt", "T= 0\n  X= 0.333333 0 0\n");
  const Scene s("<MechanicalObject position='0.33333333 0 0'/><CompareState filename='" + third + "'/>");
  s.step();
  EXPECT_EQ(s.first<CompareState>().totalErrorX(), 0);
  const Scene two("<MechanicalObject position='0 0 0 1 1 1'/><CompareState filename='" + third + "'/>");
  two.step();
  EXPECT_EQ(messages.errors("3 reals of positions"), 1u);
}

TEST(MeshFrame, BlocksHoldWhatIsThere) {
  const auto frames = MeshFrame::read("T= 0.5\n  Edges= 0\n\n  Triangles= 2\n0 1 2 2 1 3\nT= 1\n");
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].time, 0.5);
  EXPECT_TRUE(frames[0].lists[0].given);
  EXPECT_THAT(frames[0].elements<type::Triangle>(1), ElementsAre(type::Triangle(0, 1, 2), type::Triangle(2, 1, 3)));
  EXPECT_FALSE(frames[0].lists[2].given);
  EXPECT_FALSE(frames[1].lists[0].given);
  EXPECT_THAT(errorOf([] { MeshFrame::read("T= 0\n Edges= 2\n0 1 2\n"); }), HasSubstr("line 3: 4 numbers of points"));
  EXPECT_THAT(errorOf([] { MeshFrame::read("T= 0\n Edges= 1\n0 1 2\n"); }), HasSubstr("line 3: 2 numbers of points"));
  EXPECT_THAT(errorOf([] { MeshFrame::read("T= 0\n Edges= 1"); }), HasSubstr("is missing"));
  EXPECT_THAT(errorOf([] { MeshFrame::read("T= 0\n Edges= many\n"); }), HasSubstr("no number of elements"));
}

class MeshPlaybackTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder;
  const std::string strip =
      "<TriangleSetTopologyContainer name='topo' position='0 0 0  0 1 0  1 0 0  1 1 0  2 0 0' triangles='0 2 1  1 2 3  "
      "2 4 3'/><TriangleSetTopologyModifier/><MechanicalObject name='dofs'/>";
  const std::string removal =
      "<TopologicalChangeProcessor useDataInputs='1' timeToRemove='0.15' trianglesToRemove='1'/>";
};

TEST_F(MeshPlaybackTest, WritesTheMeshBeforeTheStep) {
  const Scene s(strip + "<WriteTopology filename='" + folder.file("out.txt") + "' time='0 0.3'/>" + removal);
  s.step(4);
  EXPECT_EQ(folder.read("out.txt"),
            "T= 0\n  Edges= 7\n2 1 1 0 0 2 2 3 3 1 4 3 2 4\n  Triangles= 3\n0 2 1 1 2 3 2 4 3\n  Quads= 0\n\n"
            "  Tetrahedra= 0\n\n  Hexahedra= 0\n\n"
            "T= 0.3\n  Edges= 6\n2 1 1 0 0 2 2 3 2 4 4 3\n  Triangles= 2\n0 2 1 2 4 3\n  Quads= 0\n\n"
            "  Tetrahedra= 0\n\n  Hexahedra= 0\n\n");
}

TEST_F(MeshPlaybackTest, WhatWasWrittenComparesEqual) {
  const std::string file = folder.file("out.txt");
  Scene(strip + removal + "<WriteTopology filename='" + file + "'/>").step(5);
  const Scene same(strip + removal + "<CompareTopology filename='" + file + "'/>");
  same.step(5);
  EXPECT_EQ(same.first<CompareTopology>().totalError(), 0u);
  const Scene whole(strip + "<CompareTopology filename='" + file + "'/>");
  whole.step(5);
  // One edge and one triangle more in each of the steps that begin at 0.2, 0.3 and 0.4.
  EXPECT_THAT(whole.first<CompareTopology>().errors(), ElementsAre(3u, 3u, 0u, 0u, 0u));
  simulation::reset(*whole.root);
  EXPECT_EQ(whole.first<CompareTopology>().totalError(), 0u);
}

TEST_F(MeshPlaybackTest, CountsElementsWithOtherPoints) {
  const auto other = folder.write("other.txt", "T= 0\n Triangles= 3\n2 1 0 1 2 3 2 4 3\n");
  const Scene s(strip + "<CompareTopology filename='" + other + "'/>");
  s.step();
  EXPECT_THAT(s.first<CompareTopology>().errors(), ElementsAre(0u, 1u, 0u, 0u, 0u)) << "the order of points counts";
}

TEST_F(MeshPlaybackTest, ReplaysAMeshAndWhatIsMadeOfIt) {
  const auto file = folder.write("play.txt", "T= 0\n Triangles= 2\n0 2 1 2 4 3\nT= 0.2\n Triangles= 1\n2 4 3\n");
  const Scene s(strip + "<DiagonalMass massDensity='6'/><ReadTopology filename='" + file + "'/>");
  const auto mass = [&] { return s.first<core::BaseMass>().findData("totalMass")->text(); };
  EXPECT_EQ(mass(), "9");
  s.step();
  EXPECT_EQ(mass(), "6") << "two triangles of half a square each";
  const auto& mesh = s.first<core::BaseMeshTopology>();
  EXPECT_EQ(mesh.edges().size(), 6u);
  s.step(2);
  EXPECT_EQ(mesh.triangles(), std::vector{type::Triangle(2, 4, 3)});
  EXPECT_EQ(mass(), "3");
  EXPECT_EQ(mesh.nbPoints(), 5u);
}

TEST_F(MeshPlaybackTest, ReadErrors) {
  CapturedMessages messages;
  Scene("<ReadTopology filename='x'/>");
  EXPECT_EQ(messages.errors("No mesh is visible"), 1u);
  Scene(strip + "<ReadTopology filename='" + folder.write("far.txt", "T= 0\n Triangles= 1\n0 1 7\n") + "'/>").step(3);
  EXPECT_EQ(messages.errors("Triangles of the block at time 0 name point 7, but /topo has 5 points"), 1u)
      << "said once";
  Scene(strip + "<ReadTopology filename='" + folder.write("quad.txt", "T= 0\n Quads= 1\n0 1 2 3\n") + "'/>").step();
  EXPECT_EQ(messages.errors("holds no such elements"), 1u);
}

}  // namespace
}  // namespace sofa::component::playback
