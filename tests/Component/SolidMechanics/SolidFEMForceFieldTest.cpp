// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/SolidFEMForceField.h"

#include <fmt/format.h>

#include "Sofa/Core/Contract/QuadraticMesh.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

/// Eight boxes in a cube of 2, or four in a square, whose inner node is out of place; in space cut into tetrahedra if
/// wanted, in the plane into triangles.
std::string patch(const std::string& element) {
  const bool plane = element.starts_with("Quad") || element.starts_with("Triangle");
  std::string points, list;
  for (int k = 0; k < (plane ? 1 : 3); ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        const bool inner = i == 1 && j == 1 && (plane || k == 1);
        points +=
            fmt::format("{} {} {}  ", i + (inner ? 0.2 : 0), j - (inner ? 0.15 : 0), k + (inner && !plane ? 0.1 : 0));
      }
  constexpr int split[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  for (int k = 0; k < (plane ? 1 : 2); ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) {
        const int o = i + 3 * j + 9 * k, h[8] = {o, o + 1, o + 4, o + 3, o + 9, o + 10, o + 13, o + 12};
        if (element.starts_with("Tetra"))
          for (const auto& t : split) list += fmt::format("{} {} {} {}  ", h[t[0]], h[t[1]], h[t[2]], h[t[3]]);
        else if (element.starts_with("Triangle"))
          list += fmt::format("{} {} {} {} {} {}  ", h[0], h[1], h[2], h[0], h[2], h[3]);
        else
          for (int n = 0; n < (plane ? 4 : 8); ++n) list += fmt::format("{} ", h[n]);
      }
  const std::string kind = element.starts_with("Tetra")      ? "tetrahedra"
                           : element.starts_with("Triangle") ? "triangles"
                           : plane                           ? "quads"
                                                             : "hexahedra";
  std::string text = fmt::format("<MeshTopology name='linear' position='{}' {}='{}'/>", points, kind, list);
  const bool isQuadratic = std::isdigit(static_cast<unsigned char>(element.back())) != 0;
  if (isQuadratic)
    text += fmt::format("<QuadraticMeshTopology name='mesh' input='@linear' family='{}'/>",
                        element == "Quad8" || element == "Hexahedron20" ? "serendipity" : "lagrange");
  return text + fmt::format("<MechanicalObject template='{}' topology='@{}'/>", plane ? "Vec2d" : "Vec3d",
                            isQuadratic ? "mesh" : "linear");
}

std::string field(const std::string& element, const std::string& attributes) {
  const bool plane = element.starts_with("Quad") || element.starts_with("Triangle");
  return fmt::format("<SolidFEMForceField template='{},{}' {}/>", plane ? "Vec2d" : "Vec3d", element, attributes);
}

/// x -> (I + h A) x.
void deform(const ForceScene& scene, int dimension, double h) {
  constexpr double a[3][3] = {{.3, .2, -.1}, {.1, -.2, .3}, {-.2, .1, .4}};
  auto x = scene.state().hostWrite(core::vec::position);
  for (std::size_t p = 0; p < x.size(); p += static_cast<std::size_t>(dimension)) {
    double moved[3] = {};
    for (int i = 0; i < dimension; ++i)
      for (int j = 0; j < dimension; ++j) moved[i] += h * a[i][j] * x[p + static_cast<std::size_t>(j)];
    for (int i = 0; i < dimension; ++i) x[p + static_cast<std::size_t>(i)] += moved[i];
  }
}

class SolidPatch : public testing::TestWithParam<const char*> {
 protected:
  std::string element() const { return GetParam(); }
  int dimension() const { return element().starts_with("Quad") || element().starts_with("Triangle") ? 2 : 3; }
};

/// A deformation that is the same everywhere leaves no force on inner nodes, and the same stress at all.
TEST_P(SolidPatch, keepsAConstantStrain) {
  for (const std::string material :
       {"materialName='Hooke' youngModulus='100' poissonRatio='.3'",
        "materialName='NeoHookean' youngModulus='100' poissonRatio='.3'",
        "materialName='NeoHookean' youngModulus='100' poissonRatio='.3' volumeAverage='constant'",
        "materialName='StVenantKirchhoff' youngModulus='100' poissonRatio='.3' volumeAverage='linear'"}) {
    const ForceScene scene(patch(element()) + field(element(), material));
    ASSERT_EQ(scene.errors, 0u);
    ASSERT_EQ(scene.warnings, 0u);
    const auto rest = scene.state().hostRead(core::vec::position);
    const std::vector<double> start(rest.begin(), rest.end());
    expectNear(scene.forces(), std::vector<double>(start.size(), 0.0), 1e-12);
    deform(scene, dimension(), 0.5);
    const auto f = scene.forces();
    double largest = 0;
    int inner = 0;
    const auto d = static_cast<std::size_t>(dimension());
    for (std::size_t p = 0; p < f.size(); p += d) {
      bool isInner = true;
      for (std::size_t i = 0; i < d; ++i) isInner &= start[p + i] > 1e-6 && start[p + i] < 2 - 1e-6;
      inner += isInner;
      for (std::size_t i = 0; i < d; ++i) {
        if (isInner) {
          EXPECT_NEAR(f[p + i], 0, 1e-11) << material;
        }
        largest = std::max(largest, std::abs(f[p + i]));
      }
    }
    EXPECT_GT(inner, 0);
    EXPECT_GT(largest, 1);
    const auto* stress = dynamic_cast<const core::Data<std::vector<type::Vec6>>*>(scene.force->findData("stress"));
    ASSERT_EQ(stress->value().size() * d, start.size());
    for (const auto& s : stress->value())
      EXPECT_LT((s - stress->value()[0]).norm(), 1e-10 * stress->value()[0].norm()) << material;
  }
}

/// The change of volume is the same everywhere, so that averaging it changes nothing.
TEST_P(SolidPatch, averagingVolumesKeepsConstantStrains) {
  const std::string material = "materialName='NeoHookean' youngModulus='100' poissonRatio='.4' volumeAverage=";
  const ForceScene none(patch(element()) + field(element(), material + "'none'"));
  deform(none, dimension(), 0.5);
  for (const std::string average : {"'constant'", "'linear'"}) {
    const ForceScene scene(patch(element()) + field(element(), material + average));
    deform(scene, dimension(), 0.5);
    expectNear(scene.forces(), none.forces(), 1e-11);
    EXPECT_NEAR(*scene.force->potentialEnergy({}), *none.force->potentialEnergy({}), 1e-11);
  }
}

TEST_P(SolidPatch, turningCostsNothing) {
  const ForceScene scene(patch(element()) + field(element(),
                                                  "materialName='StVenantKirchhoff' youngModulus='100' "
                                                  "poissonRatio='.3'"));
  auto x = scene.state().hostWrite(core::vec::position);
  for (std::size_t p = 0; p < x.size(); p += static_cast<std::size_t>(dimension())) {
    const double a = x[p], b = x[p + 1];
    x[p] = -b + 5;
    x[p + 1] = a - 7;
  }
  expectNear(scene.forces(), std::vector<double>(x.size(), 0.0), 1e-11);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, SolidPatch,
                         testing::Values("Triangle", "Triangle6", "Quad", "Quad8", "Quad9", "Tetrahedron",
                                         "Tetrahedron10", "Hexahedron", "Hexahedron20", "Hexahedron27"),
                         [](const auto& tested) { return std::string(tested.param); });

const std::string stretchedSquare = R"(
  <MeshTopology position="0 0 0  1 0 0  1 1 0  0 1 0" quads="0 1 2 3"/>
  <MechanicalObject template="Vec2d" position="0 0  1.2 0  1.2 1  0 1" rest_position="0 0  1 0  1 1  0 1"/>)";

