// SPDX-License-Identifier: Apache-2.0
// Shells of triangles, of quads and of both: patches of constant strain and curvature, energy, large motions, threads
// and bad input.
#include "Sofa/Component/SolidMechanics/ShellForceField.h"

#include "CapturedMessages.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::ForceScene;
using tests::CapturedMessages;
using type::Vec3;

/// A square of side 2 cut into irregular elements around points inside, from number 4 on.
struct Patch {
  std::string name;
  std::vector<Vec3> points;
  std::string mesh;
  std::size_t elements;
  std::vector<std::string> shells;

  /// The shells of the patch.
  std::string components(const std::string& attributes = "youngModulus='70' poissonRatio='0.3' thickness='0.2'") const {
    std::string text;
    for (const std::string& shell : shells) text += fmt::format("<{}ShellForceField {}/>", shell, attributes);
    return text;
  }
};

const Vec3 corners[4]{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(0, 2, 0)};
const Patch ofTriangles{"Triangles",
                        {corners[0], corners[1], corners[2], corners[3], Vec3(0.7, 0.6, 0), Vec3(1.3, 1.5, 0)},
                        "<MeshTopology name='mesh' triangles='0 1 4  1 5 4  1 2 5  2 3 5  3 4 5  3 0 4'/>",
                        6,
                        {"Triangular"}};
const Patch ofQuads{"Quads",
                    {corners[0], corners[1], corners[2], corners[3], Vec3(0.5, 0.4, 0), Vec3(1.4, 0.6, 0),
                     Vec3(1.3, 1.5, 0), Vec3(0.6, 1.3, 0)},
                    "<MeshTopology name='mesh' quads='0 1 5 4  1 2 6 5  2 3 7 6  3 0 4 7  4 5 6 7'/>",
                    5,
                    {"Quad"}};
const Patch ofBoth{
    "Both",
    ofQuads.points,
    "<MeshTopology name='mesh' quads='0 1 5 4  1 2 6 5  3 0 4 7' triangles='2 3 6  3 7 6  4 5 6  4 6 7'/>",
    7,
    {"Triangular", "Quad"}};

/// Turns the patch in space.
const type::Quat tilt = type::exponential(Vec3(0.5, -1, 0.8));

std::string patchScene(const Patch& patch, const std::string& components) {
  std::string frames;
  for (const Vec3& p : patch.points) {
    const Vec3 x = type::rotate(tilt, p);
    frames += fmt::format("{} {} {} 0 0 0 1  ", x[0], x[1], x[2]);
  }
  return patch.mesh + "<MechanicalObject template='Rigid3d' position='" + frames + "'/>" + components;
}
std::string patchScene(const Patch& patch) { return patchScene(patch, patch.components()); }

/// Moves the frames by a field given in the frame of the patch: displacement and turn at a point.
template <class Field>
void move(const Patch& patch, const ForceScene& scene, const Field& field) {
  std::vector<double> d;
  for (const Vec3& p : patch.points) {
    const auto [shift, turn] = field(p);
    for (const Vec3& v : {type::rotate(tilt, shift), type::rotate(tilt, turn)}) d.insert(d.end(), {v[0], v[1], v[2]});
  }
  scene.state().hostIntegrate(core::vec::position, core::vec::position, d, 1);
}

double energy(const ForceScene& scene) {
  double sum = 0;
  for (auto* force : scene.root->allLocal<core::BaseForceField>()) sum += *force->potentialEnergy({});
  return sum;
}

/// The points inside feel nothing in a field of constant strain or curvature.
void expectFreeInside(ForceScene& scene, double tolerance) {
  std::vector<double> sum;
  for (auto* force : scene.root->allLocal<core::BaseForceField>()) {
    scene.force = force;
    const auto f = scene.forces();
    sum.resize(f.size());
    for (std::size_t i = 0; i < f.size(); ++i) sum[i] += f[i];
  }
  EXPECT_GT(std::fabs(sum[0]) + std::fabs(sum[1]) + std::fabs(sum[2]) + std::fabs(sum[3]), 1e-9);
  for (std::size_t i = 24; i < sum.size(); ++i) EXPECT_NEAR(sum[i], 0, tolerance) << i;
}

constexpr double small = 1e-6;

class ShellForceFieldTest : public testing::TestWithParam<Patch> {};
INSTANTIATE_TEST_SUITE_P(Of, ShellForceFieldTest, testing::Values(ofTriangles, ofQuads, ofBoth),
                         [](const auto& patch) { return patch.param.name; });

