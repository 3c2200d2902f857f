// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FieldColors.h"

#include "Component/SceneText.h"
#include "Sofa/GL/Capture/FrameCapture.h"

namespace sofa::gl {
namespace {

using tests::Scene;
using type::Vec3;

/// A tetrahedron with a von Mises stress of its own, and a skin that follows it.
const std::string body =
    "<Node name='body'><TetrahedronSetTopologyContainer name='mesh' position='0 0 0 2 0 0 0 2 0 0 0 2 -2 0 0' "
    "tetrahedra='0 1 2 3 0 2 4 3'/><MechanicalObject name='dofs'/><UniformMass totalMass='1'/>"
    "<TetrahedronFEMForceField name='fem' youngModulus='100' poissonRatio='0.3' method='large'/>"
    "<Node name='skin'><OglModel name='v' position='@../dofs.position' triangles='0 1 2'/>"
    "<IdentityMapping input='@../dofs' output='@v'/></Node></Node>"
    "<Node name='other'><OglModel name='w' position='0 0 5 1 0 5 0 1 5' triangles='0 1 2'/></Node>";

struct Shown {
  explicit Shown(const Scene& scene) : root(*scene.root) {}
  /// The frame with the colours.
  const Frame& take() {
    simulation::updateVisual(root);
    frame = capture.take(root, 0);
    colors.addTo(root, const_cast<Frame&>(*frame));
    return *frame;
  }
  simulation::Node& root;
  FrameCapture capture;
  FieldColors colors;
  std::shared_ptr<const Frame> frame;
};

core::State<type::Vec3Types>& dofs(const Scene& scene) {
  return dynamic_cast<core::State<type::Vec3Types>&>(*core::localMechanicalState(*scene.root->children().at(0)));
}

TEST(FieldColors, findsWhatHasAValuePerPointOrElement) {
  const Scene scene(body);
  std::vector<std::string> names;
  for (const auto& field : findFields(*scene.root)) names.push_back(field.path + " " + field.name);
  for (const char* wanted : {"/body/dofs displacement", "/body/dofs velocity", "/body/dofs force",
                             "/body/fem vonMisesPerNode", "/body/fem vonMisesPerElement"})
    EXPECT_NE(std::find(names.begin(), names.end(), wanted), names.end()) << wanted;
  for (const auto& name : names) EXPECT_EQ(name.find("position"), std::string::npos) << name;
}

TEST(FieldColors, coloursPointsByTheNormOfTheirDisplacement) {
  const Scene scene(body);
  dofs(scene).writeCoords(core::vec::position)[3] = Vec3(0, 3, 6);  // moved by 5
  Shown shown(scene);
  EXPECT_EQ(shown.take().surfaces.size(), 2u);
  shown.colors.show({"/body/dofs", "displacement", "m"}, {});
  const Frame& frame = shown.take();
  ASSERT_EQ(frame.surfaces.size(), 2u);  // the skin gave way, the other model stays
  const Surface& surface = frame.surfaces.back();
  EXPECT_EQ(surface.mesh->triangles.size(), 18u);  // six outer faces
  // Five points, seen from several sides: the edges are sharp.
  ASSERT_GT(surface.vertices->positions.size(), 15u);
  ASSERT_EQ(3 * surface.vertices->colors.size(), 4 * surface.vertices->positions.size());
  const auto color = [&](std::size_t i) {
    const auto* c = surface.vertices->colors.data() + 4 * i;
    return std::array<int, 4>{c[0], c[1], c[2], c[3]};
  };
  EXPECT_EQ(color(0), (std::array<int, 4>{68, 1, 84, 255}));  // the ends of viridis
  EXPECT_EQ(color(3), (std::array<int, 4>{253, 231, 37, 255}));
  ASSERT_EQ(frame.drawList.legends().size(), 1u);
  EXPECT_EQ(frame.drawList.legends()[0].title, "body: displacement (m)");
  EXPECT_NEAR(frame.drawList.legends()[0].max, 5, 1e-12);
  EXPECT_EQ(frame.owners.at(surface.owner - 1).lock().get(), &dofs(scene));
  // Half way between a point that did not move and one that moved by 5.
  const auto value = shown.colors.snapshot()->valueAt({Vec3(1, 10, 0) + Vec3(0, 1.5, 3), -Vec3::UnitY()});
  ASSERT_TRUE(value);
  EXPECT_NEAR(*value, 2.5, 1e-5);
}

TEST(FieldColors, rangesAndSchemesAreChosen) {
  const Scene scene(body);
  dofs(scene).writeCoords(core::vec::position)[3] = Vec3(0, 3, 6);
  Shown shown(scene);
  FieldOptions options;
  options.scheme = "Red to Blue";
  options.automaticRange = false;
  options.min = 0;
  options.max = 2;
  options.where = FieldOptions::Where::meshBesideModels;
  shown.colors.show({"/body/dofs", "displacement", "m"}, options);
  const Frame& frame = shown.take();
  ASSERT_EQ(frame.surfaces.size(), 3u);
  EXPECT_EQ(frame.surfaces.back().vertices->colors[2 + 4 * 3], 255);  // beyond the range: the last colour, blue
  EXPECT_EQ(frame.drawList.legends().at(0).max, 2);
}

/// On a skin that a mapping interpolates: a bar of tetrahedra, and points within it.
TEST(FieldColors, coloursVisualModelsByInterpolation) {
  const Scene scene(
      "<Node name='body'><TetrahedronSetTopologyContainer name='mesh' position='0 0 0 4 0 0 0 4 0 0 0 4' "
      "tetrahedra='0 1 2 3'/><MechanicalObject name='dofs' position='@mesh.position' velocity='0 0 0 0 8 0 0 0 0 0 0 "
      "0'/>"
      "<Node name='skin'><OglModel name='v' position='0 0 0 2 0 0 1 1 1' triangles='0 1 2' color='1 0 0 0.5'/>"
      "<BarycentricMapping input='@../dofs' output='@v'/></Node></Node>");
  Shown shown(scene);
  FieldOptions options;
  options.where = FieldOptions::Where::visualModels;
  options.scheme = "Blue to Red";
  shown.colors.show({"/body/dofs", "velocity", "m/s"}, options);
  const auto before = dofs(scene).derivs(core::vec::velocity);
  const Frame& frame = shown.take();
  EXPECT_EQ(dofs(scene).derivs(core::vec::velocity), before);
  ASSERT_EQ(frame.surfaces.size(), 1u);
  const auto& piece = shown.colors.snapshot()->pieces.at(0);
  ASSERT_EQ(piece.values.size(), 3u);
  EXPECT_NEAR(piece.values[0], 0, 1e-5);
  EXPECT_NEAR(piece.values[1], 4, 1e-5);
  EXPECT_NEAR(piece.values[2], 2, 1e-5);
  const Surface& surface = frame.surfaces[0];
  EXPECT_EQ(surface.vertices->colors.size(), 12u);
  EXPECT_EQ(surface.vertices->colors[1], 0);                           // 0 of 8: blue
  EXPECT_NEAR(surface.vertices->colors[5], 255, 2);                    // 4 of 8: green
  EXPECT_EQ(surface.mesh->parts.at(0).material.diffuse.color.a, 1.f);  // not as translucent as the skin
  EXPECT_EQ(frame.drawList.legends().at(0).max, 8);
  EXPECT_EQ(shown.take().surfaces[0].mesh, surface.mesh);
}

TEST(FieldColors, visualModelsOnRigidBodiesAndChainsAreColoured) {
  const Scene scene(
      "<Node name='body'><MechanicalObject name='dofs' template='Rigid3' position='0 0 0 0 0 0 1 5 0 0 0 0 0 1' "
      "velocity='1 0 0 9 9 9 3 0 0 0 0 0'/><Node name='arm'>"
      "<MechanicalObject name='points' position='0 1 0 0 2 0'/>"
      "<RigidMapping input='@../dofs' output='@points' rigidIndexPerPoint='0 1'/><Node name='skin'>"
      "<OglModel name='v' position='0 2 0 0 1 0 0 2 0' triangles='0 1 2'/>"
      "<SubsetMapping input='@../points' output='@v' indices='1 0 1' "
      "handleTopologyChange='false'/></Node></Node></Node>");
  Shown shown(scene);
  FieldOptions options;
  options.where = FieldOptions::Where::visualModels;
  shown.colors.show({"/body/dofs", "velocity", "m/s"}, options);
  shown.take();
  ASSERT_TRUE(shown.colors.snapshot()) << shown.colors.problem();
  EXPECT_EQ(shown.colors.snapshot()->pieces.at(0).values, (std::vector<float>{3, 1, 3}));
}

TEST(FieldColors, withoutAVisualModelThatFollowsTheMeshIsColoured) {
  const Scene scene(
      "<Node name='body'><TetrahedronSetTopologyContainer name='mesh' position='0 0 0 4 0 0 0 4 0 0 0 4' "
      "tetrahedra='0 1 2 3'/><MechanicalObject name='dofs'/></Node>"
      "<OglModel name='v' position='0 0 0 2 0 0 1 1 1' triangles='0 1 2'/>");
  Shown shown(scene);
  FieldOptions options;
  options.where = FieldOptions::Where::visualModels;
  shown.colors.show({"/body/dofs", "velocity", "m/s"}, options);
  EXPECT_EQ(shown.take().surfaces.size(), 2u);
}

/// Stresses are computed from the moment on that somebody wants to see them.
TEST(FieldColors, coloursElementsByTheirStress) {
  const Scene scene("<EulerImplicitSolver/><CGLinearSolver iterations='50' tolerance='1e-9' threshold='1e-12'/>" + body,
                    "dt='0.01' gravity='0 0 0'");
  Shown shown(scene);
  shown.colors.show({"/body/fem", "vonMisesPerElement", "Pa"}, {});
  shown.take();
  dofs(scene).writeCoords(core::vec::position)[1] += Vec3(0.2, 0, 0);  // only in the first
  scene.step();
  const Frame& frame = shown.take();
  EXPECT_EQ(shown.colors.problem(), "");
  const Surface& surface = frame.surfaces.back();
  ASSERT_EQ(surface.vertices->positions.size(), 3u * 18);  // corners of their own
  const auto& values = shown.colors.snapshot()->pieces.at(0).values;
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 1);
  EXPECT_TRUE(shown.colors.snapshot()->perElement);
  EXPECT_EQ(std::set<float>(values.begin(), values.end()).size(), 2u);
  // The values of points are means of these: the same colours mean the same stress in both.
  const auto& legend = frame.drawList.legends().at(0);
  EXPECT_EQ(legend.title, "body: von Mises stress (Pa)");
  const auto elements = std::pair(legend.min, legend.max);
  shown.colors.show({"/body/fem", "vonMisesPerNode", "Pa"}, {});
  const auto& other = shown.take().drawList.legends().at(0);
  EXPECT_EQ(std::pair(other.min, other.max), elements);
}

TEST(FieldColors, steadyMeshesAreKeptAndBuffersUsedAgain) {
  const Scene scene(body);
  Shown shown(scene);
  shown.colors.show({"/body/dofs", "velocity", "m/s"}, {});
  const auto mesh = shown.take().surfaces.back().mesh;
  const auto id = shown.frame->surfaces.back().id;
  std::set<const void*> buffers;
  for (int i = 0; i < 20; ++i) {
    const auto& surface = shown.take().surfaces.back();
    EXPECT_EQ(surface.mesh, mesh);
    EXPECT_EQ(surface.id, id);
    buffers.insert(surface.vertices.get());
  }
  EXPECT_LE(buffers.size(), 3u);
}

TEST(FieldColors, particlesWithoutMeshArePoints) {
  const Scene scene("<MechanicalObject name='x' position='0 0 0 1 0 0' velocity='0 0 0 0 0 2'/>");
  Shown shown(scene);
  shown.colors.show({"/x", "velocity", "m/s"}, {});
  const Frame& frame = shown.take();
  std::size_t points = 0;
  for (const auto& batch : frame.drawList.batches())
    if (batch.primitive == core::DrawList::Primitive::points) points += batch.vertices.size();
  EXPECT_EQ(points, 2u);
  EXPECT_EQ(frame.drawList.legends().at(0).max, 2);
}

TEST(FieldColors, tellsWhyNothingIsShown) {
  const Scene scene(body);
  Shown shown(scene);
  shown.colors.show({"/nowhere", "velocity", ""}, {});
  EXPECT_TRUE(shown.take().drawList.legends().empty());
  EXPECT_NE(shown.colors.problem().find("/nowhere"), std::string::npos);
  shown.colors.show({"/body/dofs", "velocity", ""}, {});
  shown.take();
  EXPECT_EQ(shown.colors.problem(), "");
  auto* node = scene.root->children().at(0).get();
  node->removeComponent(core::localMechanicalState(*node));  // while it is looked at
  EXPECT_TRUE(shown.take().drawList.legends().empty());
  EXPECT_FALSE(shown.colors.problem().empty());
  EXPECT_FALSE(shown.colors.snapshot());
}

TEST(FieldColors, valuesThatAreNotFiniteAreGrey) {
  const Scene scene(body);
  dofs(scene).writeDerivs(core::vec::velocity)[1] = Vec3(std::nan(""), 0, 0);
  dofs(scene).writeDerivs(core::vec::velocity)[2] = Vec3(0, 3, 0);
  Shown shown(scene);
  shown.colors.show({"/body/dofs", "velocity", ""}, {});
  const Frame& frame = shown.take();
  EXPECT_EQ(frame.surfaces.back().vertices->colors[4], 128);
  EXPECT_NEAR(frame.drawList.legends().at(0).max, 3, 1e-12);
}

}  // namespace
}  // namespace sofa::gl
