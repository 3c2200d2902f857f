// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Node.h"
#include "TemporaryFolder.h"

namespace sofa::component::sceneutility {
namespace {

using simulation::Node;

class SceneUtilityTest : public testing::Test {
 protected:
  tests::TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  std::shared_ptr<Node> root = Node::createRoot();
  tests::CapturedMessages log;
};

TEST_F(SceneUtilityTest, knownReleasesPass) {
  for (const char* level : {"17.06", "21.12.00", "26.06.00"}) root->add("APIVersion", {{"level", level}})->init();
  EXPECT_EQ(log.warnings(), 0u);
  for (const char* level : {"26.12", "20.07", "latest"}) root->add("APIVersion", {{"level", level}})->init();
  EXPECT_EQ(log.warnings("API level"), 3u);
}

TEST_F(SceneUtilityTest, aFolderIsSearchedUntilTheSceneEnds) {
  std::ofstream(folder / "sofa_scene_utility.mesh") << "x";
  auto& data = helper::ResourcePath::data();
  EXPECT_FALSE(data.find("sofa_scene_utility.mesh", "/"));
  const auto repository = root->add("AddDataRepository", {{"path", folder.string()}});
  EXPECT_TRUE(data.find("sofa_scene_utility.mesh", "/"));
  repository->cleanup();
  EXPECT_FALSE(data.find("sofa_scene_utility.mesh", "/"));
}

TEST_F(SceneUtilityTest, whatIsNoFolderIsAnError) {
  root->add("AddDataRepository", {{"path", (folder / "nothing").string()}});
  root->add("AddDataRepository");
  EXPECT_EQ(log.errors("path must be a folder"), 2u);
}

TEST_F(SceneUtilityTest, pluginsInAFolderOfTheSceneNeedConsent) {
  auto& plugins = core::PluginManager::instance();
  std::ofstream(folder / "libSofaSceneUtilityPlugin.so") << "no library";
  const auto message = [&] { return plugins.require("SofaSceneUtilityPlugin").message; };
  EXPECT_NE(message().find("Plugin not found"), std::string::npos);
  const auto repository = root->add("AddPluginRepository", {{"path", folder.string()}});
  EXPECT_EQ(message().find("Plugin not found"), std::string::npos) << message();
  repository->cleanup();
  EXPECT_NE(message().find("Plugin not found"), std::string::npos);
  root->add("AddPluginRepository", {{"path", (folder / "nothing").string()}});
  EXPECT_EQ(log.errors("path must be a folder"), 1u);
}

TEST_F(SceneUtilityTest, messagesGoToAFile) {
  const auto file = folder / "log.txt";
  const auto handler = root->add("FileMessageHandlerComponent", {{"filename", file.string()}});
  root->warning("a warning for the file");
  handler->cleanup();
  root->warning("not for the file");
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  EXPECT_NE(text.find("a warning for the file"), std::string::npos);
  EXPECT_EQ(text.find("not for the file"), std::string::npos);
}

TEST_F(SceneUtilityTest, aFileThatCannotBeWrittenIsAnError) {
  root->add("FileMessageHandlerComponent", {{"filename", (folder / "nothing" / "log.txt").string()}});
  root->add("FileMessageHandlerComponent");
  EXPECT_EQ(log.errors("cannot be written"), 1u);
  EXPECT_EQ(log.errors("filename is missing"), 1u);
}

TEST_F(SceneUtilityTest, unknownHandlersAreErrors) {
  root->add("MessageHandlerComponent", {{"handler", "silnet"}});
  EXPECT_EQ(log.errors("Did you mean \"silent\"?"), 1u);
}

TEST_F(SceneUtilityTest, pauseEventStopsTheAnimation) {
  root->add("PauseAnimationOnEvent", {{"listening", "true"}});
  root->d_animate.set(true);
  core::PauseEvent pause;
  root->broadcast(pause);
  EXPECT_FALSE(root->d_animate.value());
}

}  // namespace
}  // namespace sofa::component::sceneutility