/// w = (0.3 x^2 + 0.8 y^2) / 2 - 0.4 x y.
TEST_P(ShellForceFieldTest, patchOfConstantCurvature) {
  ForceScene scene(patchScene(GetParam()));
  move(GetParam(), scene, [](const Vec3& p) {
    const double w = 0.15 * p[0] * p[0] + 0.4 * p[1] * p[1] - 0.4 * p[0] * p[1];
    return std::pair(Vec3(0, 0, small * w), Vec3(small * Vec3(0.8 * p[1] - 0.4 * p[0], 0.4 * p[1] - 0.3 * p[0], 0)));
  });
  expectFreeInside(scene, 1e-11);
  const Vec3 curvature(0.3, 0.8, -0.8);
  EXPECT_NEAR(energy(scene) / (small * small),
              0.5 * 4 * 0.008 / 12 * curvature.dot(fem::planeStress(70, 0.3) * curvature), 1e-5);
}

TEST_P(ShellForceFieldTest, aLargeRigidMotionCausesNoForce) {
  ForceScene scene(patchScene(GetParam()));
  auto& state = dynamic_cast<core::State<type::Rigid3Types>&>(scene.state());
  const type::Quat turn = type::exponential(Vec3(-1, 0.4, 2));
  for (auto& x : state.writeCoords(core::vec::position))
    x = {type::rotate(turn, x.center) + Vec3(7, 8, 9), turn * x.orientation};
  for (auto* force : scene.root->allLocal<core::BaseForceField>()) {
    scene.force = force;
    for (const double f : scene.forces()) EXPECT_NEAR(f, 0, 1e-12);
  }
  EXPECT_NEAR(energy(scene), 0, 1e-24);
}

TEST_P(ShellForceFieldTest, forcesAreTheGradientOfTheEnergy) {
  ForceScene scene(patchScene(GetParam()));
  scene.state().hostIntegrate(core::vec::position, core::vec::position,
                              test::randomVector(6 * GetParam().points.size(), 8), 0.2);
  for (auto* force : scene.root->allLocal<core::BaseForceField>()) {
    scene.force = force;
    checkEnergy(scene, 1e-7);
    checkPurity(scene);
  }
}

/// Shells of one kind of elements.
class OneShellForceFieldTest : public testing::TestWithParam<Patch> {};
INSTANTIATE_TEST_SUITE_P(Of, OneShellForceFieldTest, testing::Values(ofTriangles, ofQuads),
                         [](const auto& patch) { return patch.param.name; });

const std::string material = "youngModulus='70' poissonRatio='0.3' ";

TEST_P(OneShellForceFieldTest, patchOfConstantStrain) {
  ForceScene scene(patchScene(GetParam()));
  move(GetParam(), scene, [](const Vec3& p) {
    return std::pair(Vec3(small * Vec3(0.3 * p[0] - 0.7 * p[1], 0.2 * p[0] + 0.5 * p[1], 0)), Vec3(0, 0, small * 0.45));
  });
  expectFreeInside(scene, 1e-11);
  const Vec3 strain(0.3, 0.5, -0.5);
  EXPECT_NEAR(energy(scene) / (small * small), 0.5 * 4 * 0.2 * strain.dot(fem::planeStress(70, 0.3) * strain), 1e-4);
}

/// What holds a frame that turns about the normal alone grows with drilling.
TEST_P(OneShellForceFieldTest, drillingHoldsTurnsAboutTheNormal) {
  const Patch& patch = GetParam();
  const auto moment = [&](const std::string& drilling) {
    const ForceScene scene(patchScene(patch, patch.components(material + "thickness='0.2' " + drilling)));
    move(patch, scene,
         [&](const Vec3& p) { return std::pair(Vec3::Zero().eval(), Vec3(0, 0, p == patch.points[4] ? small : 0)); });
    const auto f = scene.forces();
    return Vec3(f[27], f[28], f[29]).dot(type::rotate(tilt, Vec3(0, 0, 1)));
  };
  const double none = moment("drilling='1e-9'"), usual = moment(""), all = moment("drilling='1'");
  EXPECT_LT(all, 1.5 * none);
  const double share = (usual - none) / (all - none);
  // A quad's material turns with its corners while they are soft: what holds them is concave in drilling.
  if (patch.name == "Triangles")
    EXPECT_NEAR(share, 0.05, 1e-7);
  else
    EXPECT_TRUE(share > 0.05 && share < 1) << share;
}

