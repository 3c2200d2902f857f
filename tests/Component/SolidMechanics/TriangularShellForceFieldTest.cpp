// Shells of flat triangles: patches of constant strain and curvature, energy, large motions, threads and bad input.
#include "Sofa/Component/SolidMechanics/TriangularShellForceField.h"

#include "CapturedMessages.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::ForceScene;
using tests::CapturedMessages;
using type::Vec3;

/// A square of side 2 cut into irregular triangles around two points inside, 4 and 5; `tilt` turns it in space.
const std::array<Vec3, 6> patch{Vec3(0, 0, 0), Vec3(2, 0, 0),     Vec3(2, 2, 0),
                                Vec3(0, 2, 0), Vec3(0.7, 0.6, 0), Vec3(1.3, 1.5, 0)};
const std::string patchMesh = "<MeshTopology name='mesh' triangles='0 1 4  1 5 4  1 2 5  2 3 5  3 4 5  3 0 4'/>";
const type::Quat tilt = type::exponential(Vec3(0.5, -1, 0.8));
const std::string thinShell = "<TriangularShellForceField youngModulus='70' poissonRatio='0.3' thickness='0.2'/>";

std::string patchScene(const std::string& component = thinShell) {
  std::string frames;
  for (const Vec3& p : patch) {
    const Vec3 x = type::rotate(tilt, p);
    frames += fmt::format("{} {} {} 0 0 0 1  ", x[0], x[1], x[2]);
  }
  return patchMesh + "<MechanicalObject template='Rigid3d' position='" + frames + "'/>" + component;
}

/// Moves the frames by a field given in the frame of the patch: displacement and turn at a point.
template <class Field>
void move(const ForceScene& scene, const Field& field) {
  std::vector<double> d;
  for (const Vec3& p : patch) {
    const auto [shift, turn] = field(p);
    for (const Vec3& v : {type::rotate(tilt, shift), type::rotate(tilt, turn)}) d.insert(d.end(), {v[0], v[1], v[2]});
  }
  scene.state().hostIntegrate(core::vec::position, core::vec::position, d, 1);
}

/// The points inside feel nothing in a field of constant strain or curvature.
void expectFreeInside(const ForceScene& scene, double tolerance) {
  const auto f = scene.forces();
  for (std::size_t i = 24; i < 36; ++i) EXPECT_NEAR(f[i], 0, tolerance) << i;
}

constexpr double small = 1e-6;

TEST(TriangularShellForceField, patchOfConstantStrain) {
  const ForceScene scene(patchScene());
  move(scene, [](const Vec3& p) {
    return std::pair(Vec3(small * Vec3(0.3 * p[0] - 0.7 * p[1], 0.2 * p[0] + 0.5 * p[1], 0)), Vec3(0, 0, small * 0.45));
  });
  expectFreeInside(scene, 1e-11);
  const Vec3 strain(0.3, 0.5, -0.5);
  EXPECT_NEAR(*scene.force->potentialEnergy({}) / (small * small),
              0.5 * 4 * 0.2 * strain.dot(fem::planeStress(70, 0.3) * strain), 1e-4);
}

/// w = (0.3 x^2 + 0.8 y^2) / 2 - 0.4 x y.
TEST(TriangularShellForceField, patchOfConstantCurvature) {
  const ForceScene scene(patchScene());
  move(scene, [](const Vec3& p) {
    const double w = 0.15 * p[0] * p[0] + 0.4 * p[1] * p[1] - 0.4 * p[0] * p[1];
    return std::pair(Vec3(0, 0, small * w), Vec3(small * Vec3(0.8 * p[1] - 0.4 * p[0], 0.4 * p[1] - 0.3 * p[0], 0)));
  });
  expectFreeInside(scene, 1e-11);
  const Vec3 curvature(0.3, 0.8, -0.8);
  EXPECT_NEAR(*scene.force->potentialEnergy({}) / (small * small),
              0.5 * 4 * 0.008 / 12 * curvature.dot(fem::planeStress(70, 0.3) * curvature), 1e-5);
}

/// A frame that turns about the normal alone is held by drilling.
TEST(TriangularShellForceField, drillingHoldsTurnsAboutTheNormal) {
  const auto moment = [](const std::string& drilling) {
    const ForceScene scene(patchScene(
        "<TriangularShellForceField youngModulus='70' poissonRatio='0.3' thickness='0.2' " + drilling + "/>"));
    move(scene, [](const Vec3& p) { return std::pair(Vec3::Zero().eval(), Vec3(0, 0, p == patch[4] ? small : 0)); });
    const auto f = scene.forces();
    return Vec3(f[27], f[28], f[29]).dot(type::rotate(tilt, Vec3(0, 0, 1)));
  };
  const double none = moment("drilling='1e-9'"), usual = moment(""), all = moment("drilling='1'");
  EXPECT_LT(all, 0);
  EXPECT_NEAR((usual - none) / (all - none), 0.05, 1e-7);
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

TEST(TriangularShellForceField, aLargeRigidMotionCausesNoForce) {
  const ForceScene scene(patchScene());
  auto& state = dynamic_cast<core::State<type::Rigid3Types>&>(scene.state());
  const type::Quat turn = type::exponential(Vec3(-1, 0.4, 2));
  for (auto& x : state.writeCoords(core::vec::position))
    x = {type::rotate(turn, x.center) + Vec3(7, 8, 9), turn * x.orientation};
  for (const double f : scene.forces()) EXPECT_NEAR(f, 0, 1e-12);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0, 1e-24);
}

