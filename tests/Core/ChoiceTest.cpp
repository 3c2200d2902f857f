// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Choice.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Core/SampleComponents.h"
#include "Sofa/Core/Service/ComponentHelp.h"

namespace sofa {
namespace {

using core::Choice;
using tests::CapturedMessages;

struct Chooser : test::Sample {
  core::Data<Choice> d_method{this, "method", Choice({"large", "polar", "small"}), "how elements turn"};
  core::Data<Choice> d_fewer{this, "fewer", Choice({"large", "polar"}), ""};
  core::Data<type::OptionGroup> d_option{this, "option", type::OptionGroup({"None", "Exact"}), ""};
};

TEST(Choice, takesItsWordsAndNothingElse) {
  Chooser c;
  CapturedMessages said;
  EXPECT_TRUE(c.d_method.value().is("large"));
  c.setAttribute("method", " polar ");
  EXPECT_TRUE(c.d_method.value().is("polar"));
  EXPECT_EQ(c.d_method.text(0), "polar") << "saved as the word";
  EXPECT_TRUE(said.messages.empty());
  c.setAttribute("method", "1");
  EXPECT_EQ(said.errors("\"1\" is no choice for method."), 1u) << "a number is no word";
  EXPECT_TRUE(c.d_method.value().is("polar"));
}

TEST(Choice, anUnknownWordIsAnErrorWithTheNearestAndAllOthers) {
  Chooser c;
  CapturedMessages said;
  c.setAttribute("method", "larg");
  ASSERT_EQ(said.messages.size(), 1u) << "one line";
  EXPECT_EQ(said.errors("\"larg\" is no choice for method. Did you mean \"large\"? It can be large, polar, small. "
                        "\"large\" is used."),
            1u);
  EXPECT_TRUE(c.d_method.value().is("large"));
}

TEST(Choice, anOptionTakesItsNumberAsWell) {
  Chooser c;
  CapturedMessages said;
  c.setAttribute("option", "1");
  EXPECT_TRUE(c.d_option.value().is("Exact"));
  EXPECT_TRUE(said.messages.empty());
  c.setAttribute("option", "exact");
  EXPECT_EQ(said.errors("Did you mean \"Exact\"? It can be None, Exact."), 1u);
}

TEST(Choice, followsTextsAndOtherChoicesAndSaysWhatItCannotFollow) {
  Chooser c, other;
  ASSERT_TRUE(c.d_method.setParent(&c.d_text));
  CapturedMessages said;
  c.d_text.set("small");
  EXPECT_TRUE(c.d_method.value().is("small"));
  c.d_text.set("smal");
  EXPECT_TRUE(c.d_method.value().is("small"));
  EXPECT_EQ(said.errors("\"smal\" is no choice for method. Did you mean \"small\"?"), 1u);

  ASSERT_TRUE(other.d_fewer.setParent(&c.d_method));
  EXPECT_TRUE(other.d_fewer.value().is("large"));
  EXPECT_EQ(other.d_fewer.value().items().size(), 2u) << "its own words stay";
  EXPECT_EQ(said.errors("\"small\" is no choice for fewer."), 1u);
  c.d_text.set("polar");
  EXPECT_TRUE(other.d_fewer.value().is("polar"));
  ASSERT_TRUE(other.d_text.setParent(&c.d_method)) << "a text follows a choice";
  EXPECT_EQ(other.d_text.value(), "polar");
}

TEST(Choice, helpNamesTheWords) {
  const std::string help = core::describeComponent("TetrahedronFEMForceField");
  EXPECT_NE(help.find("method (Choice) = \"large\""), help.npos) << help;
  EXPECT_NE(help.find("one of: large, polar, small, svd"), help.npos);
  EXPECT_NE(core::describeComponent("DistanceMapping").find("one of: None, Exact, Stabilized"), help.npos);
}

}  // namespace
}  // namespace sofa
