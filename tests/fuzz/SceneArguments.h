// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "SceneFiles.h"
#include "Sofa/Helper/ResourcePath.h"

/// The command line of programs that do something to many scenes.
namespace sofa::tests {

/// Gives the value of an option, which is the next argument.
using OptionValue = std::function<std::string()>;
/// Takes an option of one program; false if it does not know it.
using OptionReader = std::function<bool(std::string_view option, const OptionValue& value)>;

/// The scenes of a command line, and what all these programs understand: --data-path FOLDER, which may come several
/// times, and --sample N, which takes N of the scenes, spread evenly. Ends the program at an option that is unknown.
inline std::vector<std::filesystem::path> readArguments(int count, char** arguments,
                                                        const OptionReader& readOption = {}) {
  std::vector<std::filesystem::path> scenes;
  std::size_t sample = 0;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const OptionValue value = [&] { return std::string(i + 1 < count ? arguments[++i] : ""); };
    if (argument == "--data-path") {
      helper::ResourcePath::data().append(std::filesystem::absolute(value()));
    } else if (argument == "--sample") {
      sample = std::stoul(value());
    } else if (!argument.starts_with("--")) {
      addScenes(argument, scenes);
    } else if (!readOption || !readOption(argument, value)) {
      fmt::print(stderr, "{}: the option {} is unknown\n", arguments[0], argument);
      std::exit(2);
    }
  }
  return sampleOf(std::move(scenes), sample);
}

/// What programs share that go through the parts of a scene, its nodes or objects:
///   --only PATH        only the part of that path
///   --here             without processes of their own, for a debugger
///   --scene-seconds S  what is left of a scene's parts after that time is skipped
struct PartOptions {
  std::vector<std::filesystem::path> scenes;
  std::string only;
  bool here = false;
  double sceneSeconds = 1e9;

  bool read(std::string_view option, const OptionValue& value) {
    if (option == "--only")
      only = value();
    else if (option == "--here")
      here = true;
    else if (option == "--scene-seconds")
      sceneSeconds = std::stod(value());
    else
      return false;
    return true;
  }
};

}  // namespace sofa::tests
