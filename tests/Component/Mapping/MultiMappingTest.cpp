// SPDX-License-Identifier: Apache-2.0
// Mappings from several states.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::tests {
namespace {

using type::Vec1Types;
using type::Vec3;
using type::Vec3Types;

const std::string twoStates =
    "<Node name='a'><MechanicalObject position='0 0 0  1 0 0'/><UniformMass totalMass='2'/></Node>"
    "<Node name='b'><MechanicalObject position='0 3 0'/><UniformMass totalMass='3'/></Node>";
const std::string pointsAndBody =
    "<Node name='a'><MechanicalObject position='1 0 0  2 0 0'/><UniformMass totalMass='2'/></Node>"
    "<Node name='b'><MechanicalObject template='Rigid3' position='5 0 0 0 0 .70710678118654752 .70710678118654752'/>"
    "<UniformMass totalMass='2'/></Node>";

std::string ofTwo(const std::string& state, const std::string& mapping, const std::string& more = {}) {
  return "<Node name='c'>" + more + "<MechanicalObject " + state + "/>" + mapping + " output='@.'/></Node>";
}

/// States of a mapping.
template <class DataTypes>
core::State<DataTypes>& outputOf(const Scene& scene) {
  return dynamic_cast<core::State<DataTypes>&>(*scene.first<core::BaseMapping>().outputs().at(0));
}
template <class DataTypes>
core::State<DataTypes>& inputOf(const Scene& scene, std::size_t k) {
  return dynamic_cast<core::State<DataTypes>&>(*scene.first<core::BaseMapping>().inputs().at(k));
}

/// Forces on the inputs from those on the output.
template <class DataTypes>
void pullFromOutput(const Scene& scene, const typename DataTypes::VecDeriv& f) {
  auto& mapping = scene.first<core::BaseMapping>();
  for (auto* state : mapping.inputs()) {
    state->allocate(core::vec::force);
    std::ranges::fill(state->hostWrite(core::vec::force), 0.0);
  }
  outputOf<DataTypes>(scene).writeDerivs(core::vec::force) = f;
  mapping.accumulateForces(core::vec::force, core::vec::force);
}

void expectNothingMapped(const std::string& content, const std::string& text) {
  const CapturedMessages messages;
  const Scene scene(content);
  scene.step();
  EXPECT_EQ(messages.errors(text), 1u) << text;
  EXPECT_FALSE(scene.first<core::BaseMapping>().isValid());
}

const std::string both = " input='@../a @../b'", apart = " input1='@../a' input2='@../b'";

}  // namespace

TEST(IdentityMultiMapping, StatesOneAfterTheOther) {
  const Scene scene(twoStates + ofTwo("", "<IdentityMultiMapping" + both));
  EXPECT_EQ(outputOf<Vec3Types>(scene).positions(), (std::vector<Vec3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 3, 0)}));
  pullFromOutput<Vec3Types>(scene, {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0)});
  EXPECT_EQ(inputOf<Vec3Types>(scene, 1).derivs(core::vec::force)[0], Vec3(3, 0, 0));
}

TEST(SubsetMultiMapping, PairsOfStateAndPoint) {
  const Scene scene(twoStates + ofTwo("", "<SubsetMultiMapping indexPairs='1 0  0 1'" + both));
  EXPECT_EQ(outputOf<Vec3Types>(scene).positions(), (std::vector<Vec3>{Vec3(0, 3, 0), Vec3(1, 0, 0)}));
}

TEST(SubsetMultiMapping, SaysWhatDoesNotFit) {
  const auto with = [](const std::string& pairs) {
    return twoStates + ofTwo("", "<SubsetMultiMapping indexPairs='" + pairs + "'" + both);
  };
  expectNothingMapped(with("1 0 0"), "the last state comes without a point");
  expectNothingMapped(with("2 0"), "there is no input 2 of 2");
  expectNothingMapped(with("1 1"), "/b/MechanicalObject1 has 1 points, no point 1");
}

TEST(MultiMapping, IsNotCreatedWithoutItsStates) {
  const CapturedMessages messages;
  const Scene scene(twoStates + ofTwo("", "<IdentityMultiMapping input='@../a @../z'"));
  EXPECT_GE(messages.errors("'@../z' of attribute 'input'"), 1u);
  const Scene none(twoStates + ofTwo("", "<IdentityMultiMapping"));
  EXPECT_GE(messages.errors("Attribute 'input' must name the states"), 1u);
}

TEST(CenterOfMassMultiMapping, MassesOfAllStatesWeigh) {
  const Scene scene(twoStates + ofTwo("position='9 9 9'", "<CenterOfMassMultiMapping" + both));
  EXPECT_LT((outputOf<Vec3Types>(scene).positions()[0] - Vec3(.2, 1.8, 0)).norm(), 1e-15);
  pullFromOutput<Vec3Types>(scene, {Vec3(5, 0, 0)});
  EXPECT_DOUBLE_EQ(inputOf<Vec3Types>(scene, 0).derivs(core::vec::force)[1].x(), 1);
  EXPECT_DOUBLE_EQ(inputOf<Vec3Types>(scene, 1).derivs(core::vec::force)[0].x(), 3);
}

TEST(CenterOfMassMultiMapping, EachStateNeedsAMass) {
  expectNothingMapped(
      "<Node name='a'><MechanicalObject position='1 0 0'/></Node>"
      "<Node name='b'><MechanicalObject position='0 3 0'/><UniformMass totalMass='3'/></Node>" +
          ofTwo("position='9 9 9'", "<CenterOfMassMultiMapping" + both),
      "no mass found");
}

