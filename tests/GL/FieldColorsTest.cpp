#include "Sofa/GL/FieldColors.h"

#include "Component/SceneText.h"
#include "Sofa/GL/FrameCapture.h"

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
  ASSERT_EQ(surface.vertices->colors.size(), 20u);
  const auto color = [&](std::size_t i) {
    const auto* c = surface.vertices->colors.data() + 4 * i;
    return std::array<int, 4>{c[0], c[1], c[2], c[3]};
  };
  EXPECT_EQ(color(0), (std::array<int, 4>{0, 0, 255, 255}));
  EXPECT_EQ(color(3), (std::array<int, 4>{255, 0, 0, 255}));
  ASSERT_EQ(frame.drawList.legends().size(), 1u);
  EXPECT_EQ(frame.drawList.legends()[0].title, "displacement (m)");
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
  options.replacesVisualModels = false;
  shown.colors.show({"/body/dofs", "displacement", "m"}, options);
  const Frame& frame = shown.take();
  ASSERT_EQ(frame.surfaces.size(), 3u);
  EXPECT_EQ(frame.surfaces.back().vertices->colors[2 + 4 * 3], 255);  // beyond the range: the last colour, blue
  EXPECT_EQ(frame.drawList.legends().at(0).max, 2);
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
  const auto& values = shown.colors.snapshot()->values;
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 1);
  EXPECT_TRUE(shown.colors.snapshot()->perElement);
  EXPECT_EQ(std::set<float>(values.begin(), values.end()).size(), 2u);
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
