#include "Sofa/Simulation/Checkpoint.h"

#include <fstream>
#include <iterator>

#include "Sofa/Core/Archive.h"
#include "Sofa/Core/CollisionResponse.h"
#include "Sofa/Simulation/StateRecorder.h"

namespace sofa::simulation {
namespace {

constexpr std::string_view magic = "SOFA checkpoint 1\n";

/// What contacts added to the scene: it depends on the moment and is made anew from the states.
class ContactParts {
 public:
  explicit ContactParts(Node& root) { root.collectDown(m_managers); }
  bool contain(const core::Component& component) const {
    return std::ranges::any_of(m_managers, [&](const auto* manager) {
      return std::ranges::any_of(manager->contacts(), [&](const auto* contact) { return contact->owns(component); });
    });
  }

 private:
  std::vector<core::ContactManager*> m_managers;
};

/// Every component with its path, so that a checkpoint of another scene is recognised.
void archiveScene(core::Archive& archive, Node& root, std::string& problem) {
  double time = root.time();
  archive.io(time);
  const ContactParts contactParts(root);
  for (Node* node : root.order())
    for (const auto& component : node->components()) {
      if (contactParts.contain(*component) || component->d_tags.value().contains(std::string(passingTag))) continue;
      std::string path = component->path();
      archive.io(path);
      if (archive.isGood() && path != component->path()) {
        problem =
            fmt::format("it was made of another scene: it holds {} where this one has {}", path, component->path());
        return archive.fail();
      }
      component->archive(archive);
      if (archive.isGood()) continue;
      problem = "what it holds for " + component->path() + " does not fit";
      return;
    }
  if (!archive.isLoading()) return;
  root.d_time.set(time);
  for (Node* node : root.order()) node->inheritContext();
}

}  // namespace

bool saveCheckpoint(const std::string& file, Node& root, long step) {
  core::Archive archive;
  archive.io(step);
  std::string ignored;
  archiveScene(archive, root, ignored);
  return writeFileAtomically(file, std::string(magic) + archive.bytes());
}

long loadCheckpoint(const std::string& file, Node& root) {
  std::ifstream stream(file, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(stream)), {});
  const auto fail = [&](const std::string& why) {
    helper::send(helper::Severity::Error, "Checkpoint", fmt::format("{} cannot be resumed from: {}.", file, why));
    return -1L;
  };
  if (!stream && content.empty()) return fail("the file cannot be read");
  if (!content.starts_with(magic)) return fail("it is not a checkpoint of this version");
  core::Archive archive{std::string_view(content).substr(magic.size())};
  long step = 0;
  std::string problem = "the file is truncated";
  archive.io(step);
  archiveScene(archive, root, problem);
  if (!archive.isGood()) return fail(problem);
  if (!archive.atEnd()) return fail("it holds more than this scene");
  return step;
}

}  // namespace sofa::simulation
