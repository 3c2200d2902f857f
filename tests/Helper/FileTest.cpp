// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/File.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "TemporaryFolder.h"

namespace sofa::helper {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
 protected:
  long filesInFolder() const { return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()); }
  const tests::TemporaryFolder folder;
};

TEST_F(WriteFile, makesAndReplaces) {
  EXPECT_FALSE(writeFile(folder.file("a"), "one"));
  EXPECT_EQ(folder.read("a"), "one");
  const std::string_view pieces[] = {"tw", "", "o"};
  EXPECT_FALSE(writeFile(folder.file("a"), pieces));
  EXPECT_EQ(folder.read("a"), "two");
  EXPECT_EQ(filesInFolder(), 1);
}

TEST_F(WriteFile, keepsPermissionsAndLinks) {
  folder.write("real", "old");
  ::chmod(folder.file("real").c_str(), 0600);
  fs::create_symlink("real", folder.file("near"));
  fs::create_symlink(folder.file("near"), folder.file("far"));
  EXPECT_FALSE(writeFile(folder.file("far"), "new"));
  EXPECT_TRUE(fs::is_symlink(folder.file("far")) && fs::is_symlink(folder.file("near")));
  EXPECT_EQ(folder.read("real"), "new");
  EXPECT_EQ(fs::status(folder.file("real")).permissions(), fs::perms(0600));
}

TEST_F(WriteFile, writesDevicesAndPipesDirectly) {
  // One like /dev/full, which is not at stake.
  const std::string full = folder.file("full");
  const bool made = ::mknod(full.c_str(), S_IFCHR | 0600, makedev(1, 7)) == 0;
  if (made && std::ofstream(full).is_open()) {
    EXPECT_EQ(writeFile(full, "no place"), std::errc::no_space_on_device);
    EXPECT_TRUE(fs::is_character_file(full));
  }
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(writeFile(pipe, "nobody reads"), std::errc::no_such_device_or_address);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(writeFile(pipe, "through\n"));
  char read[16];
  const auto count = ::read(reader, read, sizeof read);
  ::close(reader);
  ASSERT_GT(count, 0);
  EXPECT_EQ(std::string_view(read, static_cast<std::size_t>(count)), "through\n");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(WriteFile, leavesNothingWhenItFails) {
  fs::create_directory(folder.file("folder"));
  EXPECT_EQ(writeFile(folder.file("folder"), "x"), std::errc::is_a_directory);
  EXPECT_EQ(writeFile(folder.file("none/a"), "x"), std::errc::no_such_file_or_directory);
  fs::create_symlink("round", folder.file("round"));
  EXPECT_EQ(writeFile(folder.file("round"), "x"), std::errc::too_many_symbolic_link_levels);
  EXPECT_EQ(filesInFolder(), 2);
  for (const char* name : {"folder", "none/a", "round"}) EXPECT_TRUE(checkWritable(folder.file(name))) << name;
  EXPECT_FALSE(checkWritable(folder.file("a")));
  EXPECT_EQ(filesInFolder(), 2) << "looking makes no file";
}

TEST_F(WriteFile, ofSeveralThreadsLeavesOneOfTheContents) {
  constexpr int writers = 4, times = 20;
  std::vector<std::thread> threads;
  for (int w = 0; w < writers; ++w)
    threads.emplace_back([&, w] {
      for (int i = 0; i < times; ++i) EXPECT_FALSE(writeFile(folder.file("a"), std::string(1000, char('a' + w))));
    });
  for (auto& thread : threads) thread.join();
  const std::string content = folder.read("a");
  EXPECT_EQ(content, std::string(1000, content.at(0)));
  EXPECT_EQ(filesInFolder(), 1);
}

TEST_F(WriteFile, takesLongNames) {
  const std::string name(250, 'n');
  EXPECT_FALSE(writeFile(folder.file(name), "x"));
  EXPECT_EQ(folder.read(name), "x");
}

}  // namespace
}  // namespace sofa::helper
