// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "CapturedMessages.h"
#include "Component/Mass/MassFixture.h"
#include "Sofa/Component/Mass/NodalMassDensity.h"

namespace sofa::test {
namespace {

/// A mesh, the state of its points and the mass of its elements.
std::string body(const std::string& points, const std::string& elements, const std::string& templateName,
                 const std::string& density, const std::string& attributes = "") {
  return "<MeshTopology position='" + points + "' " + elements + "/><MechanicalObject position='" + points +
         "'/><NodalMassDensity property='" + density + "'/><FEMMass template='" + templateName + "' " + attributes +
         "/>";
}

const std::string cubeCorners = "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1";
const std::string tetraCorners = "0 0 0  1 0 0  0 1 0  0 0 1";

std::string cube(const std::string& density, const std::string& attributes = "") {
  return body(cubeCorners, "hexahedra='0 1 2 3 4 5 6 7'", "Vec3,Hexahedron", density, attributes);
}
std::string tetrahedron(const std::string& density, const std::string& attributes = "") {
  return body(tetraCorners, "tetrahedra='0 1 2 3'", "Vec3,Tetrahedron", density, attributes);
}

/// The unknowns of points in space from one value per point.
std::vector<double> vectors(const std::vector<double>& values) {
  std::vector<double> all;
  for (const double v : values) all.insert(all.end(), 3, v);
  return all;
}
/// M applied to the unit vector of a point, and the x components of the result.
std::vector<double> column(const MassScene& scene, std::size_t point) {
  std::vector<double> unit(scene.state->size(), 0.0), result;
  unit[point] = 1;
  const auto product = scene.product(vectors(unit));
  for (std::size_t i = 0; i < product.size(); i += 3) result.push_back(product[i]);
  return result;
}
double totalMass(const MassScene& scene) {
  const auto product = scene.product(std::vector<double>(3 * scene.state->size(), 1.0));
  return std::accumulate(product.begin(), product.end(), 0.0) / 3;
}

TEST(FEMMass, OfAUnitCube) {
  // The integral of N_i N_j is a product over the axes of 1/3 where the nodes agree and 1/6 where they differ.
  const MassScene scene(cube("216"));
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  EXPECT_FALSE(scene.mass->isDiagonal());
  expectNear(column(scene, 0), {8, 4, 2, 4, 4, 2, 1, 2}, 1e-9);
  expectNear(column(scene, 6), {1, 2, 4, 2, 2, 4, 8, 4}, 1e-9);
  expectNear(scene.weight(), std::vector<double>{0, -270, 0, 0, -270, 0, 0, -270, 0, 0, -270, 0,
                                                 0, -270, 0, 0, -270, 0, 0, -270, 0, 0, -270, 0},
             1e-8);
}

TEST(FEMMass, CellsThatShareTheirMatricesGiveTheSumOfTheRows) {
  // 54 cells of three kinds: of densities 1 and 3, and those between.
  std::string density;
  for (int i = 0; i < 10 * 3 * 4; ++i) density += i % 10 < 5 ? "1 " : "3 ";
  const MassScene scene(
      "<RegularGridTopology n='10 3 4' min='0 0 0' max='9 2 6'/><MechanicalObject/><NodalMassDensity property='" +
      density + "'/><FEMMass template='Vec3,Hexahedron'/>");
  EXPECT_EQ(scene.errors + scene.warnings, 0u);
  EXPECT_NEAR(totalMass(scene), 12 * (4 * 1 + 1 * 2 + 4 * 3), 1e-9);
  std::vector<double> v(3 * scene.state->size());
  for (std::size_t seed = 1; seed < 4; ++seed) {
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::sin(static_cast<double>(i * i + seed));
    const auto product = scene.product(v, 2);
    scene.filled(core::vec::velocity, v);
    EXPECT_NEAR(std::inner_product(v.begin(), v.end(), product.begin(), 0.0), 4 * scene.mass->kineticEnergy({}), 1e-9);
  }
}

TEST(FEMMass, InterpolatesTheDensity) {
  // Density 1 + x: the integral of (1 + x)(1 - x) is 2/3, that of (1 + x) x is 5/6; a quarter of it for each node.
  const MassScene scene(cube("1 2 2 1 1 2 2 1"));
  const double at0 = 1. / 6, at1 = 5. / 24;
  expectNear(scene.product(std::vector<double>(24, 1.0)), vectors({at0, at1, at1, at0, at0, at1, at1, at0}), 1e-10);
  EXPECT_NEAR(totalMass(scene), 1.5, 1e-10);
}

TEST(FEMMass, OfElementsWithOnePoint) {
  // density times measure over the square of the number of nodes, in every entry
  const MassScene tetra(tetrahedron("96"));
  for (std::size_t i = 0; i < 4; ++i) expectNear(column(tetra, i), {1, 1, 1, 1});
  EXPECT_EQ(tetra.warnings, 1u) << "the matrix is singular";
  const MassScene triangle(body(tetraCorners, "triangles='0 1 2'", "Vec3,Triangle", "18"));
  expectNear(column(triangle, 1), {1, 1, 1, 0}, 1e-13);
  const MassScene edge(
      "<MeshTopology position='0 0 0  2 0 0' edges='0 1'/><MechanicalObject template='Vec1d' position='0 2'/>"
      "<NodalMassDensity property='2'/><FEMMass template='Vec1d,Edge'/>");
  expectNear(edge.product({1, 0}), {1, 1});
}

TEST(FEMMass, OfAPrism) {
  // Volume 1/2. Between nodes of one level density V/27, of different levels half of it.
  const MassScene scene(body("0 0 0  1 0 0  0 1 0  0 0 1  1 0 1  0 1 1", "prisms='0 1 2 3 4 5'", "Vec3,Prism", "108"));
  expectNear(column(scene, 1), {2, 2, 2, 1, 1, 1}, 1e-9);
  expectNear(column(scene, 5), {1, 1, 1, 2, 2, 2}, 1e-9);
}

TEST(FEMMass, RowsOfAQuadShareItsMass) {
  const MassScene space(body("0 0 0  2 0 0  2 0 3  0 0 3", "quads='0 1 2 3'", "Vec3,Quad", "2"));
  expectNear(space.product(std::vector<double>(12, 1.0)), std::vector<double>(12, 3.0), 1e-10);
  const MassScene plane(
      "<MeshTopology position='0 0 0  2 0 0  2 3 0  0 3 0' quads='0 1 2 3'/>"
      "<MechanicalObject template='Vec2d' position='0 0  2 0  2 3  0 3'/><NodalMassDensity property='2'/>"
      "<FEMMass template='Vec2d,Quad'/>");
  expectNear(plane.product(std::vector<double>(8, 1.0)), std::vector<double>(8, 3.0), 1e-10);
  expectNear(plane.weight(), {0, -30, 0, -30, 0, -30, 0, -30}, 1e-9);
}

TEST(FEMMass, TotalIsDensityTimesVolume) {
  EXPECT_NEAR(
      totalMass(MassScene(body("0 0 0  1 0 0  1 1 0  0 1 0  .3 .4 2", "pyramids='0 1 2 3 4'", "Vec3,Pyramid", "30"))),
      20, 1e-9);
  const MassScene grid(
      "<RegularGridTopology n='4 3 3' min='0 0 0' max='2 1 .5'/><MechanicalObject/><NodalMassDensity property='1100'/>"
      "<FEMMass template='Vec3,Hexahedron'/>");
  EXPECT_NEAR(totalMass(grid), 1100, 1e-7);
  double weight = 0;
  for (const double f : grid.weight()) weight += f;
  EXPECT_NEAR(weight, -11000, 1e-6);
  EXPECT_NEAR(
      totalMass(MassScene("<MeshTopology position='" + cubeCorners +
                          "' hexahedra='0 1 2 3 4 5 6 7'/><MechanicalObject position='0 0 0  9 0 0  1 8 0  0 1 "
                          "0  0 0 1  1 0 1  7 1 1  0 1 1' rest_position='" +
                          cubeCorners + "'/><NodalMassDensity property='5'/><FEMMass template='Vec3,Hexahedron'/>")),
      5, 1e-9)
      << "measured where the points are, not at rest";
}

TEST(FEMMass, AlwaysAddsItsWeightToTheForces) {
  const MassScene scene(cube("8", "separateGravity='1'"));
  EXPECT_EQ(scene.warnings, 1u);
  EXPECT_NEAR(scene.weight()[1], -10, 1e-9);
  scene.filled(core::vec::velocity, std::vector<double>(24, 2.0));
  scene.mass->addGravityToVelocity(core::vec::velocity, .1);
  EXPECT_EQ(scene.state->hostRead(core::vec::velocity)[1], 2);
}

TEST(FEMMass, Energies) {
  const MassScene scene(cube("3"));
  scene.filled(core::vec::velocity, vectors(std::vector<double>(8, 2.0)));
  EXPECT_NEAR(scene.mass->kineticEnergy({}), .5 * 3 * 12, 1e-9);
  EXPECT_NEAR(*scene.mass->potentialEnergy({}), 3 * 10 * .5, 1e-9);
}

TEST(FEMMass, CannotDivideByAFullMatrix) {
  const MassScene scene(cube("216"));
  const tests::CapturedMessages log;
  expectNear(scene.acceleration(std::vector<double>(24, 1.0)), std::vector<double>(24, 7.0));
  scene.acceleration(std::vector<double>(24, 1.0));
  EXPECT_EQ(log.errors("DiagonalMass"), 1u);
}

TEST(FEMMass, FindsTheDensityAbove) {
  const MassScene scene("<NodalMassDensity property='96'/><Node name='child'><MeshTopology position='" + tetraCorners +
                        "' tetrahedra='0 1 2 3'/><MechanicalObject position='" + tetraCorners +
                        "'/><FEMMass template='Vec3,Tetrahedron'/></Node>");
  EXPECT_NEAR(totalMass(scene), 16, 1e-13);
}

TEST(FEMMass, SaysWhatIsMissing) {
  const std::string state = "<MechanicalObject position='" + tetraCorners + "'/>";
  const std::string mesh = "<MeshTopology position='" + tetraCorners + "' tetrahedra='0 1 2 3'/>";
  const std::string mass = "<FEMMass template='Vec3,Tetrahedron'/>";
  for (const std::string& scene : {state + "<NodalMassDensity/>" + mass, mesh + state + mass,
                                   mesh + "<MechanicalObject position='0 0 0  1 0 0'/><NodalMassDensity/>" + mass}) {
    const MassScene made(scene);
    EXPECT_EQ(made.errors, 1u) << scene;
    EXPECT_FALSE(made.mass->isValid());
    for (const double f : made.weight()) EXPECT_EQ(f, 0);
  }
  EXPECT_EQ(MassScene(mesh + state + "<NodalMassDensity/><FEMMass template='Vec3,Hexahedron'/>").warnings, 1u);
}

TEST(FEMMass, AShorterStateStopsIt) {
  const MassScene scene(cube("216"));
  const tests::CapturedMessages log;
  scene.state->resize(5);
  for (const double f : scene.weight()) EXPECT_EQ(f, 0);
  for (const double p : scene.product(std::vector<double>(15, 1.0))) EXPECT_EQ(p, 0);
  EXPECT_EQ(log.errors("5 points left"), 1u);
}

TEST(FEMMass, ReinitTakesNewDensities) {
  const MassScene scene(tetrahedron("96"));
  scene.root->down<component::mass::NodalMassDensity>()->d_property.set({192});
  EXPECT_NEAR(totalMass(scene), 16, 1e-13);
  scene.mass->reinit();
  EXPECT_NEAR(totalMass(scene), 32, 1e-13);
}

TEST(NodalMassDensity, RepeatsItsLastValue) {
  component::mass::NodalMassDensity density;
  EXPECT_EQ(density.at(7), 1);
  density.d_property.set({3, 4});
  EXPECT_EQ(density.at(0), 3);
  EXPECT_EQ(density.at(1), 4);
  EXPECT_EQ(density.at(9), 4);
  density.d_property.set({});
  EXPECT_EQ(density.at(0), 1);
}

TEST(NodalMassDensity, WarnsOfWhatIsNoDensity) {
  EXPECT_EQ(MassScene(tetrahedron("96 -1")).warnings, 2u);
  EXPECT_EQ(MassScene(tetrahedron("")).warnings, 2u);
}

}  // namespace
}  // namespace sofa::test
