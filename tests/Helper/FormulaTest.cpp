// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace sofa::helper {
namespace {

double valueOf(std::string_view text, double x = 0, double y = 0) {
  const double values[] = {x, y};
  return Formula(text, {"x", "y"})(values);
}

TEST(Formula, followsTheRulesOfArithmetic) {
  EXPECT_EQ(valueOf("1 + 2 * 3"), 7);
  EXPECT_EQ(valueOf("(1 + 2) * 3"), 9);
  EXPECT_EQ(valueOf("8 - 4 - 2"), 2);
  EXPECT_EQ(valueOf("8 / 4 / 2"), 1);
  EXPECT_EQ(valueOf("2^3^2"), 512);
  EXPECT_EQ(valueOf("-2^2"), -4);
  EXPECT_EQ(valueOf("2^-1"), 0.5);
  EXPECT_EQ(valueOf("3*-x", 2), -6);
  EXPECT_EQ(valueOf("1.5e2+.5"), 150.5);
}

TEST(Formula, knowsVariablesAndFunctions) {
  EXPECT_EQ(valueOf("x - y", 3, 5), -2);
  EXPECT_DOUBLE_EQ(valueOf("cos(pi * x)", 1), -1);
  EXPECT_DOUBLE_EQ(valueOf("atan2(y, x) + hypot(x, y)", 3, 4), std::atan2(4., 3.) + 5);
  EXPECT_DOUBLE_EQ(valueOf("max(min(x, y), sqrt(abs(y)))", 1, -9), 3);
}

TEST(Formula, saysWhatIsWrongAndWhere) {
  for (const auto& [text, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"1 +", "at character 4"},
           {"(1 + 2", "')' is missing"},
           {"2 x", "an operator is missing"},
           {"foo(1)", "'foo' is neither a function nor one of the variables x, y"},
           {"sin 1", "'(' is missing"},
           {"min(1)", "',' is missing"},
           {"", "a number, a name or '(' is missing"}})
    try {
      valueOf(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& problem) {
      EXPECT_NE(std::string(problem.what()).find(what), std::string::npos) << problem.what();
    }
  EXPECT_THROW(valueOf(std::string(1000, '-') + "1"), std::invalid_argument);
  EXPECT_THROW(valueOf(std::string(100000, '(')), std::invalid_argument);
}

}  // namespace
}  // namespace sofa::helper
