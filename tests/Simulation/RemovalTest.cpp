// SPDX-License-Identifier: Apache-2.0
// Any component or node can be taken out of a running scene: for good, or to come back.
#include <gtest/gtest.h>

#include <ctime>

#include "CapturedMessages.h"
#include "ChangingMeshes.h"
#include "RemovedObject.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "SolidScenes.h"
#include "SourceFolder.h"

namespace sofa::test {
namespace {

namespace fs = std::filesystem;
using Object = std::shared_ptr<core::Base>;

/// Scenes of the examples and of the folder SOFA_REMOVAL_SCENES, if that is set.
std::vector<std::string> scenes() {
  std::vector<std::string> all;
  std::vector<fs::path> folders = {fs::path(SOFA_SOURCE_DIR) / "examples"};
  if (const char* more = std::getenv("SOFA_REMOVAL_SCENES")) folders.emplace_back(more);
  for (const auto& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".scn" && entry.path().parent_path().filename() != "plugin")
        all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  return all;
}

std::shared_ptr<simulation::Node> open(const std::string& file) {
  auto root = simulation::readScene(file);
  if (root) simulation::initRoot(*root);
  return root;
}

void show(simulation::Node& root) {
  simulation::updateVisual(root);
  simulation::updateBoundingBoxes(root);
  core::DrawList list;
  type::DisplayFlags flags;
  flags.apply("showAll");
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components()) {
      if (!component->isValid()) continue;
      list.begin(*component, flags);
      component->draw(list);
    }
  });
}

/// The largest one.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i])))
      most = std::isnan(a[i]) || std::isnan(b[i]) ? std::numeric_limits<double>::infinity()
                                                  : std::max(most, std::abs(a[i] - b[i]));
  return most;
}

class Removal : public testing::TestWithParam<std::string> {};

/// Numbers of objects, spread so far that a large scene takes seconds of processor time; fuzz/remove_objects takes all.
template <class Sweep>
void sweepObjects(std::size_t count, Sweep&& sweep) {
  constexpr double budget = 5 * CLOCKS_PER_SEC;
  const std::clock_t start = std::clock();
  std::size_t done = 0;
  for (std::size_t i = 0; i < count;) {
    sweep(i);
    const double left = budget - static_cast<double>(std::clock() - start), each = (budget - left) / double(++done);
    i += left < each ? count : std::max<std::size_t>(1, std::size_t(double(count - i) * each / left));
  }
}

TEST_P(Removal, ofEachObjectForGood) {
  tests::CapturedMessages said;
  const auto first = open(GetParam());
  ASSERT_TRUE(first);
  const std::size_t count = removableObjects(*first).size();
  sweepObjects(count, [](std::size_t i) {
    const auto root = open(GetParam());
    steps(*root, 1);
    auto all = removableObjects(*root);
    if (i >= all.size()) return;
    const Object object = all[i];  // an editor keeps what it took out until the scene ends
    all.clear();
    SCOPED_TRACE(object->path());
    { const RemovedObject removed(*root, object); }
    show(*root);
    steps(*root, 2);
    show(*root);
  });
}

TEST_P(Removal, ofEachObjectCanBeTakenBack) {
  tests::CapturedMessages said;
  const auto again = [](simulation::Node& root) {
    simulation::reset(root);
    steps(root, 2);
    return bits(root);
  };
  const auto untouched = open(GetParam());
  ASSERT_TRUE(untouched);
  steps(*untouched, 3);
  const auto expected = again(*untouched);
  // Solvers that start from what they found before keep that over a reset: the last digits may differ
  // then.
  const bool startsAnew = difference(again(*untouched), expected) == 0;
  const bool isComparable = !tests::hasChangingMeshes(*untouched);
  const std::size_t count = removableObjects(*untouched).size();
  sweepObjects(count, [&](std::size_t i) {
    const auto root = open(GetParam());
    steps(*root, 1);
    const auto all = removableObjects(*root);
    if (i >= all.size()) return;
    RemovedObject removed(*root, all[i]);
    steps(*root, 1);
    show(*root);
    removed.putBack();
    steps(*root, 1);
    show(*root);
    const auto found = again(*root);
    if (isComparable) {
      EXPECT_LE(difference(found, expected), startsAnew ? 0 : 1e-7) << all[i]->path();
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Scenes, Removal, testing::ValuesIn(scenes()), [](const auto& scene) {
  std::string name = scene.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace
}  // namespace sofa::test
