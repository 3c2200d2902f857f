// SPDX-License-Identifier: Apache-2.0
// Text forms of values.
#include "Sofa/Type/Text.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

namespace sofa::type {
namespace {

template <class T>
struct Reading {
  bool ok;
  T value;
  std::string rest;
};

template <class T>
Reading<T> read(const std::string& text, T start = {}) {
  TextReader in(text);
  const bool ok = TextTraits<T>::read(in, start);
  return {ok, start, std::string(in.rest())};
}

using Ints = std::vector<int>;
using Indices = std::vector<Index>;

TEST(TextOfBool, firstCharacterDecides) {
  for (const char* text : {"true", "True", "T", "t", "1", "-1", "2x", " 1"}) {
    const auto r = read<bool>(text, false);
    EXPECT_TRUE(r.ok && r.value) << text;
  }
  for (const char* text : {"false", "F", "0", "0.9", "-0"}) {
    const auto r = read<bool>(text, true);
    EXPECT_TRUE(r.ok && !r.value) << text;
  }
  for (const char* text : {"yes", "no", "", "+1", ".5", "-", "on"}) {
    EXPECT_FALSE(read<bool>(text, true).ok) << text;
    EXPECT_TRUE(read<bool>(text, true).value) << text;
    EXPECT_FALSE(read<bool>(text, false).value) << text;
  }
}

TEST(TextOfNumbers, trailingCharactersAreIgnored) {
  EXPECT_EQ(read<int>("3.7").value, 3);
  EXPECT_EQ(read<double>("1.5mm").value, 1.5);
  EXPECT_EQ(read<double>(" +2e3 ").value, 2000);
  EXPECT_EQ(read<double>(".5").value, 0.5);
  EXPECT_EQ(read<int>("+7").value, 7);
  EXPECT_EQ(read<int>("-7").value, -7);
}

TEST(TextOfNumbers, whatIsNoNumberFailsAndLeavesTheValue) {
  for (const char* text : {"inf", "nan", "-inf", "abc", "", "-", "+", "+-5", "--5", "e5", "1e999", "-1e999"}) {
    const auto r = read<double>(text, 42);
    EXPECT_FALSE(r.ok) << text;
    EXPECT_EQ(r.value, 42) << text;
  }
  for (const char* text : {"abc", "", "-", "+-5", "99999999999999999999"}) {
    EXPECT_FALSE(read<int>(text, 42).ok) << text;
    EXPECT_EQ(read<int>(text, 42).value, 42) << text;
  }
}

TEST(TextOfNumbers, whatDoesNotFitTheTypeFails) {
  EXPECT_EQ(read<int>("2147483647").value, 2147483647);
  EXPECT_EQ(read<int>("-2147483648").value, std::numeric_limits<int>::min());
  EXPECT_FALSE(read<int>("2147483648", 5).ok);
  EXPECT_EQ(read<int>("4294967296", 5).value, 5);
  EXPECT_EQ(read<Index>("4294967295").value, 4294967295u);
  EXPECT_FALSE(read<Index>("4294967296").ok);
  EXPECT_EQ(read<Index>("-1").value, 4294967295u) << "streams wrap a negative number";
  EXPECT_FALSE(read<float>("1e39").ok);
}

TEST(TextOfNumbers, tinyNumbersAreKept) {
  EXPECT_EQ(read<double>("5e-324").value, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read<double>("1e-400", 1).value, 0);
}

TEST(TextOfFixedVectors, missingNumbersKeepTheirFormerValue) {
  const auto r = read<Vec3>("1 2", Vec3(0, 0, 0));
  EXPECT_FALSE(r.ok);
  EXPECT_EQ(r.value, Vec3(1, 2, 0));
  EXPECT_EQ(read<Vec3>("2", Vec3(1, 1, 1)).value, Vec3(2, 1, 1));
  const auto more = read<Vec3>("1 2 3 4");
  EXPECT_TRUE(more.ok);
  EXPECT_EQ(more.value, Vec3(1, 2, 3));
  EXPECT_FALSE(read<Vec3>("1,2,3").ok) << "no commas";
  const auto edge = read<Edge>("3 8");
  EXPECT_TRUE(edge.ok);
  EXPECT_EQ(edge.value, Edge(3, 8));
}

TEST(TextOfFixedVectors, rigidAndQuaternionOrder) {
  const auto q = read<Quat>("1 2 3 4");
  EXPECT_EQ(q.value.x(), 1);
  EXPECT_EQ(q.value.w(), 4) << "x y z w, not normalised";
  const auto rigid = read<RigidCoord<3>>("1 2 3 0 0 0 2");
  EXPECT_EQ(rigid.value.center, Vec3(1, 2, 3));
  EXPECT_EQ(rigid.value.orientation.w(), 2) << "not normalised on reading";
  const auto plane = read<RigidCoord<2>>("1 2 0.5");
  EXPECT_EQ(plane.value.orientation, 0.5);
  EXPECT_EQ(plane.value.center.y(), 2);
}

TEST(TextOfMatrices, rowsWithOrWithoutBrackets) {
  Mat2 expected;
  expected << 1, 2, 3, 4;
  for (const char* text : {"1 2 3 4", "[1 2],[3 4]", "[[1 2] [3 4]]", "1 2, 3 4", "[1,2][3,4]"}) {
    const auto r = read<Mat2>(text);
    EXPECT_TRUE(r.ok) << text;
    EXPECT_EQ(r.value, expected) << text;
  }
}

TEST(TextOfRigidMass, massVolumeInertia) {
  const auto m = read<RigidMass<3>>("2 3 [1 0 0],[0 5 0],[0 0 6]");
  ASSERT_TRUE(m.ok);
  EXPECT_EQ(m.value.mass, 2);
  EXPECT_EQ(m.value.volume, 3);
  EXPECT_EQ(m.value.inertia(1, 1), 5);
  EXPECT_EQ(m.value.inertia(2, 2), 6);
  const auto flat = read<RigidMass<2>>("2 3 4");
  EXPECT_EQ(flat.value.inertia, 4);
}

TEST(TextOfVectors, anIncompleteLastElementIsDroppedSilently) {
  const auto r = read<std::vector<Vec3>>("1 2 3 4 5");
  EXPECT_TRUE(r.ok);
  ASSERT_EQ(r.value.size(), 1u);
  EXPECT_EQ(r.value[0], Vec3(1, 2, 3));
}

TEST(TextOfVectors, aBadTokenStopsAndKeepsThePrefix) {
  const auto r = read<std::vector<double>>("1 2 x 4");
  EXPECT_FALSE(r.ok);
  EXPECT_EQ(r.value, (std::vector<double>{1, 2}));
  EXPECT_TRUE(read<std::vector<double>>("", {1, 2}).value.empty());
}

TEST(TextOfIndexLists, ranges) {
  EXPECT_EQ(read<Ints>("0-3 8-6 10-14-2").value, (Ints{0, 1, 2, 3, 8, 7, 6, 10, 12, 14}));
  EXPECT_EQ(read<Ints>("5-5").value, Ints{5});
  EXPECT_EQ(read<Ints>("-2-1").value, (Ints{-2, -1, 0, 1}));
  EXPECT_EQ(read<Ints>("1-3-0 3-1-0").value, (Ints{1, 2, 3, 3, 2, 1})) << "step 0 is one towards the end";
  EXPECT_EQ(read<Ints>("1-7--3").value, (Ints{7, 4, 1})) << "a step against the direction swaps the ends";
  EXPECT_EQ(read<Ints>("8-2-3").value, (Ints{2, 5, 8}));
}

TEST(TextOfIndexLists, unsignedDescentsEndOnTheirLastValue) {
  EXPECT_EQ(read<Indices>("9-3--4").value, (Indices{9, 5, 3}));
  EXPECT_EQ(read<Indices>("1-7--3").value, (Indices{7, 4, 1}));
  EXPECT_EQ(read<Ints>("9-3--4").value, (Ints{9, 5}));
  EXPECT_EQ(read<Indices>("1-8--3").value, (Indices{8, 5, 2, 1})) << "ends, where it once ran out of memory";
}

TEST(TextOfIndexLists, badTokensBecomeZeroAndAreReported) {
  const auto r = read<Ints>("1 x 3");
  EXPECT_FALSE(r.ok);
  EXPECT_EQ(r.value, (Ints{1, 0, 3}));
  const auto negative = read<Indices>("4 -1 5");
  EXPECT_FALSE(negative.ok);
  EXPECT_EQ(negative.value, (Indices{4, 0, 5}));
  EXPECT_EQ(read<Ints>("-1").value, Ints{-1});
  for (const char* text : {"99999999999", "1-x", "1-2-y", "3-", "1.5"}) {
    EXPECT_FALSE(read<Ints>(text).ok) << text;
    EXPECT_EQ(read<Ints>(text).value, Ints{0}) << text;
  }
}

TEST(TextOfIndexLists, hugeRangesAreRefused) {
  EXPECT_FALSE(read<Ints>("0-2000000000").ok);
  EXPECT_FALSE(read<Ints>("-9223372036854775807-9223372036854775807").ok);
  EXPECT_FALSE(read<Ints>("0-9223372036854775807-9223372036854775807").ok);
  EXPECT_FALSE(read<Indices>("5-0--9223372036854775807").ok);
}

TEST(TextOfSets, rangesInOrderWithoutDoubles) {
  EXPECT_EQ(read<std::set<int>>("3-1 2 7").value, (std::set<int>{1, 2, 3, 7}));
}

TEST(TextOfBoolLists, numbersOnly) {
  EXPECT_EQ(read<std::vector<bool>>("1 0 1").value, (std::vector<bool>{true, false, true}));
  EXPECT_FALSE(read<std::vector<bool>>("1 true").ok);
}

TEST(TextOfStringLists, quotedOrPlain) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(read<Words>("a b  c").value, (Words{"a", "b", "c"}));
  EXPECT_EQ(read<Words>(R"(["a b", "c",])").value, (Words{"a b", "c"}));
  EXPECT_EQ(read<Words>("['a', \"b's\"]").value, (Words{"a", "b's"}));
  EXPECT_FALSE(read<Words>(R"(["a)").ok);
  EXPECT_FALSE(read<Words>("[a]").ok);
  EXPECT_EQ(toText(Words{"a", "b c"}), R"(["a", "b c"])");
}

TEST(TextOfStrings, verbatim) { EXPECT_EQ(read<std::string>("  two words ").value, "  two words "); }

TEST(TextOfListsOfLists, brackets) {
  using Lists = std::vector<std::vector<int>>;
  EXPECT_EQ(read<Lists>("[[1, 2], [3]]").value, (Lists{{1, 2}, {3}}));
  EXPECT_EQ(read<Lists>("[1,2] [3]").value, (Lists{{1, 2}, {3}}));
  EXPECT_FALSE(read<Lists>("[[1, x]]").ok);
}

TEST(TextOfMaps, oneEntryALine) {
  using Map = std::map<std::string, std::string>;
  EXPECT_EQ(read<Map>("a 1\n\nb 2\n").value.size(), 2u);
  const auto numbers = read<std::map<int, double>>("1 0.5\n3 7");
  EXPECT_TRUE(numbers.ok);
  EXPECT_EQ(numbers.value.at(3), 7);
  EXPECT_FALSE((read<std::map<int, double>>("1").ok));
}

Color color(const std::string& text) {
  const auto r = read<Color>(text, {9, 9, 9, 9});
  EXPECT_TRUE(r.ok) << text;
  return r.value;
}

TEST(TextOfColours, numbersHexAndNames) {
  EXPECT_EQ(color("0.1 0.2 0.3"), (Color{0.1f, 0.2f, 0.3f, 1}));
  EXPECT_EQ(color("1 0 0 0.5"), (Color{1, 0, 0, 0.5f}));
  EXPECT_EQ(color("#f00"), (Color{1, 0, 0, 1}));
  EXPECT_EQ(color("#F008"), (Color{1, 0, 0, 0x88 / 255.f}));
  EXPECT_EQ(color("#336699"), (Color{0x33 / 255.f, 0x66 / 255.f, 0x99 / 255.f, 1}));
  EXPECT_EQ(color("#33669900"), (Color{0x33 / 255.f, 0x66 / 255.f, 0x99 / 255.f, 0}));
  EXPECT_EQ(color("red"), (Color{1, 0, 0, 1}));
  EXPECT_EQ(color("Cyan"), (Color{0, 1, 1, 1}));
  for (const char* name :
       {"white", "black", "green", "blue", "magenta", "yellow", "gray",   "darkgray", "lightgray", "orange", "purple",
        "pink",  "brown", "lime",  "teal", "navy",    "olive",  "maroon", "silver",   "gold",      "azure"})
    color(name);
  for (const char* text : {"", "#12", "#12345", "#ggg", "1 0", "reddish", "-1 0 0", "1 0 0 x"}) {
    const auto r = read<Color>(text, {9, 9, 9, 9});
    EXPECT_FALSE(r.ok) << text;
    EXPECT_EQ(r.value, (Color{9, 9, 9, 9})) << text;
  }
}

TEST(TextOfChoices, labelOrIndex) {
  const OptionGroup choices({"small", "large", "svd"}, 0);
  EXPECT_EQ(read<OptionGroup>("svd", choices).value.index(), 2u);
  EXPECT_EQ(read<OptionGroup>(" large ", choices).value.index(), 1u);
  EXPECT_EQ(read<OptionGroup>("1", choices).value.selected(), "large");
  for (const char* text : {"Large", "3", "-1", "", "0.5"}) {
    EXPECT_FALSE(read<OptionGroup>(text, choices).ok) << text;
    EXPECT_EQ(read<OptionGroup>(text, choices).value.index(), 0u) << text;
  }
}

TEST(TextOfMaterials, entriesInAnyOrder) {
  const auto r = read<Material>("Skin Shininess 1 20 diffuse 0 1 0 0 0.5");
  ASSERT_TRUE(r.ok);
  EXPECT_EQ(r.value.name, "Skin");
  EXPECT_TRUE(r.value.useShininess);
  EXPECT_EQ(r.value.shininess, 20);
  EXPECT_FALSE(r.value.diffuse.use);
  EXPECT_EQ(r.value.diffuse.color, (Color{1, 0, 0, 0.5f}));
  EXPECT_FALSE(read<Material>("Skin Glow 1 1 1 1 1").ok);
  const auto again = read<Material>(toText(r.value, 0));
  EXPECT_EQ(again.value.shininess, 20);
  EXPECT_EQ(again.value.diffuse.color, r.value.diffuse.color);
}

TEST(TextOfDisplayFlags, groupsAndMembers) {
  using F = DisplayFlags;
  const auto r = read<F>("showbehaviormodels HIDEForceFields");
  EXPECT_TRUE(r.ok);
  EXPECT_EQ(r.value[F::BehaviorModels], F::State::show);
  EXPECT_EQ(r.value[F::ForceFields], F::State::hide);
  EXPECT_EQ(r.value[F::Wireframe], F::State::unset);
  const auto all = read<F>("showAll");
  EXPECT_EQ(all.value[F::MechanicalMappings], F::State::show);
  EXPECT_EQ(all.value[F::Wireframe], F::State::unset) << "options are no part of All";
  EXPECT_FALSE(read<F>("showEverything").ok);
  EXPECT_EQ(toText(r.value), "showBehaviorModels hideForceFields");
}

TEST(TextOfDisplayFlags, theHighestGroupThatAgreesIsWritten) {
  const auto again = [](const char* words) { return toText(read<DisplayFlags>(words).value); };
  EXPECT_EQ(again("showForceFields showBehaviorModels showInteractionForceFields"), "showBehavior");
  EXPECT_EQ(again("showVisualModels"), "showVisual");
  EXPECT_EQ(again("showAll hideWireframe"), "showAll hideWireframe");
  EXPECT_EQ(again("hideOptions showMappings"), "showMappings hideOptions");
  EXPECT_EQ(again("showAdvancedRendering"), "showAdvancedRendering");
  EXPECT_EQ(again(""), "");
}

TEST(TextOfBoxesAndTags, readAndWrite) {
  const auto box = read<BoundingBox>("-1 -2 -3 1 2 3");
  EXPECT_TRUE(box.ok);
  EXPECT_EQ(box.value.min, Vec3(-1, -2, -3));
  EXPECT_EQ(box.value.max, Vec3(1, 2, 3));
  EXPECT_EQ(read<TagSet>("b a").value, (TagSet{"a", "b"}));
  EXPECT_TRUE(read<TagSet>(" ", {"a"}).value.empty());
}

TEST(Printing, sixSignificantDigitsOrExact) {
  EXPECT_EQ(toText(1.0 / 3), "0.333333");
  EXPECT_EQ(toText(1e-7), "1e-07");
  EXPECT_EQ(toText(123456789.0), "1.23457e+08");
  EXPECT_EQ(toText(-0.0001234567), "-0.000123457");
  EXPECT_EQ(toText(-1.234567e-300, 3), "-1.23e-300");
  EXPECT_EQ(toText(1.0 / 3, 30), "0.333333333333333314829616256247");  // all of the digits the number has
  EXPECT_EQ(toText(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(toText(true), "1");
  EXPECT_EQ(toText(Vec3(1, 2.5, -3)), "1 2.5 -3");
  EXPECT_EQ(toText(Ints{1, -2}), "1 -2");
  EXPECT_EQ(toText(0.1f, 0), "0.1");
  EXPECT_EQ(toText(1.0 / 3, 0), "0.3333333333333333");
}

/// Every value printed with precision 0 reads back to the same bits.
template <class T>
void expectRoundTrip(const T& value) {
  const std::string text = toText(value, 0);
  TextReader in(text);
  T again{};
  EXPECT_TRUE(TextTraits<T>::read(in, again)) << text;
  EXPECT_EQ(toText(again, 0), text);
  if constexpr (isFlat<T>) {
    for (int i = 0; i < FlatTraits<T>::size; ++i) {
      EXPECT_EQ(scalars(again)[i], scalars(value)[i]) << text;
    }
  }
}

TEST(Printing, precisionZeroIsExact) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<std::uint64_t> bits;
  const auto any = [&] {
    double value;
    do {
      const std::uint64_t b = bits(random);
      std::memcpy(&value, &b, sizeof value);
    } while (!std::isfinite(value));
    return value;
  };
  for (int i = 0; i < 2000; ++i) {
    expectRoundTrip(any());
    expectRoundTrip(Vec3(any(), any(), any()));
    expectRoundTrip(RigidCoord<3>{Vec3(any(), any(), any()), Quat(any(), any(), any(), any())});
    expectRoundTrip(RigidCoord<2>{{any(), any()}, any()});
    Mat3 m;
    for (auto& x : m.reshaped()) x = any();
    expectRoundTrip(m);
    expectRoundTrip(static_cast<float>(std::fmod(any(), 1e30)));
  }
  for (const double edge : {0.0, -0.0, 5e-324, std::numeric_limits<double>::max(), std::numeric_limits<double>::min()})
    expectRoundTrip(edge);
  EXPECT_TRUE(std::signbit(read<double>(toText(-0.0, 0)).value));
  expectRoundTrip(Tetrahedron(0, 1, 4294967294u, 3));
  expectRoundTrip(std::numeric_limits<int>::min());
  expectRoundTrip(std::vector<Vec3>{{1, 2, 3}, {0.1, 1e-300, 7}});
  expectRoundTrip(RigidMass<3>{1.1, 2.2, Mat3::Constant(1.0 / 3)});
  expectRoundTrip(RigidMass<2>{1.1, 2.2, 1.0 / 3});
}

}  // namespace
}  // namespace sofa::type
