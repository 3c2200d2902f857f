// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Printable.h"

#include <gtest/gtest.h>

#include "Sofa/Helper/Message.h"

namespace sofa::helper {
namespace {

TEST(PrintableTest, textStaysAsItIs) {
  for (const char* text : {"", "plain\n\ttext", "Grad \u00b0, \u03bb, \u4e2d, \U0001f600"})
    EXPECT_EQ(printable(text), text);
}

TEST(PrintableTest, commandsBecomeEscapes) {
  EXPECT_EQ(printable("\x1b[2J\a\r\x7f"), "\\x1b[2J\\x07\\x0d\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\x9b31m");            // the same command in one character
  EXPECT_EQ(printable("\u202etxt.exe"), "\\u202etxt.exe");  // writes backwards
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("a\nb\t", LineBreaks::areEscaped), "a\\nb\\x09");
}

TEST(PrintableTest, whatIsNoUtf8BecomesEscapes) {
  EXPECT_EQ(printable("\x9b"
                      "31m\xff"),
            "\\x9b31m\\xff");
  EXPECT_EQ(printable("\xe2\x80"), "\\xe2\\x80");   // cut off
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");   // longer than needed
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\ud800");  // half of a pair
}

TEST(PrintableTest, messagesHoldNoCommandsAndForgeNoLines) {
  const std::string line = ConsoleMessageHandler::format(
      {Severity::Error, "A\x1b[1m", "/a\n[ERROR] b", "text\x1b]0;c\a\n[ERROR] d", {"e\n.scn", 3}});
  EXPECT_EQ(line, "[ERROR]   [A\\x1b[1m(/a\\n[ERROR] b)] text\\x1b]0;c\\x07\n  [ERROR] d (e\\n.scn:3)");
}

}  // namespace
}  // namespace sofa::helper
