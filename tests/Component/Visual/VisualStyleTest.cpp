// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualStyle.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Component/Visual/SpotLight.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::visual {
namespace {

using simulation::Node;
using type::DisplayFlags;

class VisualStyleTest : public testing::Test {
 protected:
  std::shared_ptr<Node> root = Node::createRoot();
  tests::CapturedMessages log;
  std::shared_ptr<VisualStyle> style(const std::string& flags) {
    return std::dynamic_pointer_cast<VisualStyle>(root->add("VisualStyle", {{"displayFlags", flags}}));
  }
};

TEST_F(VisualStyleTest, ownFlagsWinOverThoseAbove) {
  const auto all = style("showAll")->merged({});
  const auto below = style("hideVisualModels")->merged(all);
  EXPECT_EQ(below[DisplayFlags::VisualModels], DisplayFlags::State::hide);
  EXPECT_EQ(below[DisplayFlags::ForceFields], DisplayFlags::State::show);
  EXPECT_EQ(below[DisplayFlags::Wireframe], DisplayFlags::State::unset);
  EXPECT_TRUE(log.messages.empty());
}

TEST_F(VisualStyleTest, unknownWordsAreErrorsThatNameTheNearest) {
  const auto made = style("showVisual showBehaviour");
  EXPECT_EQ(log.errors(), 1u);
  EXPECT_EQ(log.errors("\"showBehaviour\" is no display flag. Did you mean \"showBehavior\"?"), 1u);
  EXPECT_EQ(made->d_displayFlags.value()[DisplayFlags::VisualModels], DisplayFlags::State::show);
}

TEST_F(VisualStyleTest, rootIsAWordWithoutEffect) {
  const auto made = style("showRoot hideroot hideVisual");
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(made->d_displayFlags.value()[DisplayFlags::VisualModels], DisplayFlags::State::hide);
  EXPECT_EQ(made->d_displayFlags.value()[DisplayFlags::Normals], DisplayFlags::State::unset);
}

TEST_F(VisualStyleTest, theLastOneOfANodeCounts) {
  const auto first = style("hideVisual"), second = style("showVisual");
  first->init();
  EXPECT_EQ(log.warnings(), 0u);
  second->init();
  EXPECT_EQ(log.warnings("Only one VisualStyle"), 1u);
  EXPECT_EQ(root->slot<VisualStyle>(), second.get());
}

TEST_F(VisualStyleTest, wrongCaseIsAcceptedWithAWarning) {
  const auto made = style("showWireFrame");
  EXPECT_EQ(log.warnings("showWireframe"), 1u);
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_EQ(made->d_displayFlags.value()[DisplayFlags::Wireframe], DisplayFlags::State::show);
}

TEST_F(VisualStyleTest, wordsAboutGroupsOverrideThoseAboutMembers) {
  const auto behavior = style("showBehavior hideForceFields")->d_displayFlags.value();
  EXPECT_EQ(behavior[DisplayFlags::ForceFields], DisplayFlags::State::show);
  const auto all = style("showCollisionModels hideAll hideWireframe")->d_displayFlags.value();
  EXPECT_EQ(all[DisplayFlags::CollisionModels], DisplayFlags::State::hide);
  EXPECT_EQ(all[DisplayFlags::Wireframe], DisplayFlags::State::hide);
  const auto both = style("showForceFields hideForceFields")->d_displayFlags.value();
  EXPECT_EQ(both[DisplayFlags::ForceFields], DisplayFlags::State::show);
}

TEST_F(VisualStyleTest, lightsJoinTheNearestManager) {
  const auto manager = std::dynamic_pointer_cast<LightManager>(root->add("LightManager", {{"softShadows", "true"}}));
  const auto child = root->createChild("child");
  for (int i = 0; i < 9; ++i) child->add("SpotLight", {{"position", "0 1 0"}})->init();
  EXPECT_EQ(manager->lights().size(), LightManager::maxLights);
  EXPECT_EQ(log.warnings("At most 8 lights"), 1u);
  EXPECT_TRUE(manager->lights()[0]->d_softShadows.value());
}

TEST_F(VisualStyleTest, aLightWithoutManagerSaysSo) {
  root->add("DirectionalLight")->init();
  EXPECT_EQ(log.warnings("No LightManager"), 1u);
}

}  // namespace
}  // namespace sofa::component::visual
