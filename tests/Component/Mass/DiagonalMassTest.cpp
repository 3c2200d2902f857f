// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "Component/Mass/MassFixture.h"

namespace sofa::test {
namespace {

const std::string corners = "0 0 0  1 0 0  0 1 0  0 0 1";

std::string state(const std::string& position, const std::string& more = "") {
  return "<MechanicalObject position='" + position + "' " + more + "/>";
}

std::shared_ptr<FixedMesh> mesh(const std::string& position) {
  auto result = std::make_shared<FixedMesh>();
  result->setAttribute("position", position);
  return result;
}

std::shared_ptr<FixedMesh> unitTetrahedron() {
  auto result = mesh(corners);
  result->d_tetrahedra.set({{0, 1, 2, 3}});
  return result;
}

std::vector<double> masses(const MassScene& scene) {
  std::vector<double> values;
  const std::string text = scene.mass->findData("vertexMass")->text(0);
  type::TextReader reader(text);
  for (double m = 0; reader.read(m);) values.push_back(m);
  return values;
}

TEST(DiagonalMass, QuartersATetrahedron) {
  const MassScene scene(state(corners) + "<DiagonalMass massDensity='1'/>", unitTetrahedron());
  EXPECT_EQ(scene.errors, 0u);
  expectNear(masses(scene), std::vector<double>(4, 1.0 / 24));
  EXPECT_NEAR(scene.real("totalMass"), 1.0 / 6, 1e-6);
  EXPECT_TRUE(scene.mass->isDiagonal());
  expectNear(scene.product(std::vector<double>(12, 1.0), 24), std::vector<double>(12, 1.0));
  expectNear(scene.acceleration(std::vector<double>(12, 1.0)), std::vector<double>(12, 24.0), 1e-12);
}

TEST(DiagonalMass, WeighsEachPointByItsMass) {
  const MassScene scene(state(corners) + "<DiagonalMass vertexMass='1 2 3 4'/>", unitTetrahedron());
  expectNear(scene.weight(), {0, -10, 0, 0, -20, 0, 0, -30, 0, 0, -40, 0});
}

TEST(DiagonalMass, ScalesToTheTotalMass) {
  const MassScene scene(state(corners) + "<DiagonalMass totalMass='8'/>", unitTetrahedron());
  expectNear(masses(scene), std::vector<double>(4, 2.0));
  EXPECT_DOUBLE_EQ(scene.real("massDensity"), 48);
}

TEST(DiagonalMass, IsOneWithoutAnyMass) {
  expectNear(masses(MassScene(state(corners) + "<DiagonalMass/>", unitTetrahedron())), std::vector<double>(4, 0.25));
}

TEST(DiagonalMass, ChoosesOneKindOfElement) {
  // A triangle (1,2,3) of area sqrt(3)/2 and an edge (0,1): the edge is left out, point 0 has no mass.
  auto hybrid = mesh(corners);
  hybrid->d_triangles.set({{1, 2, 3}});
  hybrid->d_edges.set({{0, 1}});
  const double third = std::sqrt(3.0) / 6;
  expectNear(masses(MassScene(state(corners) + "<DiagonalMass massDensity='1'/>", hybrid)), {0, third, third, third});
}

TEST(DiagonalMass, LumpsEdgesQuadsAndHexahedra) {
  auto line = mesh("0 0 0  2 0 0  2 3 0");
  line->d_edges.set({{0, 1}, {1, 2}});
  expectNear(masses(MassScene(state("0 0 0  2 0 0  2 3 0") + "<DiagonalMass massDensity='2'/>", line)), {2, 5, 3});

  const std::string rectangle = "0 0 0  2 0 0  2 3 0  0 3 0";
  auto quad = mesh(rectangle);
  quad->d_quads.set({{0, 1, 2, 3}});
  expectNear(masses(MassScene(state(rectangle) + "<DiagonalMass massDensity='2'/>", quad)), {3, 3, 3, 3});

  const std::string box = "0 0 0 2 0 0 2 3 0 0 3 0  0 0 4 2 0 4 2 3 4 0 3 4";
  auto hexahedron = mesh(box);
  hexahedron->d_hexahedra.set({{0, 1, 2, 3, 4, 5, 6, 7}});
  expectNear(masses(MassScene(state(box) + "<DiagonalMass massDensity='2'/>", hexahedron)),
             std::vector<double>(8, 6.0));
}

TEST(DiagonalMass, MeasuresAtRestUnlessTold) {
  const std::string stretched = "0 0 0  2 0 0  0 1 0  0 0 1", rest = "rest_position='" + corners + "'";
  expectNear(masses(MassScene(state(stretched, rest) + "<DiagonalMass massDensity='24'/>", unitTetrahedron())),
             {1, 1, 1, 1});
  expectNear(masses(MassScene(state(stretched, rest) + "<DiagonalMass massDensity='24' computeMassOnRest='false'/>",
                              unitTetrahedron())),
             {2, 2, 2, 2});
}

TEST(DiagonalMass, CompletesAShortList) {
  const MassScene scene(state(corners) + "<DiagonalMass vertexMass='1 2'/>", unitTetrahedron());
  expectNear(masses(scene), {1, 2, 2, 2});
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 7);
}

TEST(DiagonalMass, ReplacesValuesThatCannotBe) {
  const MassScene negativeDensity(state(corners) + "<DiagonalMass massDensity='-2'/>", unitTetrahedron());
  EXPECT_EQ(negativeDensity.warnings, 1u);
  expectNear(masses(negativeDensity), std::vector<double>(4, 0.25));
  const MassScene negativeMass(state(corners) + "<DiagonalMass vertexMass='1 1 -1 1'/>", unitTetrahedron());
  EXPECT_EQ(negativeMass.warnings, 1u);
  expectNear(masses(negativeMass), std::vector<double>(4, 0.25));
  const MassScene tooMany(state(corners) + "<DiagonalMass vertexMass='1 1 1 1 1'/>", unitTetrahedron());
  EXPECT_EQ(tooMany.warnings, 1u);
  const MassScene negativeTotal(state(corners) + "<DiagonalMass totalMass='-2'/>", unitTetrahedron());
  EXPECT_EQ(negativeTotal.warnings, 1u);
  expectNear(masses(negativeTotal), std::vector<double>(4, 0.25));
}

TEST(DiagonalMass, PrefersDensityToTheListAndSaysSo) {
  const MassScene scene(state(corners) + "<DiagonalMass massDensity='24' vertexMass='5 5 5 5'/>", unitTetrahedron());
  EXPECT_EQ(scene.warnings, 1u);
  expectNear(masses(scene), {1, 1, 1, 1});
}

TEST(DiagonalMass, NeedsAMesh) {
  const MassScene without(state(corners) + "<DiagonalMass massDensity='1'/>");
  EXPECT_EQ(without.errors, 1u);
  EXPECT_FALSE(without.mass->isValid());
  expectNear(without.product(std::vector<double>(12, 1.0)), std::vector<double>(12, 0.0));
  EXPECT_EQ(MassScene(state(corners) + "<DiagonalMass massDensity='1'/>", mesh(corners)).errors, 1u);
}

TEST(DiagonalMass, RefusesElementsOfPointsThatDoNotExist) {
  auto bad = mesh(corners);
  bad->d_tetrahedra.set({{0, 1, 2, 40}});
  const MassScene scene(state(corners) + "<DiagonalMass massDensity='1'/>", bad);
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.mass->isValid());
}

