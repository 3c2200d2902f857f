// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/Checkpoint.h"

#include <zlib.h>

#include <algorithm>
#include <span>
#include <unordered_map>

#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/Resumable.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/InputFiles.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"
#include "Sofa/Simulation/Scene/StartOfStates.h"
#include "Sofa/Simulation/Scene/Waking.h"

namespace sofa::simulation {
namespace {

// A file is a line that says its form, the length and the checksum of what follows, and that: the files that the scene
// was read from, and its state.
constexpr std::string_view kind = "SOFA checkpoint ";
constexpr std::string_view magic = "SOFA checkpoint 12\n";

struct Seal {
  std::uint64_t length = 0, checksum = 0;
  bool operator==(const Seal&) const = default;
};

Seal sealOf(std::string_view body) {
  const auto start = crc32_z(0, nullptr, 0);
  return {body.size(), crc32_z(start, reinterpret_cast<const unsigned char*>(body.data()), body.size())};
}

/// What stands in a checkpoint; else `why` says what is wrong with the file.
std::optional<std::string> readBody(const std::string& file, std::string& why) {
  std::error_code error;
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
    why = "it is no regular file";
    return std::nullopt;
  }
  auto content = helper::readFile(file);
  Seal seal;
  const std::size_t head = magic.size() + sizeof seal;
  if (!content) {
    why = "the file cannot be read";
  } else if (!content->starts_with(kind)) {
    why = "it is no checkpoint";
  } else if (!content->starts_with(magic)) {
    why =
        fmt::format("it is not a checkpoint of this version: it begins with \"{}\", this version reads \"{}\"",
                    content->substr(0, std::min(content->find('\n'), magic.size())), magic.substr(0, magic.size() - 1));
  } else if (content->size() < head) {
    why = "the file is truncated";
  } else {
    std::memcpy(&seal, content->data() + magic.size(), sizeof seal);
    content->erase(0, head);
    if (seal == sealOf(*content)) return content;
    why = content->size() < seal.length ? "the file is truncated"
                                        : "the file is damaged: its checksum is not that of its content";
  }
  return std::nullopt;
}

/// What contacts added to the scene: it depends on the moment and is made anew (core::Resumable).
class ContactParts {
 public:
  explicit ContactParts(Node& root) { root.collectDown(m_managers); }
  bool contain(const core::Component& component) const {
    return std::ranges::any_of(m_managers, [&](const auto* manager) {
      return std::ranges::any_of(manager->contacts(), [&](const auto* contact) { return contact->owns(component); });
    });
  }
  /// Whether a node was made for a contact.
  bool contain(const Node& node) const {
    const auto& components = node.components();
    return !components.empty() && std::ranges::all_of(components, [&](const auto& c) { return contain(*c); });
  }

