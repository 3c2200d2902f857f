// SPDX-License-Identifier: Apache-2.0
// Meshes under the mouse: incisions, removals and stitches.
#include "CapturedMessages.h"
#include "PressedMouse.h"
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::gl {
namespace {

const std::string tetrahedra =
    "<Node name='cells'><RegularGridTopology name='grid' n='5 3 3' min='0 0 0' max='4 1 1'/></Node>"
    "<Node name='body'><EulerImplicitSolver/><CGLinearSolver iterations='20' tolerance='1e-9' threshold='1e-9'/>"
    "<TetrahedronSetTopologyContainer name='mesh' position='@../cells/grid.position'/><TetrahedronSetTopologyModifier/>"
    "<Hexa2TetraTopologicalMapping input='@../cells/grid' output='@mesh'/><MechanicalObject name='dofs'/>"
    "<UniformMass totalMass='1'/><TetrahedronFEMForceField youngModulus='500' poissonRatio='0.3'/></Node>";

TEST(IncisionOperation, cutsAlongItsWay) {
  tests::CapturedMessages said;
  const Scene scene(tetrahedra, withoutGravity);
  auto& state = scene.first<core::BaseState>();
  ASSERT_EQ(state.size(), 45u);
  {
    const auto cut = press(scene, MouseAction::incise, downAt(1.7, 0.5));
    ASSERT_TRUE(cut);
    EXPECT_TRUE(cut->line());
    EXPECT_EQ(state.size(), 45u) << "pressed only";
    cut->move(downAt(1.7, -0.5));
    const auto half = state.size();
    EXPECT_GT(half, 45u);
    scene.step();
    cut->move(downAt(1.7, 1.5));
    EXPECT_GT(state.size(), half);
    cut->end();
    EXPECT_FALSE(cut->line());
  }
  scene.step(3);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(IncisionOperation, isOnlyAsDeepAsItsButtonSays) {
  const Scene scene(tetrahedra, withoutGravity);
  const auto picked = pickPoint(*scene.root, downAt(1.7, 1));
  ASSERT_TRUE(picked);
  auto button = MouseButton::standard(MouseAction::incise);
  button.depth = 0.6;
  const auto cut = MouseOperation::create(button);
  ASSERT_TRUE(cut->start(*scene.root, *picked, downAt(1.7, 1.5)));
  cut->move(downAt(1.7, -0.5));
  auto& state = scene.first<core::State<type::Vec3Types>>();
  ASSERT_GT(state.size(), 45u);
  for (std::size_t i = 45; i < state.size(); ++i) EXPECT_GT(state.restPositions()[i].z(), 0.3);
}

TEST(IncisionOperation, leavesWhatHasNoMesh) {
  tests::CapturedMessages said;
  const Scene scene("<MechanicalObject position='0 0 0'/><UniformMass/>", withoutGravity);
  EXPECT_FALSE(press(scene, MouseAction::incise, downAt(0, 0)));
  EXPECT_EQ(said.errors("those of none"), 1u);
  const Scene fixedMesh(beam(""), withoutGravity);
  EXPECT_FALSE(press(fixedMesh, MouseAction::incise, downAt(2, 0.5)));
  EXPECT_EQ(said.errors("The mouse cannot cut here"), 1u);
}

std::size_t cells(const Scene& scene) {
  return scene.root->children().at(1)->local<core::BaseMeshTopology>()->tetrahedra().size();
}

TEST(RemovalOperation, takesOneElementAtATime) {
  tests::CapturedMessages said;
  const Scene scene(tetrahedra, withoutGravity);
  const auto before = cells(scene);
  const auto removal = press(scene, MouseAction::remove, downAt(1.7, 0.5));
  ASSERT_TRUE(removal);
  EXPECT_TRUE(removal->changesMesh());
  EXPECT_EQ(cells(scene), before) << "pressed only";
  removal->move(downAt(1.7, 0.5));
  EXPECT_EQ(cells(scene), before - 1);
  removal->move(downAt(1.71, 0.5));
  EXPECT_EQ(cells(scene), before - 1) << "the mouse only trembled";
  scene.step();
  removal->move(downAt(2.9, 0.5));
  EXPECT_EQ(cells(scene), before - 2);
  removal->move(downAt(9, 9));
  EXPECT_EQ(cells(scene), before - 2) << "beside the body";
  removal->end();
  removal->move(downAt(0.2, 0.5));
  EXPECT_EQ(cells(scene), before - 2);
  scene.step(3);
  EXPECT_EQ(said.errors(), 0u);
}

/// Those that the ray meets first: the upper layer.
TEST(RemovalOperation, takesWhatTheMouseSees) {
  const Scene scene(tetrahedra, withoutGravity);
  const auto removal = press(scene, MouseAction::remove, downAt(1.7, 0.3));
  ASSERT_TRUE(removal);
  auto& mesh = *scene.root->children().at(1)->local<core::BaseMeshTopology>();
  const auto all = mesh.tetrahedra();
  removal->move(downAt(1.7, 0.3));
  const std::set<type::Tetrahedron> left(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  const auto gone = std::ranges::find_if(all, [&](const auto& t) { return !left.contains(t); });
  ASSERT_NE(gone, all.end());
  double top = 0;
  for (const auto p : *gone) top = std::max(top, scene.first<core::BaseState>().pointPosition(p).z());
  EXPECT_EQ(top, 1);
}

TEST(RemovalOperation, takesWhatLiesWithinItsRadius) {
  const Scene scene(tetrahedra, withoutGravity);
  auto& mesh = *scene.root->children().at(1)->local<core::BaseMeshTopology>();
  const auto& x = scene.first<core::State<type::Vec3Types>>().positions();
  const Vec3 place(1.7, 0.5, 1);
  std::size_t far = 0;
  for (const auto& t : mesh.tetrahedra())
    far += ((x[t[0]] + x[t[1]] + x[t[2]] + x[t[3]]) / 4 - place).norm() > 0.8 ? 1 : 0;
  auto button = MouseButton::standard(MouseAction::remove);
  button.radius = 0.8;
  const auto removal = press(scene, button, downAt(1.7, 0.5));
  ASSERT_TRUE(removal);
  removal->move(downAt(1.7, 0.5));
  EXPECT_EQ(cells(scene), far);
  button.radius = 100;
  const auto all = press(scene, button, downAt(3.5, 0.5));
  ASSERT_TRUE(all);
  all->move(downAt(3.5, 0.5));
  EXPECT_EQ(cells(scene), 0u);
  all->move(downAt(0.5, 0.5));
  scene.step(2);
  EXPECT_FALSE(press(scene, button, downAt(3.5, 0.5)));
}

TEST(RemovalOperation, saysWhatItNeeds) {
  tests::CapturedMessages said;
  EXPECT_FALSE(press(Scene(beam(""), withoutGravity), MouseAction::remove, downAt(2, 0.5)));
  EXPECT_EQ(said.errors("add a HexahedronSetTopologyModifier"), 1u);
  EXPECT_FALSE(press(Scene("<MeshTopology position='0 0 0 1 0 0' edges='0 1'/><MechanicalObject/>"),
                     MouseAction::remove, downAt(0, 0)));
  EXPECT_EQ(said.errors("has none"), 1u);
}

/// Two sheets side by side, 1 apart, held at their outer edges.
const std::string wound = [] {
  std::string text;
  for (const auto& [name, x] : {std::pair("left", -1.5), std::pair("right", .5)})
    text += fmt::format(
        "<Node name='{}'><EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-9' threshold='1e-12'/>"
        "<TriangleSetTopologyContainer triangles='0 1 2 0 2 3' position='{} 0 0 {} 0 0 {} 1 0 {} 1 0'/>"
        "<TriangleSetTopologyModifier/><MechanicalObject name='dofs'/><UniformMass totalMass='1'/></Node>",
        name, x, x + 1, x + 1, x);
  return text;
}();

double gap(const Scene& scene) {
  const auto at = [&](std::size_t child) -> auto& {
    return *core::localMechanicalState(*scene.root->children()[child]);
  };
  return (at(1).pointPosition(0) - at(0).pointPosition(1)).norm();
}

/// Two bodies of mass 1/4 a point, joined by k = 10 without rest length: the pull of the first step is known.
TEST(SutureOperation, drawsTheTwoEndsTogether) {
  tests::CapturedMessages said;
  const Scene scene(wound, withoutGravity);
  auto suture = press(scene, MouseAction::suture, downAt(-.51, .01));
  ASSERT_TRUE(suture);
  suture->move(downAt(0, .01));
  ASSERT_TRUE(suture->line());
  EXPECT_NEAR((suture->line()->held - Vec3(-.5, 0, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((suture->line()->mouse - Vec3(0, .01, 0)).norm(), 0, 1e-12);
  suture->move(downAt(.51, .01));
  suture->end();
  ASSERT_TRUE(suture->line());
  EXPECT_NEAR((suture->line()->mouse - Vec3(.5, 0, 0)).norm(), 0, 1e-12);
  const double before = gap(scene);
  scene.step(50);
  EXPECT_LT(gap(scene), before - .5);
  suture->reset();
  EXPECT_FALSE(suture->line());
  EXPECT_EQ(scene.root->children().size(), 2u);
  EXPECT_EQ(said.errors(), 0u);
}

TEST(SutureOperation, needsTwoPoints) {
  tests::CapturedMessages said;
  const Scene scene(wound, withoutGravity);
  auto suture = press(scene, MouseAction::suture, downAt(-.51, .01));
  ASSERT_TRUE(suture);
  suture->end();
  EXPECT_EQ(said.errors("another point"), 1u);
  EXPECT_FALSE(suture->line());
  const Scene body("<MechanicalObject template='Rigid3d' position='0 0 0 0 0 0 1'/>");
  EXPECT_FALSE(press(body, MouseAction::suture, downAt(0, 0)));
  EXPECT_EQ(said.errors("points of type Vec3d"), 1u);
}

/// Elements go, points take other numbers, the stitch holds on; with its end it goes too.
TEST(SutureOperation, followsItsMesh) {
  tests::CapturedMessages said;
  const Scene scene(tetrahedra, withoutGravity);
  auto suture = press(scene, MouseAction::suture, downAt(.01, .01));
  ASSERT_TRUE(suture);
  suture->move(downAt(3.99, .99));
  suture->end();
  const auto before = suture->line();
  ASSERT_TRUE(before);
  auto button = MouseButton::standard(MouseAction::remove);
  button.radius = .8;
  const auto removal = press(scene, button, downAt(2, .5));
  ASSERT_TRUE(removal);
  removal->move(downAt(2, .5));
  ASSERT_TRUE(suture->line());
  EXPECT_EQ(suture->line()->held, before->held);
  EXPECT_EQ(suture->line()->mouse, before->mouse);
  removal->move(downAt(3.9, .9));
  EXPECT_FALSE(suture->line());
  scene.step(3);
  EXPECT_EQ(said.errors(), 0u);
}

}  // namespace
}  // namespace sofa::gl
