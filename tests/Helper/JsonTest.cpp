// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Json.h"

#include <gtest/gtest.h>

namespace sofa::helper {
namespace {

TEST(JsonString, escapesWhatJsonReserves) {
  EXPECT_EQ(jsonString(""), "\"\"");
  EXPECT_EQ(jsonString("a\"b\\c\n\x01"), R"("a\"b\\c\u000a\u0001")");
  EXPECT_EQ(jsonString(std::string_view("\0", 1)), R"("\u0000")");
}

TEST(JsonString, keepsTextAndReplacesOtherBytes) {
  const std::string instead = "\uFFFD";
  for (const std::string text : {"é", "€", "😀", "\U0010FFFF", "\uD7FF"}) EXPECT_EQ(jsonString(text), '"' + text + '"');
  // A lone continuation, an overlong form, a surrogate, beyond the last character, and a sequence that ends too early.
  EXPECT_EQ(jsonString("\x80"), '"' + instead + '"');
  EXPECT_EQ(jsonString("\xC0\x80"), '"' + instead + instead + '"');
  EXPECT_EQ(jsonString("\xED\xA0\x80"), '"' + instead + instead + instead + '"');
  EXPECT_EQ(jsonString("\xF4\x90\x80\x80"), '"' + instead + instead + instead + instead + '"');
  EXPECT_EQ(jsonString("a\xE2\x82"), "\"a" + instead + instead + '"');
  EXPECT_EQ(jsonString("\xC3x"), '"' + instead + "x\"");
}

}  // namespace
}  // namespace sofa::helper
