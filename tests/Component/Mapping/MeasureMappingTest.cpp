// SPDX-License-Identifier: Apache-2.0
// Areas, volumes, squared lengths and squares: values, forces, and which forces have a geometric stiffness.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::tests {
namespace {

using type::Vec1Types;
using type::Vec3;
using type::Vec3Types;

const std::string fourCorners = "<MechanicalObject position='0 0 0  1 0 0  0 1 0  0 0 1'/>";

Scene measured(const std::string& mesh, const std::string& mapping, const std::string& points = fourCorners) {
  return Scene("<MeshTopology name='mesh' " + mesh + "/>" + points +
               "<Node name='child'><MechanicalObject template='Vec1' position='7'/>" + mapping + "/></Node>");
}

double firstMeasure(const Scene& scene) { return scene.mapped<Vec1Types>().positions().at(0)[0]; }

/// J^T of a unit force on the first number.
std::vector<Vec3> gradient(const Scene& scene) {
  auto& state = scene.state<Vec3Types>();
  state.writeDerivs(core::vec::force).assign(state.size(), Vec3::Zero());
  auto& out = scene.mapped<Vec1Types>().writeDerivs(core::vec::force);
  out.assign(scene.mapped<Vec1Types>().size(), type::Vec1(0));
  out[0][0] = 1;
  scene.first<core::BaseMapping>().accumulateForces(core::vec::force, core::vec::force);
  return state.derivs(core::vec::force);
}

/// The geometric stiffness of a force on the first number, times a motion of the last point.
std::vector<Vec3> stiffnessOfLastPoint(const Scene& scene, double force, const Vec3& motion) {
  auto& state = scene.state<Vec3Types>();
  core::MechanicalParams params;
  params.kFactor = 1;
  scene.mapped<Vec1Types>().writeDerivs(params.f).assign(scene.mapped<Vec1Types>().size(), type::Vec1(force));
  auto& dx = state.writeDerivs(params.dx);
  dx.assign(state.size(), Vec3::Zero());
  dx.back() = motion;
  state.writeDerivs(params.df).assign(state.size(), Vec3::Zero());
  scene.first<core::BaseMapping>().applyDJT(params, params.df, params.f);
  return state.derivs(params.df);
}

}  // namespace

