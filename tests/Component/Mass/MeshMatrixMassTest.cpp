// SPDX-License-Identifier: Apache-2.0
#include "CapturedMessages.h"
#include "Component/Mass/MassFixture.h"
#include "Component/SceneText.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::test {
namespace {

const std::string meshCorners = "0 0 0  1 0 0  0 1 0  0 0 1";
const std::string points = "<MechanicalObject position='" + meshCorners + "'/>";

std::shared_ptr<FixedMesh> meshTetrahedron() {
  auto mesh = std::make_shared<FixedMesh>();
  mesh->setAttribute("position", meshCorners);
  mesh->d_tetrahedra.set({{0, 1, 2, 3}});
  mesh->d_edges.set({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  return mesh;
}

/// 12 unknowns from one value per point.
std::vector<double> meshVectors(std::initializer_list<double> values) {
  std::vector<double> all;
  for (const double v : values) all.insert(all.end(), 3, v);
  return all;
}

TEST(MeshMatrixMass, OfATetrahedron) {
  // Volume 1/6: 1/60 on the diagonal and 1/120 beside it, so that each row sums to 1/24.
  const MassScene scene(points + "<MeshMatrixMass massDensity='120'/>", meshTetrahedron());
  EXPECT_EQ(scene.errors, 0u);
  EXPECT_FALSE(scene.mass->isDiagonal());
  expectNear(scene.product(meshVectors({1, 0, 0, 0})), meshVectors({2, 1, 1, 1}));
  expectNear(scene.product(meshVectors({1, 2, 3, 4}), 2), meshVectors({2 * 11, 2 * 12, 2 * 13, 2 * 14}));
  EXPECT_NEAR(scene.real("totalMass"), 20, 1e-12);
}

TEST(MeshMatrixMass, LumpsTheRows) {
  const MassScene scene(points + "<MeshMatrixMass massDensity='24' lumping='true'/>", meshTetrahedron());
  EXPECT_TRUE(scene.mass->isDiagonal());
  expectNear(scene.product(meshVectors({1, 2, 3, 4})), meshVectors({1, 2, 3, 4}));
  expectNear(scene.acceleration(meshVectors({1, 2, 3, 4})), meshVectors({1, 2, 3, 4}));
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 4);
}

TEST(MeshMatrixMass, WeightIsThatOfTheLumpedMatrix) {
  for (const char* lumping : {"false", "true"}) {
    const MassScene scene(points + "<MeshMatrixMass massDensity='24' lumping='" + lumping + "'/>", meshTetrahedron());
    expectNear(scene.weight(), {0, -10, 0, 0, -10, 0, 0, -10, 0, 0, -10, 0}, 1e-13);
  }
}

TEST(MeshMatrixMass, CannotDivideByAFullMatrix) {
  const MassScene scene(points + "<MeshMatrixMass massDensity='24'/>", meshTetrahedron());
  helper::setConsole(false);
  const auto before = helper::errorCount(helper::messageCounts());
  expectNear(scene.acceleration(meshVectors({1, 2, 3, 4})), std::vector<double>(12, 7.0));
  EXPECT_EQ(helper::errorCount(helper::messageCounts()), before + 1);
  helper::setConsole(true);
}

TEST(MeshMatrixMass, ScalesToTheTotalMass) {
  expectNear(
      MassScene(points + "<MeshMatrixMass totalMass='20'/>", meshTetrahedron()).product(meshVectors({1, 0, 0, 0})),
      meshVectors({2, 1, 1, 1}));
  expectNear(MassScene(points + "<MeshMatrixMass totalMass='4' lumping='1'/>", meshTetrahedron())
                 .product(meshVectors({1, 0, 0, 0})),
             meshVectors({1, 0, 0, 0}));
}

TEST(MeshMatrixMass, TrianglesAndQuads) {
  // Triangle of area 1/2: 1/12 and 1/24. Quad of area 1: 1/8 and 1/16 along the sides only.
  auto triangle = std::make_shared<FixedMesh>();
  triangle->setAttribute("position", meshCorners);
  triangle->d_triangles.set({{0, 1, 2}});
  triangle->d_edges.set({{0, 1}, {1, 2}, {0, 2}});
  expectNear(MassScene(points + "<MeshMatrixMass massDensity='24'/>", triangle).product(meshVectors({1, 0, 0, 1})),
             meshVectors({2, 1, 1, 0}));

  const std::string square = "0 0 0  1 0 0  1 1 0  0 1 0";
  auto quad = std::make_shared<FixedMesh>();
  quad->setAttribute("position", square);
  quad->d_quads.set({{0, 1, 2, 3}});
  quad->d_edges.set({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const MassScene scene("<MechanicalObject position='" + square + "'/><MeshMatrixMass massDensity='16'/>", quad);
  expectNear(scene.product(meshVectors({1, 0, 0, 0})), meshVectors({2, 1, 0, 1}));
}

TEST(MeshMatrixMass, LineElementsHaveNoMass) {
  auto line = std::make_shared<FixedMesh>();
  line->setAttribute("position", meshCorners);
  line->d_edges.set({{0, 1}});
  expectNear(MassScene(points + "<MeshMatrixMass massDensity='5'/>", line).product(meshVectors({1, 1, 1, 1})),
             meshVectors({0, 0, 0, 0}));
}

TEST(MeshMatrixMass, DensityOfEachElement) {
  auto two = std::make_shared<FixedMesh>();
  two->setAttribute("position", "0 0 0  1 0 0  0 1 0  1 1 0");
  two->d_triangles.set({{0, 1, 2}, {1, 3, 2}});
  two->d_edges.set({{0, 1}, {1, 2}, {0, 2}, {1, 3}, {2, 3}});
  const std::string square = "<MechanicalObject position='0 0 0  1 0 0  0 1 0  1 1 0'/>";
  const MassScene scene(square + "<MeshMatrixMass massDensity='24 48'/>", two);
  expectNear(scene.product(meshVectors({1, 0, 0, 0})), meshVectors({2, 1, 1, 0}));
  expectNear(scene.product(meshVectors({0, 0, 0, 1})), meshVectors({0, 2, 2, 4}));
  expectNear(scene.product(meshVectors({0, 1, 0, 0})), meshVectors({1, 6, 3, 2}));
  const MassScene wrong(square + "<MeshMatrixMass massDensity='1 2 3'/>", two);
  EXPECT_EQ(wrong.warnings, 1u);
  EXPECT_NEAR(wrong.real("totalMass"), 1, 1e-12);
}

TEST(MeshMatrixMass, TakesListsForPointsAndEdges) {
  const MassScene scene(points + "<MeshMatrixMass vertexMass='1 2 3 4' edgeMass='0.5 0 0 0 0 0.25'/>",
                        meshTetrahedron());
  expectNear(scene.product(meshVectors({1, 1, 1, 1})), meshVectors({1.5, 2.5, 3.25, 4.25}));
  EXPECT_DOUBLE_EQ(scene.real("totalMass"), 11.5);
  const MassScene lumped(points + "<MeshMatrixMass vertexMass='1 2 3 4' lumping='true'/>", meshTetrahedron());
  expectNear(lumped.product(meshVectors({1, 1, 1, 1})), meshVectors({2.5, 5, 7.5, 10}));
  const MassScene incomplete(points + "<MeshMatrixMass vertexMass='1 2 3 4'/>", meshTetrahedron());
  EXPECT_EQ(incomplete.errors, 1u);
  EXPECT_NEAR(incomplete.real("totalMass"), 1, 1e-12);
}

TEST(MeshMatrixMass, MeasuresCurrentPositionsUnlessTold) {
  const std::string stretched =
      "<MechanicalObject position='0 0 0  2 0 0  0 1 0  0 0 1' rest_position='" + meshCorners + "'/>";
  EXPECT_NEAR(MassScene(stretched + "<MeshMatrixMass massDensity='6'/>", meshTetrahedron()).real("totalMass"), 2,
              1e-12);
  EXPECT_NEAR(MassScene(stretched + "<MeshMatrixMass massDensity='6' computeMassOnRest='1'/>", meshTetrahedron())
                  .real("totalMass"),
              1, 1e-12);
}

TEST(MeshMatrixMass, NeedsAMeshThatFits) {
  EXPECT_EQ(MassScene(points + "<MeshMatrixMass massDensity='1'/>").errors, 1u);
  auto foreign = meshTetrahedron();
  foreign->d_edges.set({{0, 77}});
  EXPECT_EQ(MassScene(points + "<MeshMatrixMass massDensity='1'/>", foreign).errors, 1u);
  auto larger = meshTetrahedron();
  EXPECT_EQ(
      MassScene("<MechanicalObject position='0 0 0' useTopology='false'/><MeshMatrixMass massDensity='1'/>", larger)
          .errors,
      1u);
}

TEST(MeshMatrixMass, LumpingIsSettledAtInit) {
  MassScene scene(points + "<MeshMatrixMass massDensity='1'/>", meshTetrahedron());
  helper::setConsole(false);
  scene.mass->setAttribute("lumping", "true");
  scene.mass->updateTrackedData();
  helper::setConsole(true);
  EXPECT_FALSE(scene.mass->isValid());
}

TEST(MeshMatrixMass, EnergiesAgreeWithTheMatrix) {
  const MassScene scene("<MechanicalObject position='" + meshCorners +
                            "' velocity='1 0 0  2 0 0  3 0 0  4 0 0'/><MeshMatrixMass massDensity='120'/>",
                        meshTetrahedron());
  // v^T M v with M = I + 1 1^T.
  EXPECT_NEAR(scene.mass->kineticEnergy({}), 0.5 * (30 + 100), 1e-12);
  EXPECT_NEAR(*scene.mass->potentialEnergy({}), 10 * 5, 1e-12);
}

TEST(MeshMatrixMass, WhatIsLeftOfATornMeshIsSharedAsItIsNow) {
  // Two triangles of half a square, stretched by a half; the second one goes with point 3 and two edges.
  const auto totalOf = [](const std::string& attributes) {
    const tests::Scene scene(
        "<TriangleSetTopologyContainer position='0 0 0  1 0 0  0 1 0  1 1 0' triangles='0 1 2  1 3 2'/>"
        "<TriangleSetTopologyModifier/><MechanicalObject name='x'/><MeshMatrixMass massDensity='12' " +
        attributes + "/><TopologicalChangeProcessor useDataInputs='1' timeToRemove='0.05' trianglesToRemove='1'/>");
    for (auto& x : scene.state<type::Vec3Types>().writeCoords(core::vec::position)) x[0] *= 1.5;
    scene.step(2);
    const auto& mass = scene.first<core::BaseMass>();
    expectNear(dynamic_cast<core::Data<std::vector<double>>&>(*mass.findData("vertexMass")).value(),
               std::vector<double>(3, dynamic_cast<core::Data<double>&>(*mass.findData("totalMass")).value() / 6));
    return dynamic_cast<core::Data<double>&>(*mass.findData("totalMass")).value();
  };
  tests::CapturedMessages messages;
  // Of 12 kg the element takes 9. Its point had 1 and gives 1.5, its two edges had 0.5 and give 0.75 each.
  EXPECT_NEAR(totalOf("lumping='1'"), 12 - 9 + .5, 1e-12);
  EXPECT_NEAR(totalOf(""), 12 - 9 + .5 + 2 * .25, 1e-12);
  EXPECT_EQ(messages.warnings("shared anew"), 2u);
  EXPECT_NEAR(totalOf("computeMassOnRest='1'"), 6, 1e-12);
  EXPECT_EQ(messages.warnings("shared anew"), 2u);
}

}  // namespace
}  // namespace sofa::test
