// SPDX-License-Identifier: Apache-2.0
// Data and engines.
#include "Sofa/Core/ObjectModel/Data.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "SampleComponents.h"

namespace sofa::test {
namespace {

using tests::CapturedMessages;

TEST(Data, aSetValueCountsAndIsSet) {
  Sample c;
  EXPECT_FALSE(c.d_real.isSet());
  const int before = c.d_real.counter();
  c.d_real.set(2);
  EXPECT_TRUE(c.d_real.isSet());
  EXPECT_EQ(c.d_real.counter(), before + 1);
  c.d_real.set(2);
  EXPECT_EQ(c.d_real.counter(), before + 2) << "equal values count too";
  c.d_real.edit() = 3;
  EXPECT_EQ(c.d_real.counter(), before + 3);
  EXPECT_EQ(c.d_real.defaultValue(), 1.5);
  EXPECT_EQ(c.d_real.defaultText(), "1.5");
}

TEST(Data, trackersSeeChangesUntilCleared) {
  Sample c;
  core::DataTracker tracker;
  tracker.track(c.d_real);
  tracker.track(c.d_integer);
  EXPECT_FALSE(tracker.anyChanged());
  c.d_integer.set(1);
  EXPECT_TRUE(tracker.anyChanged());
  EXPECT_TRUE(tracker.changed(c.d_integer));
  EXPECT_FALSE(tracker.changed(c.d_real));
  EXPECT_FALSE(tracker.changed(c.d_flag)) << "not tracked";
  tracker.clear();
  EXPECT_FALSE(tracker.anyChanged());
}

TEST(Data, aChildFollowsItsParentLazily) {
  Sample a, b, c;
  ASSERT_TRUE(b.d_real.setParent(&a.d_real));
  ASSERT_TRUE(c.d_real.setParent(&b.d_real));
  EXPECT_TRUE(c.d_real.isDirty());
  EXPECT_EQ(c.d_real.value(), 1.5);
  EXPECT_FALSE(c.d_real.isDirty());
  a.d_real.set(4);
  EXPECT_TRUE(b.d_real.isDirty());
  EXPECT_TRUE(c.d_real.isDirty()) << "transitively";
  EXPECT_EQ(c.d_real.value(), 4);
  EXPECT_FALSE(b.d_real.isDirty()) << "reading the child brings the parent up to date";
}

TEST(Data, settingAChildHoldsUntilItsParentChanges) {
  Sample a, b;
  ASSERT_TRUE(b.d_real.setParent(&a.d_real));
  b.d_real.set(9);
  EXPECT_EQ(b.d_real.value(), 9);
  a.d_real.set(4);
  EXPECT_EQ(b.d_real.value(), 4);
}

TEST(Data, theLastParentWins) {
  Sample a, b, c;
  a.d_real.set(2);
  b.d_real.set(3);
  ASSERT_TRUE(c.d_real.setParent(&a.d_real));
  ASSERT_TRUE(c.d_real.setParent(&b.d_real));
  EXPECT_EQ(c.d_real.value(), 3);
  a.d_real.set(20);
  EXPECT_EQ(c.d_real.value(), 3);
  ASSERT_TRUE(c.d_real.setParent(nullptr));
  b.d_real.set(30);
  EXPECT_EQ(c.d_real.value(), 3) << "cut loose, it keeps its value";
}

TEST(Data, aDestroyedParentLeavesTheValue) {
  Sample child;
  {
    Sample parent;
    parent.d_real.set(5);
    ASSERT_TRUE(child.d_real.setParent(&parent.d_real));
    EXPECT_EQ(child.d_real.value(), 5);
  }
  EXPECT_EQ(child.d_real.parent(), nullptr);
  EXPECT_EQ(child.d_real.value(), 5);
}

TEST(Data, cyclesAreRefused) {
  Sample a, b, c;
  std::string reason;
  EXPECT_FALSE(a.d_real.setParent(&a.d_real, &reason));
  EXPECT_NE(reason.find("cycle"), std::string::npos);
  ASSERT_TRUE(b.d_real.setParent(&a.d_real));
  ASSERT_TRUE(c.d_real.setParent(&b.d_real));
  reason.clear();
  EXPECT_FALSE(a.d_real.setParent(&c.d_real, &reason));
  EXPECT_NE(reason.find("cycle"), std::string::npos);
  EXPECT_EQ(a.d_real.parent(), nullptr);
  a.d_real.set(6);
  EXPECT_EQ(c.d_real.value(), 6) << "what was there still works";
}

/// All outputs are the sum of the inputs.
class Fan : public core::DataEngine {
 public:
  static constexpr int width = 8;
  std::vector<std::unique_ptr<core::Data<double>>> inputs, outputs;
  int runs = 0;
  Fan() {
    for (int i = 0; i < width; ++i) {
      inputs.push_back(std::make_unique<core::Data<double>>(this, "in" + std::to_string(i), 1.0, ""));
      outputs.push_back(std::make_unique<core::Data<double>>(this, "out" + std::to_string(i), 0.0, ""));
      addInput(inputs.back().get());
      addOutput(outputs.back().get());
    }
  }

