// SPDX-License-Identifier: Apache-2.0
// Loads the plugin given and checks that it was built like this program.
#include <Sofa/Version.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const auto* options = static_cast<const char*>(dlsym(library, "sofaPluginBuildOptions"));
  if (!options) return 1;
  std::printf("%s\n", options);
  return std::strcmp(options, SOFA_BUILD_OPTIONS) == 0 ? 0 : 1;
}