 private:
  std::vector<core::ContactManager*> m_managers;
};

/// Stands for what a scene gives to an object. Links and files may be written in another way in the same scene.
std::size_t hashOfGiven(const core::Base& object) {
  const auto given = core::givenAttributes(object).value_or(core::GivenAttributes{});
  std::size_t hash = 0;
  for (const auto& [name, text] : given.values) {
    if (text.starts_with('@') || !given.folder.empty()) continue;
    std::size_t one = std::hash<std::string>()(name + '=' + text);
    hash = hash * 31 + one;
  }
  return hash;
}

/// Notes whether an object has other Data now than when the state was saved.
void compareGiven(core::Archive& archive, const core::Base& object, std::vector<std::string>& others) {
  std::size_t hash = hashOfGiven(object);
  archive.io(hash);
  if (archive.isGood() && archive.isLoading() && hash != hashOfGiven(object)) others.push_back(object.path());
}

/// States hold no Data: a run that goes on takes those of the scene as it is.
void tellOthers(const std::vector<std::string>& others) {
  if (others.empty()) return;
  constexpr std::size_t most = 5;
  const std::vector<std::string> shown(others.begin(), others.begin() + std::min(most, others.size()));
  helper::send(helper::Severity::Warning, "Checkpoint",
               fmt::format("The state was saved while Data of {}{} had other values. It goes on with those that they "
                           "have now; to go on with the others, resume from the scene as it was saved then.",
                           fmt::join(shown, ", "), others.size() > most ? " and others" : ""));
}

bool passes(const core::Component& component) { return component.d_tags.value().contains(std::string(passingTag)); }

/// Whether a node is there only for what passes by.
bool passes(const Node& node) {
  const auto& components = node.components();
  return !components.empty() && std::all_of(components.begin(), components.end(), [](auto& c) { return passes(*c); });
}

/// Meshes and states come first: what others hold depends on them.
enum class Stage { meshes, states, others };

Stage stageOf(const core::Component& component) {
  if (dynamic_cast<const core::BaseMeshTopology*>(&component)) return Stage::meshes;
  const auto* state = dynamic_cast<const core::BaseState*>(&component);
  return state && state->isMechanical() ? Stage::states : Stage::others;
}

/// Data that a change of a mesh carried along, of lists of numbers.
void archiveFollowingData(core::Archive& archive, core::Component& component) {
  for (auto* data : component.dataFields()) {
    const auto& type = data->type();
    if (!data->options().follows || !type.isList() || !type.isNumeric()) continue;
    std::vector<double> scalars(type.scalarCount(data->rawValue()));
    for (std::size_t i = 0; i < scalars.size(); ++i) scalars[i] = type.get(data->rawValue(), i);
    bool given = data->isSet();
    const auto before = scalars;
    archive.io(scalars);
    archive.io(given);
    if (!archive.isLoading() || !archive.isGood()) continue;
    if (scalars != before) {
      void* values = data->rawEdit();
      type.setElementCount(values, scalars.size() / static_cast<std::size_t>(type.elementSize()));
      for (std::size_t i = 0; i < scalars.size(); ++i) type.set(values, i, scalars[i]);
    }
    if (!given) data->unset();
  }
}

/// The nodes that belong to the scene and to the run, switched off or not.
std::vector<Node*> lastingNodes(Node& root) {
  std::vector<Node*> all;
  const ContactParts contactParts(root);
  core::forEachNode(root, [&](Node& node) {
    if (!passes(node) && !contactParts.contain(node)) all.push_back(&node);
  });
  return all;
}

/// The components that belong to the scene and to the run, by turns of mechanics: what one holds is read back after the
/// states that it depends on.
std::vector<core::Component*> lastingComponents(Node& root) {
  std::unordered_map<const Node*, std::size_t> turns;
  for (const auto* node : root.order()) turns.emplace(node, turns.size());
  auto nodes = lastingNodes(root);
  const auto turnOf = [&](const Node* node) {
    const auto turn = turns.find(node);
    return turn == turns.end() ? turns.size() : turn->second;
  };
  std::ranges::stable_sort(nodes, {}, turnOf);
  std::vector<core::Component*> all;
  const ContactParts contactParts(root);
  for (Node* node : nodes)
    for (const auto& component : node->components())
      if (!contactParts.contain(*component) && !passes(*component)) all.push_back(component.get());
  return all;
}

/// Which nodes take part. Those that were initialised in the run are initialised here.
bool archiveActivation(core::Archive& archive, Node& root, std::string& problem) {
  const auto nodes = lastingNodes(root);
  std::uint64_t count = nodes.size();
  archive.io(count);
  if (archive.isGood() && count != nodes.size()) {
    problem = fmt::format("it was made of another scene: it holds {} nodes where this one has {}", count, nodes.size());
    archive.fail();
  }
  if (!archive.isGood()) return false;
  struct Switches {
    bool activated, sleeping, initialised;
  };
  std::vector<Switches> all;
  for (const auto* node : nodes) {
    all.push_back({node->d_activated.value(), node->d_sleeping.value(), !core::isDormant(*node)});
    for (auto* value : {&all.back().activated, &all.back().sleeping, &all.back().initialised}) archive.io(*value);
  }
  if (!archive.isLoading() || !archive.isGood()) return archive.isGood();
  const auto set = [&](core::Data<bool> Node::*data, bool Switches::*value) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (auto& of = nodes[i]->*data; of.value() != all[i].*value) of.set(all[i].*value);
    initWoken(root);
  };
  set(&Node::d_activated, &Switches::initialised);
  set(&Node::d_activated, &Switches::activated);
  set(&Node::d_sleeping, &Switches::sleeping);
  detectActivation(root);
  return true;
}