TEST(AreaMapping, AreasAndTheirGradients) {
  const Scene scene = measured("triangles='0 1 2  0 3 1'", "<AreaMapping topology='@../mesh'");
  EXPECT_EQ(scene.mapped<Vec1Types>().size(), 2u);
  EXPECT_DOUBLE_EQ(firstMeasure(scene), .5);
  const auto g = gradient(scene);
  EXPECT_LT((g[0] - Vec3(-.5, -.5, 0)).norm(), 1e-15);
  EXPECT_LT((g[1] - Vec3(.5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((g[2] - Vec3(0, .5, 0)).norm(), 1e-15);
  EXPECT_EQ(g[3], Vec3(0, 0, 0));
}

TEST(AreaMapping, TheGeometricStiffnessIsTheDerivativeOfTheGradient) {
  const Vec3 moved(.3, -.7, .4);
  const double step = 1e-3;
  for (const std::string triangle : {"0 1 2", "1 2 0", "2 0 1"}) {  // the last point moves: any of the triangle's
    const auto at = [&](double by) {
      const Vec3 last = Vec3(-.3, 1.1, .6) + by * moved;
      return measured("triangles='" + triangle + "'", "<AreaMapping geometricStiffness='Exact'",
                      "<MechanicalObject position='.1 .2 -.4  1.2 .1 .3  " + std::to_string(last[0]) + " " +
                          std::to_string(last[1]) + " " + std::to_string(last[2]) + "'/>");
    };
    const auto plus = gradient(at(step)), minus = gradient(at(-step)), k = stiffnessOfLastPoint(at(0), -2, moved);
    for (std::size_t i = 0; i < k.size(); ++i)
      EXPECT_LT((k[i] - -2 * (plus[i] - minus[i]) / (2 * step)).norm(), 1e-5) << triangle << ", point " << i;
    EXPECT_GT(k[2].norm(), 0.1);
  }
}

TEST(AreaMapping, ATriangleWithoutExtentHasNoDirection) {
  const Scene scene = measured("triangles='0 1 2'", "<AreaMapping geometricStiffness='Exact'",
                               "<MechanicalObject position='0 0 0  1 0 0  2 0 0'/>");
  EXPECT_EQ(firstMeasure(scene), 0);
  for (const Vec3& g : gradient(scene)) EXPECT_EQ(g, Vec3(0, 0, 0));
  for (const Vec3& g : stiffnessOfLastPoint(scene, -1, Vec3(0, 1, 0))) EXPECT_EQ(g, Vec3(0, 0, 0));
}

TEST(VolumeMapping, VolumesHaveASign) {
  const Scene scene = measured("tetrahedra='0 1 2 3  0 2 1 3'", "<VolumeMapping topology='@../mesh'");
  EXPECT_DOUBLE_EQ(firstMeasure(scene), 1. / 6);
  EXPECT_DOUBLE_EQ(scene.mapped<Vec1Types>().positions().at(1)[0], -1. / 6);
  const auto g = gradient(scene);
  EXPECT_LT((g[0] + Vec3(1, 1, 1) / 6).norm(), 1e-15);
  EXPECT_LT((g[1] - Vec3(1, 0, 0) / 6).norm(), 1e-15);
}

TEST(SquareDistanceMapping, SquaresOfLengths) {
  const Scene scene = measured("edges='0 1'", "<SquareDistanceMapping topology='@../mesh'",
                               "<MechanicalObject position='0 0 0  2 0 0'/>");
  EXPECT_EQ(firstMeasure(scene), 4);
  EXPECT_EQ(gradient(scene), (std::vector<Vec3>{Vec3(-4, 0, 0), Vec3(4, 0, 0)}));
}

TEST(SquareMapping, SquaresOfNumbers) {
  const Scene scene(
      "<MechanicalObject template='Vec1' position='3 -2'/><Node name='child'><MechanicalObject template='Vec1'/>"
      "<SquareMapping/></Node>");
  EXPECT_EQ(scene.mapped<Vec1Types>().positions(), (std::vector<type::Vec1>{type::Vec1(9), type::Vec1(4)}));
}

TEST(MeasureMapping, WhichForcesHaveAGeometricStiffness) {
  const auto at = [](const std::string& option, double force) {
    const Scene scene = measured("edges='0 1'", "<SquareDistanceMapping topology='@../mesh' " + option,
                                 "<MechanicalObject position='0 0 0  2 0 0'/>");
    return stiffnessOfLastPoint(scene, force, Vec3(0, 1, 0))[1];
  };
  EXPECT_EQ(at("", -3), Vec3(0, -6, 0));
  EXPECT_EQ(at("", 3), Vec3(0, 0, 0));
  EXPECT_EQ(at("geometricStiffness='Exact'", 3), Vec3(0, 6, 0));
  EXPECT_EQ(at("geometricStiffness='None'", -3), Vec3(0, 0, 0));
}

TEST(MeasureMapping, SaysWhatIsMissing) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"", "<AreaMapping topology='@../mesh'", "containing triangles found at path: /mesh"},
      {"quads='0 1 2 3'", "<AreaMapping topology='@../mesh'", "has quads"},
      {"hexahedra='0 1 2 3 0 1 2 3'", "<VolumeMapping topology='@../mesh'", "has hexahedra"},
      {"", "<SquareDistanceMapping topology='@../mesh'", "containing edges found at path: /mesh"},
      {"triangles='0 1 9'", "<AreaMapping topology='@../mesh'", "name point 9, but the input has 4 points"}};
  for (const auto& [mesh, mapping, text] : cases) {
    const CapturedMessages messages;
    const Scene scene = measured(mesh, mapping);
    scene.step();
    EXPECT_EQ(messages.errors(text), 1u) << text;
    EXPECT_FALSE(scene.first<core::BaseMapping>().isValid());
    EXPECT_EQ(firstMeasure(scene), 7);
  }
  const CapturedMessages messages;
  measured("triangles='0 1 2'", "<AreaMapping");
  EXPECT_EQ(messages.warnings("topology is not given"), 1u);
}

TEST(MeasureMapping, PointsOfTheLastApplyArePartOfACheckpoint) {
  const auto make = [](const std::string& points) {
    return measured("edges='0 1'", "<SquareDistanceMapping topology='@../mesh' geometricStiffness='Exact'",
                    "<MechanicalObject position='" + points + "'/>");
  };
  const Scene scene = make("0 0 0  2 0 0"), other = make("0 0 0  0 5 0");
  core::Archive out;
  scene.first<core::BaseMapping>().archive(out);
  core::Archive in(out.bytes());
  other.first<core::BaseMapping>().archive(in);
  EXPECT_TRUE(in.isGood() && in.atEnd());
  EXPECT_EQ(gradient(other), gradient(scene));
}

}  // namespace sofa::tests
