// SPDX-License-Identifier: Apache-2.0
// Changes of a mesh: what becomes of numbers and values, and how long changes are remembered.
#include "Sofa/Core/Contract/MeshChange.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

#include "Component/MeshFixture.h"
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::test {
namespace {

using core::Ancestors;
using core::ElementChange;
using core::ElementKind;
using core::MeshChange;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using type::Index;

ElementChange removal(std::size_t before, std::vector<Index> elements) {
  ElementChange change(before);
  change.remove(std::move(elements));
  return change;
}

/// As the rule says it: from the largest number down, the last takes the place.
std::vector<Index> swapped(std::size_t before, std::vector<Index> removed) {
  std::vector<Index> all(before);
  std::iota(all.begin(), all.end(), Index{0});
  std::sort(removed.rbegin(), removed.rend());
  for (const Index i : removed) {
    all[i] = all.back();
    all.pop_back();
  }
  return all;
}

TEST(ElementChange, theLastElementTakesThePlaceOfEachThatGoes) {
  const auto change = removal(5, {1, 3});
  EXPECT_THAT(change.removed(), ElementsAre(3u, 1u));
  EXPECT_EQ(change.newIndex(4), 1u) << "it stands at 3 first, which is the last place when 1 goes";
  EXPECT_EQ(change.newIndex(1), type::invalidIndex);
  EXPECT_EQ(change.newIndex(2), 2u);
  EXPECT_EQ(change.newIndex(5), type::invalidIndex) << "there was none";
  EXPECT_THAT(change.newIndices(), ElementsAre(0u, type::invalidIndex, 2u, type::invalidIndex, 1u));
  EXPECT_EQ(change.after(), 3u);
  EXPECT_THAT(removal(3, {2, 2, 0}).removed(), ElementsAre(2u, 0u)) << "what is named twice goes once";
}

TEST(ElementChange, agreesWithTheRuleForRandomRemovals) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t before = 1 + random() % 30;
    std::vector<Index> removed(before);
    std::iota(removed.begin(), removed.end(), Index{0});
    std::shuffle(removed.begin(), removed.end(), random);
    removed.resize(random() % (before + 1));
    const auto expected = swapped(before, removed);
    const auto change = removal(before, removed);
    ASSERT_EQ(change.after(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(change.newIndex(expected[i]), i);
    const auto all = change.newIndices();
    for (Index i = 0; i < before; ++i) ASSERT_EQ(all[i], change.newIndex(i));
    std::vector<Index> values(before);
    std::iota(values.begin(), values.end(), Index{0});
    ASSERT_TRUE(core::carryValues(values, change));
    ASSERT_EQ(values, expected);
  }
}

TEST(ElementChange, listsOfNumbersLoseWhatWentAndKeepTheirOrder) {
  std::vector<Index> indices{4, 3, 0, 9};
  core::carryIndices(indices, removal(5, {1, 3}));
  EXPECT_THAT(indices, ElementsAre(1u, 0u, 9u)) << "9 was no element: it stays, for who complains about it";
}

struct Follower : core::Component {
  using Reals = std::vector<double>;
  core::Data<std::vector<Index>> d_points{this, "points", {}, "points", {.follows = core::pointIndices}};
  core::Data<Reals> d_usual{this, "usual", {}, "per point", {.follows = core::perPoint()}};
  core::Data<Reals> d_mean{this, "mean", {}, "per point", {.follows = core::perPoint(core::NewValue::mean)}};
  core::Data<std::vector<type::Vec3>> d_place{
      this, "place", {}, "per point", {.follows = core::perPoint(core::NewValue::mean)}};
  core::Data<std::vector<std::string>> d_names{
      this, "names", {}, "per point", {.follows = core::perPoint(core::NewValue::copy)}};
  core::Data<Reals> d_made{this, "made", {}, "per point", {.follows = core::madeBy<&Follower::make>(core::perPoint())}};
  core::Data<Reals> d_modulus{
      this, "modulus", {}, "per tetrahedron", {.follows = core::perElementOrOne<type::Tetrahedron>()}};
  core::Data<Reals> d_still{this, "still", {}, "follows nothing"};
  double base = 100;

  static void make(Follower& owner, Reals& values, const ElementChange& change) {
    for (Index i = change.remaining(); i < change.after(); ++i) values[i] = owner.base + i;
  }
};

MeshChange onePointGoesAndTwoCome() {
  MeshChange change;
  auto& points = change.of(ElementKind::point) = removal(4, {1});
  points.add({Ancestors{{0, 1}, {0.25, 0.75}}, Ancestors{}});
  change.of(ElementKind::tetrahedron) = removal(2, {0});
  return change;
}

TEST(CarriedData, followAsTheyAreDeclared) {
  Follower f;
  f.d_points.set({3, 1, 0});
  f.d_usual.set({10, 11, 12, 13});
  f.d_mean.set({10, 11, 12, 13});
  f.d_place.set({{0, 0, 0}, {9, 9, 9}, {1, 1, 1}, {4, 8, 0}});
  f.d_names.set({"a", "b", "c", "d"});
  f.d_made.set({0, 1, 2, 3});
  f.d_modulus.set({5, 6});
  f.d_still.set({1, 2, 3, 4});
  for (auto* data : f.dataFields()) core::carryData(*data, onePointGoesAndTwoCome());
  EXPECT_THAT(*f.d_points, ElementsAre(1u, 0u));
  EXPECT_THAT(*f.d_usual, ElementsAre(10, 13, 12, 0, 0));
  EXPECT_THAT(*f.d_mean, ElementsAre(10, 13, 12, 0.25 * 10 + 0.75 * 13, 0));
  EXPECT_EQ(f.d_place->at(3), type::Vec3(3, 6, 0));
  EXPECT_THAT(*f.d_names, ElementsAre("a", "d", "c", "a", "a")) << "without an ancestor the first value";
  EXPECT_THAT(*f.d_made, ElementsAre(0, 3, 2, 103, 104));
  EXPECT_THAT(*f.d_modulus, ElementsAre(6));
  EXPECT_THAT(*f.d_still, ElementsAre(1, 2, 3, 4));
}

TEST(CarriedData, listsOfAnotherLengthStay) {
  Follower f;
  f.d_usual.set({1, 2});
  f.d_modulus.set({7});
  core::carryData(f.d_usual, onePointGoesAndTwoCome());
  EXPECT_THAT(*f.d_usual, ElementsAre(1, 2));
  MeshChange last;
  last.of(ElementKind::tetrahedron) = removal(1, {0});
  core::carryData(f.d_modulus, last);
  EXPECT_THAT(*f.d_modulus, ElementsAre(7)) << "one value is for all elements, also if there was one";
}

TEST(CarriedData, doNotCountAsGivenByThat) {
  Follower f;
  f.d_usual.set({1, 2, 3, 4});
  f.d_usual.unset();
  core::carryData(f.d_usual, onePointGoesAndTwoCome());
  EXPECT_EQ(f.d_usual->size(), 5u);
  EXPECT_FALSE(f.d_usual.isSet());
}

TEST(CarriedData, dataThatFollowAreAsSmallAsOthers) {
  EXPECT_EQ(sizeof(core::Data<std::vector<double>>), 32 + sizeof(std::vector<double>));
}

MeshChange changeOf(std::size_t entries) {
  MeshChange change;
  std::vector<Index> removed(entries);
  std::iota(removed.begin(), removed.end(), Index{0});
  change.of(ElementKind::point) = removal(2 * entries, removed);
  return change;
}

TEST(MeshChangeLog, leadsFromEveryRevisionItRemembersToTheNewest) {
  core::MeshChangeLog log;
  log.add(3, 5, changeOf(1), 1000);
  log.add(5, 6, changeOf(2), 1000);
  EXPECT_EQ(log.between(3, 6).steps.size(), 2u);
  EXPECT_EQ(log.between(5, 6).steps.size(), 1u);
  EXPECT_TRUE(log.between(6, 6).known);
  EXPECT_FALSE(log.between(4, 6).known) << "no change began there";
  EXPECT_FALSE(log.between(3, 7).known) << "something else changed the mesh";
  EXPECT_THAT(log.between(3, 7).steps, IsEmpty());
}

TEST(MeshChangeLog, doesNotLeadAcrossWhatItWasNotTold) {
  core::MeshChangeLog log;
  log.add(1, 2, changeOf(1), 1000);
  log.add(4, 5, changeOf(1), 1000);
  EXPECT_FALSE(log.between(1, 5).known);
  EXPECT_TRUE(log.between(4, 5).known);
}

TEST(MeshChangeLog, forgetsTheOldest) {
  core::MeshChangeLog log;
  const std::size_t limit = 10 * changeOf(20).entries();
  for (std::size_t i = 0; i < 1000; ++i) log.add(i, i + 1, changeOf(20), limit);
  EXPECT_EQ(log.size(), 10u);
  EXPECT_TRUE(log.between(995, 1000).known);
  EXPECT_FALSE(log.between(500, 1000).known) << "the reader is told that it is too old";
  log.add(1000, 1001, changeOf(100000), limit);
  EXPECT_TRUE(log.between(1000, 1001).known) << "the newest stays, however large";
}

TEST(MeshTopology, tellsItsChanges) {
  FixedMesh mesh;
  mesh.d_position.set(std::vector<type::Vec3>(4));
  mesh.d_position.edit().resize(2);
  ++mesh.version;
  mesh.tellChange(0, changeOf(2));
  const auto changes = mesh.changesSince(0);
  EXPECT_TRUE(changes.known);
  EXPECT_EQ(changes.mesh, &mesh);
  ASSERT_EQ(changes.steps.size(), 1u);
  EXPECT_TRUE(changes.concern(ElementKind::point));
  EXPECT_FALSE(changes.concern(ElementKind::edge));
  ++mesh.version;
  EXPECT_FALSE(mesh.changesSince(0).known);
  EXPECT_TRUE(mesh.changesSince(0).concern(ElementKind::edge)) << "it may be";
}

}  // namespace
}  // namespace sofa::test
