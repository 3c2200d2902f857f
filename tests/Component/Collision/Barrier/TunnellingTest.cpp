// SPDX-License-Identifier: Apache-2.0
#include "Component/Collision/Barrier/BarrierScenes.h"

/// Scenes in which bodies would pass each other within a step, or that contact by samples gets wrong (Erleben,
/// Methodology for Assessing Mesh-Based Contact Point Methods, ACM Transactions on Graphics 37, 2018).
namespace sofa::tests {
namespace {

using type::Vec3;

/// The border of a sheet of n x n cells.
std::string borderHeld(int n) {
  std::string indices;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      if (i == 0 || j == 0 || i == n || j == n) indices += fmt::format("{} ", i + j * (n + 1));
  return "<FixedProjectiveConstraint indices='" + indices + "'/>";
}

TEST(BarrierContact, aFastBallDoesNotPassASheet) {
  for (const double h : {1 / 30.0, 0.01}) {
    const BarrierScene scene(clothNode("sheet", MeshText::sheet(6, 6, 1, 1, 0), 0.3, 1e7, borderHeld(6)) +
                                 solidNode("ball", MeshText::box(2, 2, 2, Vec3(-.1, -.1, .05), Vec3(.1, .1, .25)), 100,
                                           1e7, "", Vec3(0, 0, -100)),
                             "activationDistance='0.005'", fmt::format("dt='{}' gravity='0 0 0'", h));
    scene.stepFreely(5);
    EXPECT_GT(scene.lowest(1), scene.lowest(0));
    EXPECT_GT(scene.body(1).velocities()[0].z(), -50);
  }
}

TEST(BarrierContact, aNeedleDoesNotPassAMat) {
  // Held upright, so that it does not tip over.
  const std::string guided = "<PartialFixedProjectiveConstraint fixAll='1' fixedDirections='1 1 0'/>";
  for (const double h : {1 / 30.0, 0.01}) {
    const BarrierScene scene(
        clothNode("mat", MeshText::sheet(6, 6, 0.5, 0.5, 0), 1, 1e7, borderHeld(6)) +
            solidNode("needle", MeshText::spike(5, 0.004, Vec3(.013, .007, .3), Vec3(.013, .007, .02)), 1000, 1e8,
                      guided, Vec3(0, 0, -100)),
        "activationDistance='0.002'", fmt::format("dt='{}' gravity='0 0 0'", h));
    scene.stepFreely(5);
    EXPECT_GT(scene.lowest(1), scene.lowest(0));
    EXPECT_GT(scene.body(1).velocities()[0].z(), -50);
  }
}

TEST(BarrierContact, particlesDoNotPassACloth) {
  const BarrierScene scene(clothNode("cloth", MeshText::sheet(4, 4, 1, 1, 0), 0.3, 1e6, borderHeld(4)) +
                               "<Node name='particles'><MechanicalObject template='Vec3d' "
                               "position='.1 .05 .1  .25 .25 .2  0 0 .3  -.25 .1 .1' "
                               "velocity='0 0 -100  0 0 -100  0 0 -100  0 0 -100'/><UniformMass vertexMass='0.01'/>"
                               "<PointCollisionModel/></Node>",
                           "activationDistance='0.005'", "dt='0.01' gravity='0 0 0'");
  scene.stepFreely(2);
  EXPECT_LT(scene.lowest(0), -1e-3);
  EXPECT_GT(scene.lowest(1), scene.lowest(0));
}

TEST(BarrierContact, rodsDoNotPassEachOther) {
  const auto rod = [](const std::string& name, const Vec3& a, const Vec3& b, double v, const std::string& more) {
    std::string x, velocity, edges, springs;
    for (int i = 0; i <= 3; ++i) {
      const Vec3 p = a + i / 3.0 * (b - a);
      x += fmt::format("{} {} {} ", p.x(), p.y(), p.z());
      velocity += fmt::format("0 0 {} ", v);
      if (i < 3) {
        edges += fmt::format("{} {} ", i, i + 1);
        springs += fmt::format("{} {} 1e5 0 {} ", i, i + 1, (b - a).norm() / 3);
      }
    }
    return fmt::format(
        "<Node name='{0}'><EdgeSetTopologyContainer position='{1}' edges='{2}'/><MechanicalObject template='Vec3d' "
        "position='{1}' velocity='{3}'/><UniformMass totalMass='0.1'/><SpringForceField spring='{4}'/>"
        "<LineCollisionModel/>{5}</Node>",
        name, x, edges, velocity, springs, more);
  };
  const BarrierScene scene(
      rod("lower", Vec3(-1, 0, 0), Vec3(1, 0.1, 0), 0, "<FixedProjectiveConstraint indices='0 3'/>") +
          rod("upper", Vec3(0.1, -1, .2), Vec3(0, 1, .2), -100, ""),
      "activationDistance='0.005'", "dt='0.01' gravity='0 0 0'");
  scene.stepFreely(1);
  // Where they cross, seen from above, the upper one is above.
  const auto &a = scene.body(0).positions(), &b = scene.body(1).positions();
  int crossings = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 u = a[i + 1] - a[i], v = b[j + 1] - b[j], w = b[j] - a[i];
      const double d = u.x() * v.y() - u.y() * v.x();
      const double s = (w.x() * v.y() - w.y() * v.x()) / d, t = (w.x() * u.y() - w.y() * u.x()) / d;
      if (s < 0 || s > 1 || t < 0 || t > 1) continue;
      ++crossings;
      EXPECT_GT((b[j] + t * v).z(), (a[i] + s * u).z());
    }
  EXPECT_EQ(crossings, 1);
  EXPECT_LT(a[1].z(), -0.01);
}

TEST(BarrierContact, aPlateThatIsMovedThroughTakesTheClothAlong) {
  MeshText plate = MeshText::sheet(3, 3, 0.5, 0.5, 0.05);
  const BarrierScene scene(
      clothNode("cloth", MeshText::sheet(5, 5, 0.4, 0.4, 0), 0.3, 1e5) +
          fmt::format(
              "<Node name='plate'><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
              "<MechanicalObject template='Vec3d' position='{0}'/><TriangleCollisionModel/>"
              "<LinearMovementProjectiveConstraint indices='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' keyTimes='0 1' "
              "movements='0 0 0  0 0 -10'/></Node>",
              plate.positions(), MeshText::indices(plate.triangles)),
      "activationDistance='0.01'", "dt='0.02' gravity='0 0 0'");
  scene.stepFreely(5);
  EXPECT_NEAR(scene.mean(1, 2), -0.95, 1e-9);
  for (const auto& x : scene.body(0).positions()) EXPECT_LT(x.z(), -0.95);
}

/// The corners of a body that turns do not move straight.
TEST(BarrierContact, aSpinningRigidBodyDoesNotPassACloth) {
  const MeshText box = MeshText::box(1, 1, 1, Vec3(-.3, -.02, -.02), Vec3(.3, .02, .02));
  const BarrierScene scene(
      clothNode("cloth", MeshText::sheet(6, 6, 1, 1, 0), 0.5, 1e6, borderHeld(6)) +
          fmt::format(
              "<Node name='bar'><MechanicalObject template='Rigid3d' position='0 0 .15  0 0 0 1' "
              "velocity='0 0 -5  0 60 0'/><UniformMass totalMass='2'/>"
              "<Node><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
              "<MechanicalObject template='Vec3d' position='{0}'/><TriangleCollisionModel/><RigidMapping/></Node>"
              "</Node>",
              box.positions(), MeshText::indices(box.triangles)),
      "activationDistance='0.005'", "dt='0.01' gravity='0 0 -10'");
  for (int i = 0; i < 20; ++i) {
    scene.stepFreely(1);
    const Vec3 bar = scene.first<core::State<type::Rigid3Types>>().positions()[0].center;
    const auto nearest = std::ranges::min(
        scene.body(0).positions(), {}, [&](const Vec3& x) { return Vec3(x.x() - bar.x(), x.y() - bar.y(), 0).norm(); });
    EXPECT_GT(bar.z(), nearest.z());
  }
  EXPECT_LT(scene.lowest(0), -0.005);
}

TEST(BarrierContact, aStripFoldsOnItself) {
  MeshText strip = MeshText::sheet(2, 20, 0.15, 1, 0);
  for (std::size_t i = 0; i < strip.x.size(); ++i)  // upright, hardly bent
    strip.x[i] = Vec3(strip.x[i].x(), 0.01 * std::cos(3 * strip.x[i].y()), strip.x[i].y() + 0.52);
  std::string node = clothNode("strip", strip, 0.3, 1e6, "", Vec3(0, 0, -3));
  node.replace(node.find("<TriangleCollisionModel/>"), 25, "<TriangleCollisionModel selfCollision='1'/>");
  const BarrierScene scene(
      node + clothNode("floor", MeshText::sheet(4, 4, 2, 2, 0), 0.3, 1e5, "<FixedProjectiveConstraint fixAll='1'/>"),
      "activationDistance='0.004' friction='0.3'", "dt='0.02' gravity='0 0 -10'",
      "max_iterations='200' rayleighMass='1'");
  scene.stepFreely(30);
  EXPECT_LT(scene.mean(0, 2), 0.15);
}

/// The skin of a solid of few cells is finer than these.
TEST(BarrierContact, aBarycentricSkinDoesNotPass) {
  const MeshText cells = MeshText::box(1, 1, 1, Vec3(-.1, -.1, .05), Vec3(.1, .1, .25));
  const MeshText skin = MeshText::box(3, 3, 3, Vec3(-.09, -.09, .06), Vec3(.09, .09, .24));
  const BarrierScene scene(
      clothNode("cloth", MeshText::sheet(6, 6, 1, 1, 0), 0.3, 1e6, borderHeld(6)) +
          fmt::format("<Node name='solid'><TetrahedronSetTopologyContainer position='{2}' tetrahedra='{3}'/>"
                      "<MechanicalObject template='Vec3d'/><DiagonalMass massDensity='100'/>"
                      "<StableNeoHookeanForceField youngModulus='1e6' poissonRatio='0.3'/>"
                      "<ConstantForceField totalForce='0 0 -600'/>"
                      "<Node><TriangleSetTopologyContainer position='{0}' triangles='{1}'/>"
                      "<MechanicalObject template='Vec3d' position='{0}'/><TriangleCollisionModel/>"
                      "<BarycentricMapping/></Node></Node>",
                      skin.positions(), MeshText::indices(skin.triangles), cells.positions(),
                      MeshText::indices(cells.tetrahedra)),
      "activationDistance='0.005'", "dt='0.02' gravity='0 0 0'");
  scene.stepFreely(6);
  EXPECT_LT(scene.lowest(0), -0.05);
}

TEST(BarrierContact, aStackOfSheetsStaysInOrder) {
  std::string bodies =
      clothNode("floor", MeshText::sheet(4, 4, 1, 1, 0), 0.3, 1e5, "<FixedProjectiveConstraint fixAll='1'/>");
  for (int i = 1; i <= 5; ++i) {
    MeshText sheet = MeshText::sheet(3 + i % 3, 3 + i % 2, 0.5, 0.5, 0.02 * i);
    const double turn = 0.3 * i;
    for (auto& x : sheet.x)
      x = Vec3(std::cos(turn) * x.x() - std::sin(turn) * x.y(), std::sin(turn) * x.x() + std::cos(turn) * x.y(), x.z());
    bodies += clothNode(fmt::format("sheet{}", i), sheet, 0.3, 1e5, "", Vec3(0, 0, -2));
  }
  const BarrierScene scene(bodies, "activationDistance='0.004'", "dt='0.02' gravity='0 0 -10'",
                           "max_iterations='200' rayleighMass='1'");
  scene.stepFreely(20);
  for (std::size_t i = 1; i <= 5; ++i) EXPECT_GT(scene.mean(i, 2), scene.mean(i - 1, 2));
}

struct ErlebenCase {
  const char* name;
  MeshText lower, upper;
  bool slidesOff = false;
};

std::vector<ErlebenCase> erlebenCases() {
  std::vector<ErlebenCase> cases;
  // Pyramids whose tips, or whose tip and edge, meet exactly.
  const auto up = [](int n) { return MeshText::spike(n, 0.2, Vec3(0, 0, 0), Vec3(0, 0, .3)); };
  const auto down = [](int n) { return MeshText::spike(n, 0.2, Vec3(0, 0, .65), Vec3(0, 0, .35)); };
  MeshText wedge = MeshText::box(2, 2, 1, Vec3(-.2, -.2, 0), Vec3(.2, .2, .3));
  for (auto& x : wedge.x)
    if (x.z() > 0) x.x() *= 0.01;  // a blade along y
  MeshText turned = wedge;
  for (auto& x : turned.x) x = Vec3(x.y(), -x.x(), 0.65 - x.z());
  MeshText parallel = wedge;
  for (auto& x : parallel.x) x.z() = 0.65 - x.z();
  for (auto* mesh : {&turned, &parallel})
    for (auto& t : mesh->tetrahedra) std::swap(t[2], t[3]);
  for (auto& t : turned.tetrahedra)
    if ((turned.x[t[1]] - turned.x[t[0]]).cross(turned.x[t[2]] - turned.x[t[0]]).dot(turned.x[t[3]] - turned.x[t[0]]) <
        0)
      std::swap(t[2], t[3]);
  cases.push_back({"spike on spike", up(4), down(4)});
  cases.push_back({"spike on wedge", wedge, down(6)});
  cases.push_back({"wedge on wedge across", wedge, turned});
  cases.push_back({"wedge on wedge along", wedge, parallel, true});
  cases.push_back({"cliff", MeshText::box(2, 2, 1, Vec3(-.2, -.2, 0), Vec3(.2, .2, .3)),
                   MeshText::box(1, 1, 1, Vec3(-.2, -.2, .32), Vec3(.2, .2, .6))});
  cases.push_back({"edge on edge", MeshText::box(1, 1, 1, Vec3(-.2, -.2, 0), Vec3(.2, .2, .3)),
                   MeshText::box(1, 1, 1, Vec3(.19999, -.2, .32), Vec3(.6, .2, .6)), true});
  return cases;
}

TEST(BarrierContact, spikesWedgesAndCliffsDoNotPass) {
  for (const ErlebenCase& one : erlebenCases()) {
    SCOPED_TRACE(one.name);
    const BarrierScene scene(
        solidNode("lower", one.lower, 500, 1e6, "<FixedProjectiveConstraint indices='0'/>") +
            clothNode("floor", MeshText::sheet(2, 2, 3, 3, -0.05), 1, 1e5, "<FixedProjectiveConstraint fixAll='1'/>") +
            solidNode("upper", one.upper, 500, 1e6, "", Vec3(0, 0, -10)),
        "activationDistance='0.005'", "dt='0.01' gravity='0 0 -10'");
    scene.stepFreely(12);
    EXPECT_TRUE(one.slidesOff || scene.mean(2, 2) > scene.mean(0, 2));
    EXPECT_GT(scene.lowest(0), -0.05);  // above the floor
    EXPECT_GT(scene.lowest(2), -0.05);
  }
}

TEST(BarrierContact, aBoxStaysInsideABox) {
  const BarrierScene scene(solidNode("inner", MeshText::box(1, 1, 1, Vec3(-.1, -.1, -.1), Vec3(.1, .1, .1)), 500, 1e6,
                                     "", Vec3(30, 17, -50)) +
                               solidNode("outer", MeshText::box(2, 2, 2, Vec3(-.2, -.2, -.2), Vec3(.2, .2, .2)), 500,
                                         1e6, "<FixedProjectiveConstraint fixAll='1'/>"),
                           "activationDistance='0.005'", "dt='0.02' gravity='0 0 -10'");
  scene.stepFreely(10);
  for (const auto& x : scene.body(0).positions()) EXPECT_LT(x.cwiseAbs().maxCoeff(), 0.2);
}

}  // namespace
}  // namespace sofa::tests