/// F = diag(1.2, 1): E_xx = 0.22; plane strain S_xx = (lambda + 2 mu) E_xx, plane stress (nu = 0.25: E' = E/(1 -
/// nu^2)).
TEST(SolidFEMForceField, planeStrainAndPlaneStressByHand) {
  const std::string law = "materialName='StVenantKirchhoff' youngModulus='10' poissonRatio='.25' thickness='.5' ";
  const double lambda = 4, mu = 4, e = 0.22;
  const ForceScene strain(stretchedSquare + field("Quad", law));
  EXPECT_NEAR(strain.forces()[0], 1.2 * (lambda + 2 * mu) * e * 0.5 / 2, 1e-12);
  const ForceScene stress(stretchedSquare + field("Quad", law + "plane='stress'"));
  EXPECT_NEAR(stress.forces()[0], 1.2 * 10 / (1 - 0.0625) * e * 0.5 / 2, 1e-12);
}

/// Stretched along the fibre: W = c/2 (exp(bf E^2) - 1) + k0/2 (J - 1)^2 + T E; across it bt counts.
TEST(SolidFEMForceField, guccioneByHand) {
  const std::string cube = R"(
    <RegularGridTopology n="2 2 2" min="0 0 0" max="1 1 1"/>
    <MechanicalObject template="Vec3" position="0 0 0  1.1 0 0  0 1 0  1.1 1 0  0 0 1  1.1 0 1  0 1 1  1.1 1 1"
                      rest_position="0 0 0  1 0 0  0 1 0  1 1 0  0 0 1  1 0 1  0 1 1  1 1 1"/>)";
  const double e = 0.105;
  const ForceScene along(cube +
                         field("Hexahedron", "materialName='Guccione' ParameterSet='2 8 3 4 50 7' fibers='1 0 0'"));
  EXPECT_NEAR(*along.force->potentialEnergy({}), std::exp(8 * e * e) - 1 + 25 * 0.01 + 7 * e, 1e-12);
  const ForceScene across(cube +
                          field("Hexahedron", "materialName='Guccione' ParameterSet='2 8 3 4 50' fibers='0 0 -1'"));
  EXPECT_NEAR(*across.force->potentialEnergy({}), std::exp(3 * e * e) - 1 + 25 * 0.01, 1e-12);
  // Between both axes E_ff = E_ss = E_fs = e/2.
  const ForceScene between(
      cube + field("Hexahedron", "materialName='Guccione' ParameterSet='2 8 3 4 50' fibers='1 1 0' sheets='-1 1 0'"));
  EXPECT_NEAR(*between.force->potentialEnergy({}), std::exp((8 + 3 + 2 * 4) * e * e / 4) - 1 + 25 * 0.01, 1e-12);
}