TEST(TriangularShellForceField, forcesAreTheGradientOfTheEnergy) {
  const ForceScene scene(patchScene());
  scene.state().hostIntegrate(core::vec::position, core::vec::position, test::randomVector(36, 8), 0.2);
  checkEnergy(scene, 1e-7);
  checkPurity(scene);
}

TEST(TriangularShellForceField, oneThicknessAndModulusPerTriangle) {
  const ForceScene all(patchScene()),
      each(patchScene("<TriangularShellForceField youngModulus='70 70 70 70 70 140' poissonRatio='0.3' "
                      "thickness='.2 .2 .2 .2 .2 .1'/>"));
  move(all, [](const Vec3& p) { return std::pair(Vec3(small * p[0], 0, 0), Vec3::Zero().eval()); });
  move(each, [](const Vec3& p) { return std::pair(Vec3(small * p[0], 0, 0), Vec3::Zero().eval()); });
  test::expectNear(all.forces(), each.forces(), 1e-16);  // twice the modulus, half the thickness
  EXPECT_EQ(each.errors, 0u);
}

TEST(TriangularShellForceField, threadsDoNotChangeBits) {
  const ForceScene scene(
      "<RegularGridTopology n='21 21 1' min='0 0 0' max='1 1 0'/><MechanicalObject template='Rigid3d'/>" + thinShell);
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

TEST(TriangularShellForceField, aChangedThicknessCounts) {
  const ForceScene scene(patchScene());
  move(scene, [](const Vec3& p) { return std::pair(Vec3(0.001 * p[0], 0, 0), Vec3::Zero().eval()); });
  const double before = *scene.force->potentialEnergy({});
  dynamic_cast<TriangularShellForceField&>(*scene.force).d_thickness.set({0.4});
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 2 * before, 1e-12 * before);
}

TEST(TriangularShellForceField, stressesAreThoseOfTheMovedShell) {
  const ForceScene scene(patchScene());
  move(scene, [](const Vec3& p) { return std::pair(Vec3(small * p[0], 0, 0), Vec3::Zero().eval()); });
  scene.linearise();
  const auto& shell = dynamic_cast<TriangularShellForceField&>(*scene.force);
  ASSERT_EQ(shell.d_vonMises.value().size(), 6u);
  const double xx = 70 / 0.91 * small, yy = 0.3 * xx;
  for (std::size_t e = 0; e < 6; ++e) {
    EXPECT_NEAR(shell.d_vonMises.value()[e], std::sqrt(xx * xx - xx * yy + yy * yy), 1e-9);
    const type::Vec6 &top = shell.d_stressTop.value()[e], &bottom = shell.d_stressBottom.value()[e];
    EXPECT_NEAR(top.head<3>().sum(), xx + yy, 1e-9);  // whatever the axes
    EXPECT_LT((top - bottom).norm(), 1e-9);
  }
}

TEST(TriangularShellForceField, aTriangleThatLosesItsAreaIsToldOnce) {
  const CapturedMessages messages;
  const ForceScene scene(
      "<MeshTopology name='mesh' triangles='0 1 2'/>"
      "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1' "
      "rest_position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  0 1 0 0 0 0 1'/>" +
      thinShell);
  for (int i = 0; i < 2; ++i)
    for (const double f : scene.forces()) EXPECT_EQ(f, 0);
  EXPECT_EQ(messages.warnings("Triangle 0 of /mesh has lost its area"), 1u);
}

void expectTold(const std::string& body, const std::string& text) {
  const CapturedMessages messages;
  const ForceScene scene(body);
  EXPECT_EQ(messages.errors(), 1u) << body;
  EXPECT_EQ(messages.errors(text), 1u) << body;
  for (const double f : scene.forces()) EXPECT_EQ(f, 0);
}

TEST(TriangularShellForceField, badInputIsToldOnce) {
  const std::string shell = "<TriangularShellForceField youngModulus='70' poissonRatio='0.3' thickness=";
  const std::string line =
      "<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1  2 0 0 0 0 0 1'/>";
  expectTold(patchScene(shell + "'0'/>"), "thickness \"0\" must be positive");
  expectTold(patchScene(shell + "'1 2'/>"), "one for each of the 6 triangles");
  expectTold(patchScene(shell + "'1' drilling='0'/>"), "drilling is 0");
  expectTold("<MeshTopology edges='0 1'/>" + line + shell + "'1'/>", "has no triangles");
  expectTold("<MeshTopology triangles='0 1 2'/>" + line + shell + "'1'/>", "no area at rest");
  expectTold("<MeshTopology triangles='0 1 7'/>" + line + shell + "'1'/>", "names point 7");
}

}  // namespace
}  // namespace sofa::component::solidmechanics