/// What the components of a stage hold.
bool archiveStage(core::Archive& archive, const std::vector<core::Component*>& all, Stage stage, std::string& problem) {
  for (auto* component : all) {
    if (stageOf(*component) != stage) continue;
    component->archive(archive);
    if (archive.isGood()) continue;
    problem = "what it holds for " + component->path() + " does not fit";
    return false;
  }
  return true;
}

/// Brings back what is not saved, now that all states are there.
void resume(Node& root) {
  std::vector<core::Resumable*> resumed;
  root.collectDown(resumed);
  for (auto* component : resumed) component->resume();
}

/// Every component with its path, so that a checkpoint of another scene is recognised.
bool archiveNames(core::Archive& archive, Node& root, const std::vector<core::Component*>& all, std::string& problem) {
  std::vector<std::string> others;
  for (const Node* node : lastingNodes(root)) compareGiven(archive, *node, others);
  std::uint64_t count = all.size();
  archive.io(count);
  for (const auto* component : std::span(all).first(std::min<std::size_t>(all.size(), count))) {
    std::string path = component->path();
    archive.io(path);
    if (archive.isGood() && path != component->path()) {
      problem = fmt::format("it was made of another scene: it holds {} where this one has {}", path, component->path());
      archive.fail();
    }
    if (!archive.isGood()) return false;
    compareGiven(archive, *component, others);
  }
  if (archive.isGood() && count != all.size()) {
    problem =
        fmt::format("it was made of another scene: it holds {} components where this one has {}", count, all.size());
    archive.fail();
  }
  if (archive.isGood() && archive.isLoading()) tellOthers(others);
  return archive.isGood();
}

/// Leaves out what was dormant when the state was saved, of which nothing is held.
bool archiveHeld(core::Archive& archive, std::vector<core::Component*>& all, std::string& problem) {
  std::vector<core::Component*> held;
  for (auto* component : all) {
    const bool isHere = !core::isDormant(*component);
    bool isHeld = isHere;
    archive.io(isHeld);
    if (archive.isGood() && isHeld && !isHere) {
      problem = fmt::format("it holds {}, which is not initialised here", component->path());
      archive.fail();
    }
    if (!archive.isGood()) return false;
    if (isHeld) held.push_back(component);
  }
  all = std::move(held);
  return true;
}

using Revisions = std::map<const core::BaseMeshTopology*, std::size_t>;

/// Meshes that are made of others, and not kept themselves, as those are now.
void makeMeshesAnew(const std::vector<core::Component*>& all, const Revisions& before) {
  for (auto* component : all) {
    auto* mapping = dynamic_cast<core::MeshMapping*>(component);
    if (!mapping || !mapping->target() || mapping->target()->wasChanged()) continue;
    core::MeshChanges unknown;
    unknown.mesh = mapping->source();
    const auto known = before.find(unknown.mesh);
    if (known != before.end() && known->first->revision() != known->second) mapping->follow(unknown);
  }
}

void archiveScene(core::Archive& archive, Node& root, std::string& problem) {
  double time = root.time();
  archive.io(time);
  if (!archiveActivation(archive, root, problem)) return;
  auto all = lastingComponents(root);
  if (!archiveNames(archive, root, all, problem)) return;
  if (!archiveHeld(archive, all, problem)) return;
  Revisions revisions;
  for (const auto* component : all)
    if (const auto* mesh = dynamic_cast<const core::BaseMeshTopology*>(component)) revisions[mesh] = mesh->revision();
  if (!archiveStage(archive, all, Stage::meshes, problem)) return;
  if (archive.isLoading()) makeMeshesAnew(all, revisions);
  bool changed = std::ranges::any_of(all, [](const auto* component) {
    const auto* mesh = dynamic_cast<const core::BaseMeshTopology*>(component);
    return mesh && mesh->wasChanged();
  });
  archive.io(changed);
  if (changed) archive.setSizesDiffer();
  if (!archiveStage(archive, all, Stage::states, problem)) return;
  // States have the sizes that they had: what is mapped from them is made for these.
  if (archive.isLoading()) checkNotedSizes(root, Moment::initialisation);
  if (changed) {
    for (auto* component : all) archiveFollowingData(archive, *component);
    if (archive.isLoading() && archive.isGood())
      for (const auto& [mesh, revision] : revisions)
        if (mesh->revision() != revision) startAnew(root, *mesh);
  }
  if (!archiveStage(archive, all, Stage::others, problem) || !archive.isLoading()) return;
  checkNotedSizes(root, Moment::initialisation);
  resume(root);
  root.d_time.set(time);
  noteLeftStart(root, true);
  for (Node* node : allNodes(root)) node->inheritContext();
}

}  // namespace

