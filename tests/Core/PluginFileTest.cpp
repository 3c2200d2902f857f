// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/PluginFile.h"

#include <gtest/gtest.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Version.h"
#include "TemporaryFolder.h"

namespace sofa::core {
namespace {

std::filesystem::path library() { return helper::installationPrefix() / "lib" / "libMarker.so"; }

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PluginFile, readsTheOptionsWithoutLoading) {
  const auto plugin = inspectPlugin(library());
  EXPECT_EQ(plugin.problem, "");
  EXPECT_EQ(plugin.buildOptions, SOFA_BUILD_OPTIONS);
}

TEST(PluginFile, saysWhatIsNone) {
  const tests::TemporaryFolder folder;
  const auto problem = [&](const std::string& text) { return inspectPlugin(folder.write("x.so", text)).problem; };
  EXPECT_NE(problem("").find("no shared library"), std::string::npos);
  EXPECT_NE(problem(std::string(10000, 'x')).find("no shared library"), std::string::npos);
  EXPECT_NE(problem("\x7f"
                    "ELF")
                .find("no shared library"),
            std::string::npos);
  EXPECT_NE(inspectPlugin(folder.path() / "absent.so").problem, "");
  EXPECT_NE(inspectPlugin(folder.path()).problem, "");
  const auto own = inspectPlugin(helper::installationPrefix() / "lib" / "libSofa.so");
  EXPECT_NE(own.problem.find("sofa_add_plugin()"), std::string::npos);
}

TEST(PluginFile, cutOffAnywhere) {
  const tests::TemporaryFolder folder;
  const std::string whole = contents(library());
  for (std::size_t n = 0; n < whole.size(); n += whole.size() / 60 + 1)
    EXPECT_NE(inspectPlugin(folder.write("x.so", whole.substr(0, n))).problem, "") << n;
}

TEST(PluginFile, anythingMayStandInTheTables) {
  const tests::TemporaryFolder folder;
  const std::string whole = contents(library());
  ElfW(Ehdr) header;
  ASSERT_GE(whole.size(), sizeof(header));
  std::memcpy(&header, whole.data(), sizeof(header));
  const std::size_t sections = header.e_shoff, segments = header.e_phoff;
  std::mt19937 random(7);
  constexpr unsigned char extremes[] = {0, 1, 0x7f, 0x80, 0xff};
  for (const auto& [begin, size] : {std::pair<std::size_t, std::size_t>{16, sizeof(header) - 16},
                                    {sections, header.e_shnum * sizeof(ElfW(Shdr))},
                                    {segments, header.e_phnum * sizeof(ElfW(Phdr))}})
    for (int i = 0; i < 150; ++i) {
      std::string broken = whole;
      const std::size_t at = begin + random() % size,
                        length = std::min<std::size_t>(1 + random() % 8, begin + size - at);
      for (std::size_t k = 0; k < length; ++k) broken[at + k] = static_cast<char>(extremes[random() % 5]);
      const auto plugin = inspectPlugin(folder.write("x.so", broken));
      EXPECT_TRUE(plugin.problem.empty() || plugin.buildOptions.empty());
    }
}

}  // namespace
}  // namespace sofa::core
