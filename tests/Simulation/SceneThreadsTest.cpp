// SPDX-License-Identifier: Apache-2.0
// Scenes are read, initialised and advanced in several threads at once as they are one after the other.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

#include "CapturedMessages.h"
#include "SolidScenes.h"
#include "TemporaryFolder.h"

namespace sofa::test {
namespace {

using helper::Severity;

/// What a scene came to: its states, its messages with their places, and its outline.
struct Outcome {
  std::vector<double> states;
  std::vector<std::string> messages;
  bool operator==(const Outcome&) const = default;
};

/// The messages of one thread.
class OwnMessages : public helper::MessageHandler {
 public:
  OwnMessages() { helper::addMessageHandler(this); }
  ~OwnMessages() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& m) override {
    if (std::this_thread::get_id() != m_thread || m.severity < Severity::Warning) return;
    texts.push_back(fmt::format("{} {} {} {}:{}", m.sender, m.path, m.text, m.location.file, m.location.line));
  }
  std::vector<std::string> texts;

 private:
  std::thread::id m_thread = std::this_thread::get_id();
};

Outcome outcomeOf(const std::string& file) {
  OwnMessages messages;
  const auto root = simulation::readScene(file);
  if (!root) return {{}, messages.texts};
  simulation::initRoot(*root);
  steps(*root, 3);
  Outcome outcome{bits(*root), {}};
  simulation::unload(*root);
  outcome.messages = messages.texts;
  return outcome;
}

/// Scenes in folders of their own, each with a mesh of the same relative name, an include, and mistakes on known lines.
class SceneThreads : public ::testing::Test {
 protected:
  std::string writeScene(const std::string& name, double height) {
    const std::string top = std::to_string(height);
    folder.write(name + "/mesh/tetra.msh",
                 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 " + top +
                     "\n$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n");
    folder.write(name + "/parts/solver.xml",
                 "<Node name='Group'>\n<EulerImplicitSolver rayleighMass='0.1'/>\n"
                 "<CGLinearSolver iterations='25' tolerance='1e-9' threshold='1e-9' nosuch='1'/>\n</Node>");
    return folder.write(
        name + "/scene.scn",
        "<Node name='root' dt='0.02'>\n<DefaultAnimationLoop/>\n<Node name='" + name +
            "'>\n<include href='parts/solver.xml'/>\n<MeshGmshLoader name='mesh' filename='mesh/tetra.msh'/>\n"
            "<TetrahedronSetTopologyContainer src='@mesh'/>\n<MechanicalObject/>\n"
            "<UniformMass totalMass='1' unknown='2'/>\n"
            "<TetrahedronFEMForceField youngModulus='1000' poissonRatio='0.3'/>\n"
            "<MeshOBJLoader filename='missing-" +
            name +
            ".obj'/>\n"
            "<FixedProjectiveConstraint indices='0'/>\n</Node></Node>");
  }
  void SetUp() override { helper::setConsole(false); }
  void TearDown() override { helper::setConsole(true); }

  /// Each scene in a thread of its own, started together, several times over.
  void expectAsSerial(const std::vector<std::string>& scenes) {
    std::vector<Outcome> serial;
    for (const auto& scene : scenes) serial.push_back(outcomeOf(scene));
    const auto before = std::filesystem::current_path();
    for (int repetition = 0; repetition < 5; ++repetition) {
      std::vector<Outcome> parallel(scenes.size());
      std::vector<std::thread> threads;
      for (std::size_t i = 0; i < scenes.size(); ++i)
        threads.emplace_back([&, i] { parallel[i] = outcomeOf(scenes[i]); });
      for (auto& thread : threads) thread.join();
      for (std::size_t i = 0; i < scenes.size(); ++i) {
        EXPECT_EQ(parallel[i].states, serial[i].states) << scenes[i];
        EXPECT_EQ(parallel[i].messages, serial[i].messages) << scenes[i];
      }
    }
    EXPECT_EQ(std::filesystem::current_path(), before);
  }

  tests::TemporaryFolder folder;
};

TEST_F(SceneThreads, messagesNameFileAndLine) {
  const auto scene = writeScene("a", 1);
  const auto outcome = outcomeOf(scene);
  ASSERT_EQ(outcome.states.size(), 24u) << "four points: positions and velocities";
  const auto has = [&](const std::string& part, const std::string& end) {
    return std::any_of(outcome.messages.begin(), outcome.messages.end(),
                       [&](const auto& text) { return text.find(part) != text.npos && text.ends_with(end); });
  };
  EXPECT_TRUE(has("\"unknown\"", "a/scene.scn:8"));
  EXPECT_TRUE(has("missing-a.obj", "a/scene.scn:10"));
  EXPECT_TRUE(has("\"nosuch\"", "a/parts/solver.xml:3"));
}

TEST_F(SceneThreads, differentScenesInTwoThreads) { expectAsSerial({writeScene("a", 1), writeScene("b", 2)}); }

TEST_F(SceneThreads, differentScenesInFourThreads) {
  expectAsSerial({writeScene("a", 1), writeScene("b", 2), writeScene("c", 3), writeScene("d", 4)});
}

TEST_F(SceneThreads, theSameSceneInTwoAndFourThreads) {
  const auto scene = writeScene("a", 1);
  expectAsSerial({scene, scene});
  expectAsSerial({scene, scene, scene, scene});
}

TEST_F(SceneThreads, whatAProgramAddsStartsFromTheFolderOfItsNode) {
  const auto root = simulation::readScene(writeScene("a", 1));
  ASSERT_TRUE(root);
  EXPECT_EQ(root->folder(), folder.path() / "a");
  const auto loader = root->add("MeshGmshLoader", {{"filename", "mesh/tetra.msh"}});
  ASSERT_TRUE(loader);
  EXPECT_TRUE(loader->isValid());
  EXPECT_EQ(simulation::Node::createRoot("alone")->folder(), std::filesystem::current_path());
}

TEST_F(SceneThreads, theWorkingDirectoryStaysWhileASceneIsRead) {
  static std::filesystem::path seen;
  class Observer : public core::Component {
    void parseExtra(core::ComponentDescription&) override { seen = std::filesystem::current_path(); }
  };
  static const auto registered = core::Register("FolderObserver", "tests", "").add<Observer>();
  const auto root = simulation::readScene(folder.write("x/scene.scn", "<Node><FolderObserver/></Node>"));
  ASSERT_TRUE(root);
  EXPECT_EQ(seen, std::filesystem::current_path());
  EXPECT_EQ(root->components()[0]->folder(), folder.path() / "x");
}

}  // namespace
}  // namespace sofa::test