std::string savedState(Node& root, long step) {
  core::Archive archive;
  archive.io(step);
  std::string ignored;
  archiveScene(archive, root, ignored);
  return archive.bytes();
}

long restoreState(std::string_view state, Node& root, std::string& problem) {
  core::Archive archive{state};
  long step = 0;
  problem = "it holds less than this scene";
  archive.io(step);
  archiveScene(archive, root, problem);
  core::passOverOwnChanges(root);
  if (!archive.isGood()) return -1;
  if (!archive.atEnd()) problem = "it holds more than this scene";
  if (archive.atEnd() && step < 0) problem = "its step is negative";
  return archive.atEnd() && step >= 0 ? step : -1;
}

namespace {

/// The files of a scene, which stand in front of its state.
void archiveInputs(core::Archive& archive, std::vector<helper::InputFile>& files) {
  std::uint64_t count = files.size();
  archive.io(count);
  for (std::uint64_t i = 0; i < count && archive.isGood(); ++i) {
    if (archive.isLoading()) files.emplace_back();
    archive.io(files[i].name);
    archive.io(files[i].size);
    archive.io(files[i].checksum);
  }
}

/// A run goes on with what the files hold now, on states that came of what they held.
void tellOtherInputs(const std::vector<helper::InputFile>& then) {
  const auto now = helper::inputFiles();
  std::string names;
  for (const auto& file : then) {
    const auto isSame = [&](const auto& other) { return file.holdsTheSameAs(other); };
    if (file.checksum == 0 || now.empty() || std::ranges::any_of(now, isSame)) continue;
    names += (names.empty() ? "" : ", ") + file.name;
  }
  if (names.empty()) return;
  helper::send(
      helper::Severity::Warning, "Checkpoint",
      fmt::format("The state was saved when the scene was read from other files: {} held something else then. "
                  "It goes on with what they hold now, which may not fit the state: put the files back as they "
                  "were, or run the scene from its start.",
                  names));
}

}  // namespace

bool saveCheckpoint(const std::string& file, Node& root, long step) {
  core::Archive head;
  auto inputs = helper::inputFiles();
  archiveInputs(head, inputs);
  const std::uint64_t headSize = head.bytes().size();
  const std::string body =
      std::string(reinterpret_cast<const char*>(&headSize), sizeof headSize) + head.bytes() + savedState(root, step);
  const Seal seal = sealOf(body);
  const std::string_view sealBytes(reinterpret_cast<const char*>(&seal), sizeof seal);
  const std::string_view pieces[] = {magic, sealBytes, body};
  return !helper::writeFile(file, pieces);
}

long loadCheckpoint(const std::string& file, Node& root) {
  std::string problem;
  const auto body = readBody(file, problem);
  std::uint64_t headSize = 0;
  long step = -1;
  if (body) problem = "the file is damaged";
  if (body && body->size() >= sizeof headSize) {
    std::memcpy(&headSize, body->data(), sizeof headSize);
    const std::string_view rest = std::string_view(*body).substr(sizeof headSize);
    core::Archive head{rest.substr(0, std::min<std::uint64_t>(headSize, rest.size()))};
    std::vector<helper::InputFile> then;
    archiveInputs(head, then);
    if (headSize <= rest.size() && head.isGood()) step = restoreState(rest.substr(headSize), root, problem);
    if (step >= 0) tellOtherInputs(then);
  }
  if (step < 0)
    helper::send(helper::Severity::Error, "Checkpoint", fmt::format("{} cannot be resumed from: {}.", file, problem));
  return step;
}

}  // namespace sofa::simulation
