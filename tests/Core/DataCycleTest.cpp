// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;

/// output = input + 1.
class AddOne : public core::DataEngine {
 public:
  core::Data<int> d_input{this, "input", 0, ""};
  core::Data<int> d_output{this, "output", 0, "", {.readOnly = true}};
  const core::Data<int>* alsoReads = nullptr;
  bool writesInput = false;
  int runs = 0;
  explicit AddOne(const char* name) { setName(name); }
  void connect() { addInput(&d_input), addOutput(&d_output); }

 protected:
  void doUpdate() override {
    ++runs;
    if (writesInput) d_input.set(7);
    d_output.set(d_input.value() + 1 + (alsoReads ? alsoReads->value() : 0));
  }
};

template <std::size_t N>
std::array<std::unique_ptr<AddOne>, N> engines() {
  std::array<std::unique_ptr<AddOne>, N> made;
  for (std::size_t i = 0; i < N; ++i)
    made[i] = std::make_unique<AddOne>(std::string(1, static_cast<char>('a' + i)).c_str());
  return made;
}

TEST(DataCycle, ringsOfEnginesAreToldAndCut) {
  for (const std::size_t length : {1u, 2u, 3u}) {
    auto ring = engines<3>();
    const CapturedMessages told;
    for (std::size_t i = 0; i < length; ++i) ASSERT_TRUE(ring[(i + 1) % length]->d_input.setParent(&ring[i]->d_output));
    for (std::size_t i = 0; i < length; ++i) ring[i]->connect();
    EXPECT_EQ(told.errors("depends on itself: "), 1u) << length;
    EXPECT_EQ(told.errors(".output -> "), 1u) << length;
    for (std::size_t i = 0; i < length; ++i) EXPECT_GT(ring[i]->d_output.value(), 0);
    EXPECT_EQ(told.errors(), 1u) << length;
  }
}

TEST(DataCycle, aLinkThatClosesARingNamesIt) {
  auto [a, b, c] = engines<3>();
  for (auto* engine : {a.get(), b.get()}) engine->connect();
  ASSERT_TRUE(b->d_input.setParent(&a->d_output));
  std::string reason;
  EXPECT_FALSE(a->d_input.setParent(&b->d_output, &reason));
  EXPECT_NE(reason.find("a.input -> a.output -> b.input -> b.output -> a.input"), std::string::npos) << reason;
}

TEST(DataCycle, enginesThatReadEachOtherWithoutALinkEndAndAreToldOnce) {
  auto [a, b, c] = engines<3>();
  for (auto* engine : {a.get(), b.get()}) engine->connect();
  a->alsoReads = &b->d_output;
  b->alsoReads = &a->d_output;
  const CapturedMessages told;
  a->d_output.value();
  a->d_input.set(1);
  b->d_input.set(1);
  a->d_output.value();
  EXPECT_LE(told.errors("depends on itself"), 1u);
}

TEST(DataCycle, anEngineMayWriteWhatItReads) {
  auto [a, b, c] = engines<3>();
  a->connect();
  a->writesInput = true;
  const CapturedMessages told;
  EXPECT_EQ(a->d_output.value(), 8);
  EXPECT_EQ(a->d_output.value(), 8);
  EXPECT_EQ(a->runs, 1);
  EXPECT_EQ(told.errors(), 0u);
}

std::string valueIn(const std::string& scene, const std::string& component, const char* data) {
  const auto root = simulation::readSceneText(scene);
  simulation::initRoot(*root);
  simulation::animate(*root, 0.01);
  for (const auto& child : root->children())
    for (const auto& each : child->components())
      if (each->name() == component) return each->findData(data)->text();
  return "not found";
}

TEST(DataCycle, aRegionTakesTheMeshThatWasThereBeforeTheOneItFeeds) {
  const CapturedMessages told;
  EXPECT_EQ(valueIn("<Node name='root' gravity='0 0 0'><DefaultAnimationLoop/><Node name='body'>"
                    "<MechanicalObject position='0 0 0 1 0 0 0 1 0 0 0 1'/>"
                    "<MeshTopology name='mesh' position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'"
                    " triangles='0 2 1 0 1 3 0 3 2 1 2 3'/>"
                    "<BoxROI name='low' box='-0.1 -0.1 -0.1 1.1 1.1 0.1'/>"
                    "<TriangleSetTopologyContainer name='faces' triangles='@low.trianglesInROI'/></Node></Node>",
                    "faces", "triangles"),
            "0 2 1");
  EXPECT_EQ(valueIn("<Node name='root' gravity='0 0 0'><DefaultAnimationLoop/>"
                    "<RegularGridTopology name='grid' n='3 3 5' min='0 0 0' max='1 1 4'/><Node name='body'>"
                    "<MechanicalObject src='@../grid'/><TetrahedronSetTopologyContainer name='tets'/>"
                    "<TetrahedronSetTopologyModifier/>"
                    "<Hexa2TetraTopologicalMapping input='@../grid' output='@tets' swapping='true'/>"
                    "<BoxROI name='top' box='-0.1 -0.1 3.9 1.1 1.1 4.1'/>"
                    "<TriangleSetTopologyContainer name='faces' triangles='@top.trianglesInROI'/></Node></Node>",
                    "top", "triangleIndices")
                .empty(),
            false);
  EXPECT_EQ(told.errors(), 0u);
}

TEST(DataCycle, aRegionOfItsOwnPointsIsToldAndEnds) {
  const CapturedMessages told;
  valueIn(
      "<Node name='root'><DefaultAnimationLoop/><Node name='n'>"
      "<BoxROI name='e' position='@e.pointsInROI' box='0 0 0 1 1 1'/></Node></Node>",
      "e", "indices");
  EXPECT_EQ(told.errors("depends on itself: /n/e.pointsInROI -> /n/e.position -> /n/e.pointsInROI"), 1u);
}

}  // namespace
}  // namespace sofa::test