TEST_P(OneShellForceFieldTest, oneThicknessAndModulusPerElement) {
  const Patch& patch = GetParam();
  std::string moduli = "140", thicknesses = "0.1";
  for (std::size_t e = 1; e < patch.elements; ++e) moduli += " 70", thicknesses += " 0.2";
  const ForceScene all(patchScene(patch)),
      each(patchScene(patch, patch.components(fmt::format("youngModulus='{}' poissonRatio='0.3' thickness='{}'", moduli,
                                                          thicknesses))));
  for (const ForceScene* scene : {&all, &each})
    move(patch, *scene, [](const Vec3& p) { return std::pair(Vec3(small * p[0], 0, 0), Vec3::Zero().eval()); });
  test::expectNear(all.forces(), each.forces(), 1e-16);  // twice the modulus, half the thickness
  EXPECT_EQ(each.errors, 0u);
}

TEST_P(OneShellForceFieldTest, threadsDoNotChangeBits) {
  const ForceScene scene(
      "<RegularGridTopology n='21 21 1' min='0 0 0' max='1 1 0'/><MechanicalObject template='Rigid3d'/>" +
      GetParam().components());
  scene.state().hostIntegrate(core::vec::position, core::vec::position, test::randomVector(441 * 6), 0.01);
  const auto dx = test::randomVector(441 * 6, 4);
  const auto all = [&] {
    scene.linearise();
    auto values = scene.forces();
    const auto products = scene.product(dx, 1, 0);
    values.insert(values.end(), products.begin(), products.end());
    return values;
  };
  const auto one = all();
  for (const int threads : {2, 4}) {
    helper::setThreadCount(threads);
    EXPECT_EQ(all(), one) << threads;
  }
  helper::setThreadCount(1);
}

TEST_P(OneShellForceFieldTest, aChangedThicknessCounts) {
  const ForceScene scene(patchScene(GetParam()));
  move(GetParam(), scene, [](const Vec3& p) { return std::pair(Vec3(0.001 * p[0], 0, 0), Vec3::Zero().eval()); });
  const double before = *scene.force->potentialEnergy({});
  ASSERT_TRUE(scene.force->findData("thickness")->read("0.4"));
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 2 * before, 1e-12 * before);
}

template <class Shell>
void expectStressesOfTheMovedShell(const Patch& patch) {
  const ForceScene scene(patchScene(patch));
  move(patch, scene, [](const Vec3& p) { return std::pair(Vec3(small * p[0], 0, 0), Vec3::Zero().eval()); });
  scene.linearise();
  const auto& shell = dynamic_cast<Shell&>(*scene.force);
  ASSERT_EQ(shell.d_vonMises.value().size(), patch.elements);
  const double xx = 70 / 0.91 * small, yy = 0.3 * xx;
  for (std::size_t e = 0; e < patch.elements; ++e) {
    EXPECT_NEAR(shell.d_vonMises.value()[e], std::sqrt(xx * xx - xx * yy + yy * yy), 1e-9);
    const type::Vec6 &top = shell.d_stressTop.value()[e], &bottom = shell.d_stressBottom.value()[e];
    EXPECT_NEAR(top.head<3>().sum(), xx + yy, 1e-9);  // whatever the axes
    EXPECT_LT((top - bottom).norm(), 1e-9);
  }
}

TEST(ShellForceField, stressesAreThoseOfTheMovedShell) {
  expectStressesOfTheMovedShell<TriangularShellForceField>(ofTriangles);
  expectStressesOfTheMovedShell<QuadShellForceField>(ofQuads);
}

TEST(TriangularShellForceField, aTriangleIsPulledByItsStress) {
  // Strain 0.01 along x without lateral contraction: forces E t 0.01 / 2 on a side of length 1.
  const ForceScene scene(
      "<MeshTopology triangles='0 1 2'/><MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1.01 0 0 0 0 0 1 "
      " "
      "0 1 0 0 0 0 1' rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  0 1 0 0 0 0 1'/>"
      "<TriangularShellForceField youngModulus='1000' poissonRatio='0' thickness='0.1'/>");
  const auto f = scene.forces();
  EXPECT_NEAR(f[6], -0.5, 0.01);  // up to squares of the strain
  EXPECT_NEAR(f[0] + f[6] + f[12], 0, 1e-15);
}

const std::string unitQuad = "position='0 0 0 0 0 0 1  {} 0 0 0 0 0 1  {} 1 0 0 0 0 1  0 1 0 0 0 0 1'";