TEST(DiagonalMass, FollowsChangesOfItsData) {
  MassScene scene(state(corners) + "<DiagonalMass massDensity='24'/>", unitTetrahedron());
  scene.mass->setAttribute("massDensity", "48");
  scene.mass->updateTrackedData();
  expectNear(masses(scene), {2, 2, 2, 2});
  scene.mass->setAttribute("totalMass", "4");
  scene.mass->updateTrackedData();
  expectNear(scene.product(std::vector<double>(12, 1.0)), std::vector<double>(12, 1.0));
  scene.mass->setAttribute("vertexMass", "1 2 3 4");
  scene.mass->updateTrackedData();
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 10);
}

TEST(DiagonalMass, FollowsTheMesh) {
  auto tetrahedra = unitTetrahedron();
  MassScene scene(state(corners) + "<DiagonalMass massDensity='24'/>", tetrahedra);
  tetrahedra->d_tetrahedra.set({{0, 1, 2, 3}, {0, 1, 2, 3}});
  ++tetrahedra->version;
  expectNear(scene.product(std::vector<double>(12, 1.0)), std::vector<double>(12, 2.0));
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 8);
}

TEST(DiagonalMass, BodiesTakeTheirOwnMasses) {
  const MassScene scene(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  1 0 0 0 0 0 1'/>"
      "<DiagonalMass vertexMass='2 1 1 0 0 0 2 0 0 0 3  4 1 1 0 0 0 1 0 0 0 1'/>");
  expectNear(scene.product(std::vector<double>(12, 1.0)), {2, 2, 2, 2, 4, 6, 4, 4, 4, 4, 4, 4});
  expectNear(scene.acceleration({2, 2, 2, 2, 4, 6, 4, 4, 4, 4, 4, 4}), std::vector<double>(12, 1.0));
}

TEST(DiagonalMass, PointsOnALineWithAMeshInSpace) {
  MassScene scene("<MechanicalObject name='space' template='Vec3' position='" + corners +
                      "'/><Node name='line'><MechanicalObject template='Vec1' position='0 1 2 3'/>"
                      "<DiagonalMass template='Vec1,Vec3' massDensity='24'/></Node>",
                  unitTetrahedron());
  EXPECT_EQ(scene.errors, 0u);
  expectNear(scene.product({1, 2, 3, 4}), {1, 2, 3, 4});
}

TEST(DiagonalMass, ReadsAMassSpringFile) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "DiagonalMassTest";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "two.xs3")
      << "Xsp 3.0\nnumm 2\nnums 1\nmass 1 s 0 0 0 0 0 0 2.5 0.1\nmass 2 n 1 0 0 0 0 0 1.5 0.1\nlspg 1 1 2 1 0 1\n";
  const MassScene scene(state("0 0 0  1 0 0") + "<DiagonalMass fileMass='two.xs3'/>", nullptr, folder);
  EXPECT_EQ(scene.errors, 0u);
  expectNear(masses(scene), {2.5, 1.5});
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 4);

  std::ofstream(folder / "bad.xs3") << "Xsp 3.0\nmass 1 s 0 0 0 0\n";
  const MassScene bad(state("0 0 0  1 0 0") + "<DiagonalMass filename='bad.xs3'/>", nullptr, folder);
  EXPECT_EQ(bad.errors, 1u);
  EXPECT_FALSE(bad.mass->isValid());
}

TEST(DiagonalMass, EnergiesOfPoints) {
  const MassScene scene("<MechanicalObject position='" + corners +
                            "' velocity='1 0 0  0 2 0  0 0 0  0 0 0'/><DiagonalMass vertexMass='1 2 3 4'/>",
                        unitTetrahedron());
  EXPECT_DOUBLE_EQ(scene.mass->kineticEnergy({}), 0.5 * (1 + 2 * 4));
  EXPECT_DOUBLE_EQ(*scene.mass->potentialEnergy({}), 3 * 10.0);
}

}  // namespace
}  // namespace sofa::test
