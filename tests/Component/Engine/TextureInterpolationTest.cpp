// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/TextureInterpolation.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::engine {
namespace {

using Engine = TextureInterpolation<type::Vec1Types>;

/// An engine in a scene of its own.
class TextureInterpolationTest : public testing::Test {
 protected:
  Engine& load(const std::string& attributes) {
    root = simulation::readSceneText("<Node dt='0.1'><DefaultAnimationLoop/><TextureInterpolation template='Vec1' " +
                                     attributes + "/></Node>");
    simulation::initRoot(*root);
    return *root->down<Engine>();
  }
  static std::vector<double> u(const Engine& engine) {
    std::vector<double> values;
    for (const auto& uv : engine.d_outputCoordinates.value()) values.push_back(uv[0]);
    return values;
  }

  tests::CapturedMessages log;
  std::shared_ptr<simulation::Node> root;
};

TEST_F(TextureInterpolationTest, theRangeIsThatOfTheStates) {
  auto& engine = load("input_states='2 4 3'");
  EXPECT_EQ(u(engine), (std::vector<double>{0, 1, 0.5}));
  EXPECT_EQ(engine.d_outputCoordinates.value()[1][1], 0);
  EXPECT_EQ(engine.d_minValue.value(), 2);
  EXPECT_EQ(engine.d_maxValue.value(), 4);
  engine.d_inputStates.edit()[0][0] = 0;
  EXPECT_EQ(u(engine), (std::vector<double>{0, 1, 0.75}));
}

TEST_F(TextureInterpolationTest, orTheOneThatIsGiven) {
  auto& engine = load("input_states='2 12' manual_scale='1' min_value='0' max_value='10'");
  EXPECT_EQ(u(engine), (std::vector<double>{0.2, 1.2}));
  engine.d_maxValue.set(20);
  EXPECT_EQ(u(engine), (std::vector<double>{0.1, 0.6}));
  EXPECT_EQ(engine.d_minValue.value(), 0);
}

TEST_F(TextureInterpolationTest, rangesWithoutExtent) {
  EXPECT_EQ(u(load("input_states='3 3'")), (std::vector<double>{0, 0}));
  EXPECT_TRUE(u(load("")).empty());
  EXPECT_EQ(log.warnings(), 0u);
  EXPECT_EQ(u(load("input_states='3' manual_scale='1' min_value='1' max_value='1'")), std::vector<double>{0});
  EXPECT_EQ(log.warnings("min_value is 1 and max_value is 1"), 1u);
  EXPECT_TRUE(u(load("input_states='3' scalarField='0'")).empty());
  EXPECT_EQ(log.errors("only scalar fields can be shown"), 1u);
}

TEST_F(TextureInterpolationTest, aPointIsPlottedOverTheSteps) {
  auto& engine = load("input_states='1 2' vertexPloted='1'");
  simulation::animate(*root);
  engine.d_inputStates.edit()[1][0] = 5;
  simulation::animate(*root);
  EXPECT_EQ(engine.d_graph.value().at("Point1"), (std::vector<double>{2, 5}));
  engine.d_vertexPloted.set(7);
  simulation::animate(*root);
  EXPECT_EQ(engine.d_graph.value().size(), 1u);
  engine.reset();
  EXPECT_TRUE(engine.d_graph.value().empty());
}

TEST_F(TextureInterpolationTest, valuesAreWrittenAtThePoints) {
  auto& engine = load("input_states='1.5 2 3' input_coordinates='0 0 0 1 2 3' drawPotentiels='1'");
  core::DrawList list;
  engine.draw(list);
  ASSERT_EQ(list.texts().size(), 2u);
  EXPECT_EQ(list.texts()[0].text, "1.5");
  EXPECT_EQ(list.texts()[1].position, type::Vec3(1, 2, 3));
}

}  // namespace
}  // namespace sofa::component::engine