TEST(QuadShellForceField, aQuadIsPulledByItsStress) {
  // Strain 0.01 along x without lateral contraction: forces E t 0.01 / 2 on both points of a side of length 1.
  const ForceScene scene("<MeshTopology quads='0 1 2 3'/><MechanicalObject template='Rigid3d' " +
                         fmt::format(fmt::runtime(unitQuad), 1.01, 1.01) + " rest_" +
                         fmt::format(fmt::runtime(unitQuad), 1, 1) +
                         "/><QuadShellForceField youngModulus='1000' poissonRatio='0' thickness='0.1'/>");
  const auto f = scene.forces();
  for (const int i : {6, 12}) EXPECT_NEAR(f[i], -0.5, 1e-12);
  for (const int i : {0, 18}) EXPECT_NEAR(f[i], 0.5, 1e-12);
}

/// Warped quads of a twisted strip: a turn of the whole causes nothing, forces are gradients.
TEST(QuadShellForceField, warpedQuadsAreAtRestAndKnowTheirEnergy) {
  const ForceScene scene(
      "<MeshTopology quads='0 1 3 2  2 3 5 4'/><MechanicalObject template='Rigid3d' position='0 -1 0 0 0 0 1  0 1 0 0 "
      "0 0 "
      "1  1 -.95 -.3 0 0 0 1  1 .95 .3 0 0 0 1  2 -.8 -.6 0 0 0 1  2 .8 .6 0 0 0 1'/>" +
      ofQuads.components());
  for (const double f : scene.forces()) EXPECT_NEAR(f, 0, 1e-13);
  scene.state().hostIntegrate(core::vec::position, core::vec::position, test::randomVector(36, 8), 0.2);
  checkEnergy(scene, 1e-7);
}

void expectCollapseTold(const std::string& text, const std::string& body) {
  const CapturedMessages messages;
  const ForceScene scene(body);
  for (int i = 0; i < 2; ++i)
    for (const double f : scene.forces()) EXPECT_EQ(f, 0);
  EXPECT_EQ(messages.warnings(text), 1u);
}

TEST(ShellForceField, anElementThatLosesItsAreaIsToldOnce) {
  expectCollapseTold("Triangle 0 of /mesh has lost its area",
                     "<MeshTopology name='mesh' triangles='0 1 2'/>"
                     "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1' "
                     "rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  0 1 0 0 0 0 1'/>" +
                         ofTriangles.components());
  expectCollapseTold("Quad 0 of /mesh has lost its area",
                     "<MeshTopology name='mesh' quads='0 1 2 3'/><MechanicalObject template='Rigid3d' "
                     "position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1  3 0 0 0 0 0 1' rest_" +
                         fmt::format(fmt::runtime(unitQuad), 1, 1) + "/>" + ofQuads.components());
}

void expectTold(const std::string& body, const std::string& text) {
  const CapturedMessages messages;
  const ForceScene scene(body);
  EXPECT_EQ(messages.errors(), 1u) << body;
  EXPECT_EQ(messages.errors(text), 1u) << body;
  for (const double f : scene.forces()) EXPECT_EQ(f, 0);
}

TEST_P(OneShellForceFieldTest, badInputIsToldOnce) {
  const Patch& patch = GetParam();
  const auto scene = [&](const std::string& attributes) {
    return patchScene(patch, patch.components(material + attributes));
  };
  const bool quads = patch.name == "Quads";
  expectTold(scene("thickness='0'"), "thickness \"0\" must be positive");
  expectTold(scene("thickness='1 2'"), quads ? "one for each of the 5 quads" : "one for each of the 6 triangles");
  expectTold(scene("thickness='1' drilling='0'"), "drilling is 0");
  const std::string points =
      "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1  3 0 0 0 0 0 1  "
      "1 1 0 0 0 0 1  0.4 0.3 0 0 0 0 1  2 1 0 0 0 0 1'/>";
  const auto mesh = [&](const std::string& elements) {
    return "<MeshTopology " + elements + "/>" + points + patch.components();
  };
  if (!quads) {
    expectTold(mesh("edges='0 1'"), "has no triangles");
    expectTold(mesh("triangles='0 1 2'"), "no area at rest");
    return expectTold(mesh("triangles='0 1 9'"), "names point 9");
  }
  expectTold(mesh("triangles='0 1 4'"), "has no quads");
  expectTold(mesh("quads='0 1 2 3'"), "not convex at point 0 at rest");  // all on a line
  expectTold(mesh("quads='0 1 4 9'"), "names point 9");
  expectTold(mesh("quads='0 1 6 4  0 1 4 5'"),
             "Quad 1 of /MeshTopology1, points 0 1 4 5, is not convex at point 5 at rest");
  expectTold(mesh("quads='0 1 2 4'"), "not convex at point 1 at rest");  // a straight corner
  expectTold(mesh("quads='0 1 1 4'"), "not convex at point 1 at rest");  // a triangle
}

}  // namespace
}  // namespace sofa::component::solidmechanics