 protected:
  void doUpdate() override {
    ++runs;
    double sum = 0;
    for (const auto& in : inputs) sum += in->value();
    for (auto& out : outputs) out->set(sum);
  }
};

TEST(Engine, runsOnlyWhenAnOutputIsRead) {
  Fan engine;
  EXPECT_EQ(engine.runs, 0);
  engine.inputs[0]->set(5);
  engine.inputs[1]->set(6);
  EXPECT_EQ(engine.runs, 0);
  EXPECT_EQ(engine.outputs[3]->value(), 17);
  EXPECT_EQ(engine.outputs[4]->value(), 17);
  EXPECT_EQ(engine.runs, 1) << "once for all outputs";
  engine.updateNow();
  EXPECT_EQ(engine.runs, 1);
  engine.inputs[0]->set(1);
  engine.updateNow();
  EXPECT_EQ(engine.runs, 2);
}

TEST(Engine, longChainsOfWideEnginesAreLinkedInNoTime) {
  // 8 paths from each engine to the next: 8^20 in all, were they followed one by one.
  std::vector<std::unique_ptr<Fan>> chain;
  for (int i = 0; i < 20; ++i) {
    chain.push_back(std::make_unique<Fan>());
    if (i == 0) continue;
    for (int k = 0; k < Fan::width; ++k) ASSERT_TRUE(chain[i]->inputs[k]->setParent(chain[i - 1]->outputs[k].get()));
  }
  std::string reason;
  EXPECT_FALSE(chain.front()->inputs[0]->setParent(chain.back()->outputs[0].get(), &reason));
  EXPECT_EQ(chain.back()->outputs[0]->value(), std::pow(8.0, 20));
  for (const auto& engine : chain) EXPECT_EQ(engine->runs, 1);
}

TEST(Attributes, anAliasOfSeveralDataSetsAllOfThem) {
  Sample c;
  EXPECT_TRUE(c.setAttribute("both", "4"));
  EXPECT_EQ(c.d_real.value(), 4);
  EXPECT_EQ(c.d_integer.value(), 4);
  EXPECT_TRUE(c.setAttribute("number", "5"));
  EXPECT_EQ(c.d_real.value(), 5);
  EXPECT_FALSE(c.setAttribute("nothing", "5"));
}

TEST(Attributes, emptyTextEmptiesVectorsAndLeavesTheRest) {
  Sample c;
  c.d_reals.set({1, 2});
  c.d_indices.set({1});
  c.d_flags.set({true});
  c.d_real.unset();
  CapturedMessages said;
  for (const char* name : {"reals", "indices", "flags", "real", "vector", "color", "flag"}) c.setAttribute(name, "");
  EXPECT_TRUE(c.d_reals.value().empty());
  EXPECT_TRUE(c.d_indices.value().empty());
  EXPECT_TRUE(c.d_flags.value().empty());
  EXPECT_EQ(c.d_real.value(), 1.5);
  EXPECT_TRUE(c.d_real.isSet());
  EXPECT_EQ(c.d_vector.value(), type::Vec3(1, 1, 1));
  EXPECT_TRUE(said.messages.empty());
}

TEST(Attributes, numbersThatNothingTakesAreTold) {
  const std::vector<std::array<const char*, 3>> cases = {
      {"vector", "1 2 3 4", "Data vector: \"4\""},
      {"points", "1 2 3 4 5", "Data points: 2 numbers"},
      {"points", "1 2 3  4", "Data points: 1 number at"},
  };
  for (const auto& [name, text, told] : cases) {
    Sample c;
    const CapturedMessages said;
    c.setAttribute(name, text);
    EXPECT_EQ(said.warnings(told), 1u) << name << " " << text;
  }
  Sample c;
  const CapturedMessages said;
  const std::vector<std::array<const char*, 2>> whole = {
      {"real", " 2.5 \n"}, {"vector", "1 2 3 "}, {"points", "1 2 3\n4 5 6\n"}, {"reals", "1 2"}, {"indices", "0-3 7"}};
  for (const auto& [name, text] : whole) c.setAttribute(name, text);
  EXPECT_TRUE(said.messages.empty());
}

TEST(Attributes, unreadableTextIsAnErrorAndKeepsWhatWasReadBefore) {
  Sample c;
  CapturedMessages said;
  c.setAttribute("vector", "2");
  EXPECT_EQ(c.d_vector.value(), type::Vec3(2, 1, 1));
  EXPECT_EQ(
      said.errors("Could not read value for data field vector: 2 (a Vec3d is expected). Write 3 numbers; 1 is given"),
      1u);  // the others stay
  c.setAttribute("flag", "yes");
  EXPECT_FALSE(c.d_flag.value());
  EXPECT_EQ(said.errors("data field flag: yes"), 1u);
  c.setAttribute("points", "1 2 3 4 x");
  EXPECT_EQ(c.d_points.value().size(), 1u);
  EXPECT_EQ(said.errors("data field points"), 1u);
  EXPECT_EQ(said.errors("Numbers are separated by spaces"), 0u);
  c.setAttribute("points", "1, 2, 3");
  EXPECT_EQ(said.errors("Numbers are separated by spaces"), 1u);
  EXPECT_EQ(said.errors(), 4u);
}

struct Counts : Sample {
  core::Data<unsigned> d_count{this, "count", 3, ""};
  core::Data<unsigned> d_index{this, "index", type::invalidIndex, "none by default"};
  core::Data<std::vector<type::Edge>> d_edges{this, "edges", {}, ""};
};

TEST(Attributes, whatIsNoValueOfThatKindIsAnErrorWithWhatToWrite) {
  const std::vector<std::array<const char*, 3>> cases = {
      {"real", "2 3 garbage", "Write numbers only, without units or words"},
      {"real", "5000 Pa", "Write numbers only, without units or words"},
      {"real", "2e", "Write numbers only"},
      {"real", "1 2", "Write 1 number; 2 are given"},
      {"real", "nan", "Numbers have to be finite"},
      {"real", "1e999", "Write a finite number"},
      {"real", "soft", "Write a finite number"},
      {"integer", "3.9", "Write whole numbers, without a fraction or an exponent"},
      {"integer", "1e3", "Write whole numbers, without a fraction or an exponent"},
      {"integer", "123456789012", "Write whole numbers of at most 9 digits"},
      {"count", "-1", "Write numbers that are not negative"},
      {"index", "-2", "Write numbers that are not negative"},
      {"edges", "0 1  1 -2", "Write numbers that are not negative"},
      {"flag", "totally", "Write 1 or true, 0 or false"},
      {"flag", "true enough", "Write 1 or true, 0 or false"},
      {"flag", "0.9", "Write 1 or true, 0 or false"},
      {"flags", "yes no", "Write 1 or 0 for each"},
      {"vector", "1 2 3 m", "Write numbers only"},
      {"points", "up", "Write finite numbers separated by spaces"},
      {"indices", "0-x", "Write"},
      {"color", "rde", "Write a name such as"},
      {"color", "red blue", "Write a name such as"},
      {"color", "1 0 0 1 1", "Write a name such as"},
  };
  for (const auto& [name, text, told] : cases) {
    Counts c;
    const CapturedMessages said;
    c.setAttribute(name, text);
    EXPECT_EQ(said.errors(told), 1u) << name << "=" << text << ": "
                                     << (said.messages.empty() ? "nothing is told" : said.messages[0].text);
  }
  Counts c;
  const CapturedMessages said;
  const std::vector<std::array<const char*, 2>> good = {{"integer", "3.0"}, {"integer", "3.0 \n"}, {"index", "-1"},
                                                        {"flag", "True"},   {"flag", "f"},         {"indices", "5-2"},
                                                        {"color", " red "}, {"real", "1e3"},       {"edges", "0 1"}};
  for (const auto& [name, text] : good) c.setAttribute(name, text);
  EXPECT_TRUE(said.messages.empty()) << said.messages[0].text;
}

TEST(Attributes, textOfAnotherDataThatCannotBeReadIsAnError) {
  Sample a, b;
  ASSERT_TRUE(b.d_real.setParent(&a.d_text));
  const CapturedMessages said;
  a.d_text.set("2.5");
  EXPECT_EQ(b.d_real.value(), 2.5);
  EXPECT_TRUE(said.messages.empty());
  a.d_text.set("much");
  EXPECT_EQ(b.d_real.value(), 2.5);
  EXPECT_EQ(said.errors("data field real: much"), 1u);
}

bool link(core::BaseData& from, core::BaseData& to) { return to.setParent(&from); }

TEST(Conversion, pointsTakeTheTranslationsOfFrames) {
  Sample a, b;
  a.setAttribute("frames", "1 2 3 0 0 0 1  4 5 6 0 0 0 1");
  ASSERT_TRUE(link(a.d_frames, b.d_points));
  EXPECT_EQ(b.d_points.value(), (std::vector<type::Vec3>{{1, 2, 3}, {4, 5, 6}}));
}

TEST(Conversion, framesTakePointsAndKeepTheIdentityRotation) {
  Sample a, b;
  a.setAttribute("points", "1 2 3 4 5 6");
  ASSERT_TRUE(link(a.d_points, b.d_frames));
  ASSERT_EQ(b.d_frames.value().size(), 2u);
  EXPECT_EQ(b.d_frames.value()[1].center, type::Vec3(4, 5, 6));
}

TEST(Conversion, numbersAreCut) {
  Sample a, b;
  a.d_reals.set({1.9, -1.9, 3});
  ASSERT_TRUE(link(a.d_reals, b.d_indices));
  EXPECT_EQ(b.d_indices.value(), (std::vector<int>{1, -1, 3}));
  ASSERT_TRUE(link(a.d_real, b.d_integer));
  EXPECT_EQ(b.d_integer.value(), 1);
  ASSERT_TRUE(link(a.d_integer, b.d_real));
  EXPECT_EQ(b.d_real.value(), 7);
}

TEST(Conversion, aFixedSizeTakesTheFirstScalars) {
  Sample a, b;
  a.d_reals.set({4, 5});
  ASSERT_TRUE(link(a.d_reals, b.d_vector));
  EXPECT_EQ(b.d_vector.value(), type::Vec3(4, 5, 1));
  a.d_points.set({{7, 8, 9}, {1, 2, 3}});
  ASSERT_TRUE(link(a.d_points, b.d_real));
  EXPECT_EQ(b.d_real.value(), 7);
}

TEST(Conversion, textHasSixDigits) {
  Sample a, b;
  a.d_real.set(1.0 / 3);
  ASSERT_TRUE(link(a.d_real, b.d_text));
  EXPECT_EQ(b.d_text.value(), "0.333333");
  Sample c;
  c.d_text.set("1 2 3");
  ASSERT_TRUE(link(c.d_text, a.d_vector));
  EXPECT_EQ(a.d_vector.value(), type::Vec3(1, 2, 3));
}

TEST(Conversion, typesWithNothingInCommonAreRefused) {
  Sample a, b;
  std::string reason;
  EXPECT_FALSE(b.d_reals.setParent(&a.d_color, &reason));
  EXPECT_NE(reason.find("RGBAColor"), std::string::npos) << reason;
  EXPECT_NE(reason.find("vector<double>"), std::string::npos) << reason;
}

}  // namespace
}  // namespace sofa::test
