// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/SubsetMapping.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

using namespace sofa;
using namespace sofa::type;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

const std::string mesh = "<MeshTopology name='mesh'/>";
const std::string points = "<MechanicalObject template='Vec3' position='0 0 0  1 0 0  2 0 0  3 0 0'/>";

std::string subsetChild(const std::string& positions, const std::string& attributes) {
  return "<Node name='child'><MechanicalObject template='Vec3' position='" + positions + "'/><SubsetMapping " +
         attributes + "/></Node>";
}

std::vector<double> abscissae(const Scene& scene) {
  std::vector<double> x;
  for (const Vec3& p : scene.mapped<Vec3Types>().positions()) x.push_back(p.x());
  return x;
}

}  // namespace

TEST(SubsetMapping, CopiesThePointsOfItsIndices) {
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("9 9 9", "indices='3 0 3'"))), (std::vector<double>{3, 0, 3}));
}

TEST(SubsetMapping, TakesARangeWithinTheInput) {
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("9 9 9", "first='1' last='2'"))), (std::vector<double>{1, 2}));
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("9 9 9", "first='2'"))), (std::vector<double>{2, 3}));
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("9 9 9", "first='7' last='1'"))), (std::vector<double>{0, 1}));
}

TEST(SubsetMapping, SearchesPointsByPosition) {
  const Scene scene(mesh + points + subsetChild("2.04 0 0  .96 0 0", "radius='0.05'"));
  EXPECT_EQ(abscissae(scene), (std::vector<double>{2, 1}));
}

TEST(SubsetMapping, TheNearestPointWithinTheRadiusWinsAndTheFirstOfEqualOnes) {
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("1.4 0 0  .5 0 0", "radius='1.5'"))),
            (std::vector<double>{1, 0}));
}

TEST(SubsetMapping, APointThatIsNotFoundStaysAtRest) {
  const CapturedMessages messages;
  const Scene scene(mesh + points + subsetChild("2 0 0  7 7 7", ""));
  EXPECT_EQ(messages.errors("Point i=1 not found"), 1u);
  EXPECT_EQ(abscissae(scene), (std::vector<double>{2, 7}));
}

TEST(SubsetMapping, OrientationsCountInTheDistanceOfBodies) {
  // Same place, turned by 180 degrees about z: at distance 1.
  const std::string bodies = "<MechanicalObject template='Rigid3' position='0 0 0 0 0 1 0  0.5 0 0 0 0 0 1'/>";
  const Scene scene(mesh + bodies +
                    "<Node name='child'><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/><SubsetMapping "
                    "radius='2'/></Node>");
  EXPECT_EQ(scene.mapped<Rigid3Types>().positions()[0].center.x(), .5);
}

TEST(SubsetMapping, IndicesBeyondTheInputAreLeftOut) {
  const CapturedMessages messages;
  EXPECT_EQ(abscissae(Scene(mesh + points + subsetChild("9 9 9", "indices='1 4 2'"))), (std::vector<double>{1, 2}));
  EXPECT_EQ(messages.errors("4 is left out"), 1u);
}

TEST(SubsetMapping, WithoutATopologyItComplainsAndWorks) {
  const CapturedMessages messages;
  EXPECT_EQ(abscissae(Scene(points + subsetChild("9 9 9", "indices='2'"))), (std::vector<double>{2}));
  EXPECT_EQ(messages.errors("No mesh for the indices to follow"), 1u);
  Scene(points + subsetChild("9 9 9", "indices='2' handleTopologyChange='0'"));
  EXPECT_EQ(messages.errors(), 1u);
}

TEST(SubsetMapping, ARadiusMustBeANumberFromZeroOn) {
  const CapturedMessages messages;
  const Scene scene(mesh + points + subsetChild("2 0 0", "radius='-1'"));
  EXPECT_EQ(messages.errors("radius must be"), 1u);
}

TEST(IdentityMapping, GivesTheOutputTheSizeOfTheInput) {
  const Scene scene(points + "<Node name='child'><MechanicalObject template='Vec3'/><IdentityMapping/></Node>");
  EXPECT_EQ(abscissae(scene), (std::vector<double>{0, 1, 2, 3}));
}

/// A path to a node stands for its state, of whatever type: the body above is hidden behind the points that it moves.
TEST(IdentityMapping, TakesTheStateOfTheNodeAboveNotOneOfAnotherTypeFurtherUp) {
  const std::string body =
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  2 0 0 0 0 0 1'/><Node name='points'>"
      "<MechanicalObject position='0 1 0  1 0 0  0 0 1'/><RigidMapping/>";
  const CapturedMessages messages;
  const Scene scene(body + "<Node name='copy'><MechanicalObject/><IdentityMapping/></Node></Node>");
  const auto& copy = *scene.root->children()[0]->children()[0];
  EXPECT_EQ(core::localMechanicalState(copy)->size(), 3u);
  EXPECT_EQ(messages.errors(""), 0u);
  const Scene refused(body +
                      "<Node name='copy'><MechanicalObject template='Rigid3'/><IdentityMapping "
                      "template='Rigid3,Rigid3'/></Node></Node>");
  EXPECT_EQ(messages.errors("Data attribute 'input' does not point to a mechanical state of data type 'Rigid3d'"), 1u);
  const Scene passed(body +
                     "</Node><Node name='empty'><Node name='copy'><MechanicalObject template='Rigid3'/>"
                     "<IdentityMapping/></Node></Node>");
  const auto& below = *passed.root->children()[1]->children()[0];
  EXPECT_EQ(core::localMechanicalState(below)->size(), 2u) << "a node without a state hides nothing";
}

TEST(IdentityMapping, RestPositionsFollowOnlyIfAskedFor) {
  const std::string output =
      "<Node name='child'><MechanicalObject template='Vec3' position='5 5 5' rest_position='6 6 6'/>";
  const std::string input = "<MechanicalObject template='Vec3' position='1 0 0' rest_position='2 0 0'/>";
  const Scene plain(input + output + "<IdentityMapping/></Node>");
  EXPECT_EQ(plain.mapped<Vec3Types>().restPositions()[0], Vec3(6, 6, 6));
  const Scene mapped(input + output + "<IdentityMapping applyRestPosition='1'/></Node>");
  EXPECT_EQ(mapped.mapped<Vec3Types>().restPositions()[0], Vec3(2, 0, 0));
}