TEST(CenterOfMassMulti2Mapping, PointsAndBodiesTogether) {
  const Scene scene(pointsAndBody + ofTwo("position='9 9 9'", "<CenterOfMassMulti2Mapping" + apart));
  EXPECT_LT((outputOf<Vec3Types>(scene).positions()[0] - Vec3(3.25, 0, 0)).norm(), 1e-15);
}

TEST(DeformableOnRigidFrameMapping, PointsMoveInTheirFrame) {
  const Scene scene(pointsAndBody + ofTwo("", "<DeformableOnRigidFrameMapping" + apart));
  EXPECT_LT((outputOf<Vec3Types>(scene).positions()[1] - Vec3(5, 2, 0)).norm(), 1e-14);
  pullFromOutput<Vec3Types>(scene, {Vec3(0, 0, 0), Vec3(1, 0, 0)});
  EXPECT_LT((inputOf<Vec3Types>(scene, 0).derivs(core::vec::force)[1] - Vec3(0, -1, 0)).norm(), 1e-14);
  const auto& f = inputOf<type::Rigid3Types>(scene, 1).derivs(core::vec::force)[0];
  EXPECT_DOUBLE_EQ(f[0], 1);
  EXPECT_NEAR(f[5], -2, 1e-14);
}

TEST(DeformableOnRigidFrameMapping, WithoutBodiesPointsStayAsTheyAre) {
  const Scene scene(pointsAndBody + ofTwo("", "<DeformableOnRigidFrameMapping input1='@../a'"));
  EXPECT_EQ(outputOf<Vec3Types>(scene).positions(), inputOf<Vec3Types>(scene, 0).positions());
}

TEST(DeformableOnRigidFrameMapping, RefusesABodyThatDoesNotExist) {
  expectNothingMapped(pointsAndBody + ofTwo("", "<DeformableOnRigidFrameMapping index='1'" + apart),
                      "name a body that does not exist");
}

TEST(DeformableOnRigidFrameMapping, PointsGoToTheBodyThatIsNamedLater) {
  const Scene scene(
      "<EulerExplicitSolver/><Node name='a'><MechanicalObject position='1 0 0'/><UniformMass "
      "totalMass='1'/></Node><Node "
      "name='b'><MechanicalObject template='Rigid3' position='5 0 0 0 0 0 1  0 7 0 0 0 0 1'/><UniformMass "
      "totalMass='1'/></Node>" +
      ofTwo("", "<DeformableOnRigidFrameMapping" + apart));
  const auto place = [&](const char* name, const char* value) {
    scene.first<core::BaseMapping>().setAttribute(name, value);
    scene.step();
    return outputOf<Vec3Types>(scene).positions().at(0);
  };
  scene.step();
  EXPECT_EQ(outputOf<Vec3Types>(scene).positions().at(0), Vec3(6, 0, 0));
  EXPECT_EQ(place("index", "1"), Vec3(1, 7, 0));
  EXPECT_EQ(place("indexFromEnd", "true"), Vec3(6, 0, 0));
  EXPECT_EQ(place("repartition", "0 1"), Vec3(1, 7, 0));
  const CapturedMessages messages;
  EXPECT_EQ(place("repartition", "0 0 1"), Vec3(1, 7, 0)) << "stays where it is";
  EXPECT_EQ(messages.errors("name a body that does not exist"), 1u);
  EXPECT_EQ(place("repartition", "1"), Vec3(6, 0, 0));
}

TEST(DistanceMultiMapping, LengthsBetweenStates) {
  const auto lengths = [](const std::string& attributes) {
    const Scene scene(twoStates +
                      ofTwo("template='Vec1'",
                            "<DistanceMultiMapping topology='@edges' indexPairs='0 1  1 0' " + attributes + both,
                            "<MeshTopology name='edges' edges='0 1'/>"));
    return outputOf<Vec1Types>(scene).positions().at(0)[0];
  };
  EXPECT_DOUBLE_EQ(lengths("restLengths='1'"), std::sqrt(10.) - 1);
  EXPECT_DOUBLE_EQ(lengths("computeDistance='1'"), std::sqrt(10.));
  EXPECT_EQ(lengths(""), 0);
}

TEST(DistanceMultiMapping, ForcesPullBothStates) {
  const Scene scene(twoStates + ofTwo("template='Vec1'",
                                      "<DistanceMultiMapping topology='@edges' indexPairs='0 0  1 0'" + both,
                                      "<MeshTopology name='edges' edges='0 1'/>"));
  pullFromOutput<Vec1Types>(scene, {type::Vec1(2)});
  EXPECT_EQ(inputOf<Vec3Types>(scene, 0).derivs(core::vec::force)[0], Vec3(0, -2, 0));
  EXPECT_EQ(inputOf<Vec3Types>(scene, 1).derivs(core::vec::force)[0], Vec3(0, 2, 0));
}

TEST(DistanceMultiMapping, SaysWhatDoesNotFit) {
  const auto with = [](const std::string& attributes, const std::string& mesh) {
    return twoStates + ofTwo("template='Vec1'", "<DistanceMultiMapping topology='@edges' " + attributes + both, mesh);
  };
  const std::string edges = "<MeshTopology name='edges' edges='0 1'/>";
  expectNothingMapped(with("indexPairs='0 0  1 4'", edges), "there is no point 4 of input 1");
  expectNothingMapped(with("indexPairs='0 0'", edges), "name point 1, but the input has 1 points");
  expectNothingMapped(with("indexPairs='0 0'", "<MeshTopology name='edges'/>"), "containing edges found at path");
}

}  // namespace sofa::tests
