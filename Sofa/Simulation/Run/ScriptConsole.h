// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "Sofa/Simulation/Node.h"

/// Consoles of script languages, for a viewer: a plugin brings one, and who shows it knows no language.
namespace sofa::simulation {

/// An interpreter whose commands see a scene. All but interrupt() is called in the thread that has the scene.
class ScriptConsole {
 public:
  enum class Outcome {
    done,
    failed,     ///< what went wrong was written
    incomplete  ///< nothing was run: more lines belong to it
  };
  using Write = std::function<void(const std::string& text)>;

  virtual ~ScriptConsole() = default;
  /// What a user reads first: the language and what can be written.
  virtual std::string greeting() = 0;
  /// Runs `source`, in which the scene and what is selected (may be null) have names; `write` gets what it says, as it
  /// says it. `whole`: it is run, or refused, even if more lines could belong to it.
  virtual Outcome run(const std::string& source, bool whole, Node& root, core::Base* selected, const Write& write) = 0;
  /// Whole words that `text`, which ends at the cursor, could end in; `start` becomes where the word begins.
  virtual std::vector<std::string> complete(const std::string& text, Node& root, std::size_t& start) = 0;
  /// Ends what runs. Any thread; does not wait.
  virtual void interrupt() = 0;
};

/// Makes consoles. Null, after an exception or message, if the language cannot be started.
using ScriptConsoleMaker = std::function<std::shared_ptr<ScriptConsole>()>;
void setScriptConsoleMaker(ScriptConsoleMaker maker);
/// A console of the plugin that brings one, which is loaded if need be. Null, with a reason and what would help, if
/// there is none.
std::shared_ptr<ScriptConsole> makeScriptConsole(std::string& problem);

}  // namespace sofa::simulation
