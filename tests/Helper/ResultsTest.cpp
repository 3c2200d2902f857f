// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Results.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "TemporaryFolder.h"

namespace sofa::helper {
namespace {

ino_t numberOf(const std::string& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
}

bool mayWriteOver(const std::string& file) {
  return ResultFiles([](Severity, const std::string&) {}, NamedBy::user).check(file);
}

TEST(ResultFiles, AreNoneThatASceneIsReadFrom) {
  const tests::TemporaryFolder folder;
  const auto file = folder.write("mesh.obj", "v 0 0 0\n");
  EXPECT_TRUE(mayWriteOver(file));
  noteInput(file);
  EXPECT_FALSE(mayWriteOver(file));
  std::filesystem::create_hard_link(file, folder.path() / "other.obj");
  EXPECT_FALSE(mayWriteOver(folder.file("other.obj")));
  folder.write("mesh.obj", "v 0 0 1\n");
  EXPECT_FALSE(mayWriteOver(file)) << "it is the same file, with other content";
  forgetInputs();
  EXPECT_TRUE(mayWriteOver(file));
}

// Editors and other programs write a new file and give it the name of the old one, whose number is then free.
TEST(ResultFiles, MayHaveTheNumberOfAnInputThatIsGone) {
  const tests::TemporaryFolder folder;
  const auto input = folder.write("mesh.obj", "v 0 0 0\n");
  const auto number = numberOf(input);
  noteInput(input);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // clocks of file systems tick some hundred times a second
  std::filesystem::remove(input);
  for (int i = 0; i < 100; ++i) {
    const auto result = folder.write("result" + std::to_string(i), "");
    if (numberOf(result) == number) {
      EXPECT_TRUE(mayWriteOver(result));
    }
  }
  forgetInputs();
}

}  // namespace
}  // namespace sofa::helper
