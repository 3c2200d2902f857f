// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace sofa::core {

/// What the library of a plugin says of itself. It is read from the file: nothing of the library runs, as its
/// constructors would if it was opened.
struct PluginFile {
  std::string problem;       ///< why it is no plugin of this program; empty if it is one
  std::string buildOptions;  ///< SOFA_BUILD_OPTIONS (Sofa/Version.h) as they were when it was compiled
};

/// Reads the variable sofaPluginBuildOptions, which sofa_add_plugin() adds, from an ELF library for this machine. Every
/// offset is checked against the file, which may hold anything.
PluginFile inspectPlugin(const std::filesystem::path& file);

}  // namespace sofa::core