TEST(SolidFEMForceField, tensionGrowsWithTime) {
  const ForceScene scene(
      "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/><MechanicalObject template='Vec3d'/>" +
      field("Hexahedron", "materialName='Guccione' ParameterSet='2 8 3 4 50 7' times='0 1' factors='0 1'"));
  ASSERT_EQ(scene.errors, 0u);
  EXPECT_NEAR(scene.forces()[0], 0, 1e-14);
  scene.force->beginStep({.dt = 0.5});
  EXPECT_NEAR(scene.forces()[0], 3.5 / 4, 1e-13);  // a quarter of the tension on each corner of a face
  EXPECT_EQ(ForceScene(patch("Quad") + field("Quad", "youngModulus='1' times='0 1' factors='0'")).errors, 1u);
}

TEST(SolidFEMForceField, refusesWhatIsWrong) {
  const auto errors = [](const std::string& attributes, const std::string& element = "Hexahedron27") {
    const ForceScene scene(patch(element) + field(element, attributes));
    EXPECT_FALSE(scene.force->isValid()) << attributes;
    return scene.errors;
  };
  EXPECT_EQ(errors(""), 1u);
  EXPECT_EQ(errors("youngModulus='1' poissonRatio='.5'"), 1u);
  EXPECT_EQ(errors("materialName='Guccione' ParameterSet='1 2'"), 1u);
  EXPECT_EQ(errors("youngModulus='1' fibers='1 0 0'"), 1u);
  EXPECT_EQ(errors("materialName='NeoHookean' youngModulus='1' fibers='1 0 0 1 0 0'"), 1u);
  EXPECT_EQ(errors("materialName='NeoHookean' youngModulus='1' fibers='0 0 0'"), 1u);
  EXPECT_EQ(errors("youngModulus='1' plane='stress' volumeAverage='constant'", "Quad9"), 1u);
  EXPECT_EQ(errors("youngModulus='1' thickness='0'", "Quad9"), 1u);
  const ForceScene linearMesh(patch("Hexahedron") + field("Hexahedron27", "youngModulus='1'"));
  EXPECT_EQ(linearMesh.errors, 1u);
  const ForceScene inverted(
      "<MeshTopology position='0 0 0 1 0 0 .1 .1 0 0 1 0' quads='0 1 2 3'/><MechanicalObject template='Vec2d'/>" +
      field("Quad", "youngModulus='1'"));
  EXPECT_EQ(inverted.errors, 1u);
}

TEST(QuadraticMeshTopology, sharesNodesOfNeighbours) {
  const auto points = [](const std::string& element) {
    const ForceScene scene(patch(element) + field(element, "youngModulus='1'"));
    return scene.state().size();
  };
  EXPECT_EQ(points("Quad9"), 25u);
  EXPECT_EQ(points("Quad8"), 21u);
  EXPECT_EQ(points("Triangle6"), 25u);
  EXPECT_EQ(points("Hexahedron27"), 125u);
  EXPECT_EQ(points("Hexahedron20"), 81u);
}

TEST(QuadraticMeshTopology, initialisedAgainHasEachElementOnce) {
  const ForceScene scene(patch("Hexahedron27") + field("Hexahedron27", "youngModulus='1'"));
  auto& mesh = dynamic_cast<core::BaseMeshTopology&>(*scene.root->down<core::QuadraticMesh>());
  ASSERT_EQ(mesh.hexahedra().size(), 8u);
  mesh.init();
  EXPECT_EQ(mesh.hexahedra().size(), 8u);
}

TEST(SolidFEMForceField, stressOfAStateOfAnotherSizeStaysAsItWas) {
  const ForceScene scene(patch("Quad9") + field("Quad9", "youngModulus='1'"));
  deform(scene, 2, 0.1);
  auto* stress = scene.force->findData("stress");
  const auto before = stress->text();
  EXPECT_FALSE(before.empty());
  scene.state().resize(1);
  core::AnimateEndEvent stepped(0.01);
  scene.force->handleEvent(stepped);
  EXPECT_EQ(stress->text(), before);
}

TEST(QuadraticMeshTopology, leavesOutWhatNamesPointsThatAreNotThere) {
  const ForceScene scene(
      "<QuadraticMeshTopology position='0 0 0 1 0 0 1 1 0' triangles6='0 1 2 3 4 5'/>"
      "<MechanicalObject template='Vec2d'/>" +
      field("Triangle6", "youngModulus='1'"));
  EXPECT_GE(scene.errors, 1u);
}

}  // namespace
}  // namespace sofa::component::solidmechanics
