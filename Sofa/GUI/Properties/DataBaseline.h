// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::core {
class Base;
class BaseData;
}  // namespace sofa::core

namespace sofa::gui {

/// The values small Data had when the scene was loaded. Lists and outputs are left out: simulations change them anyway.
/// Of the simulation's thread; lives as long as it is an observer of the session.
class DataBaseline : public StepObserver {
 public:
  /// Remembers every object that isn't known yet.
  void record(simulation::Node& root);
  /// The text (exact) `data` had; nothing if it was not recorded.
  const std::string* find(const core::BaseData& data) const;

  /// Whether the scene's text for `data` is another one than when it was loaded: the only sign of an edit where the
  /// simulation changes the value too.
  bool isGivenAnew(const core::BaseData& data) const;

  void started(simulation::Node& root) override { record(root); }
  void afterStep(simulation::Node&, const StepInfo&) override {}
  void ended() override { m_objects.clear(); }

 private:
  struct Object {
    std::weak_ptr<core::Base> object;
    std::vector<std::optional<std::string>> texts;       // in the order of its Data
    std::unordered_map<std::string, std::size_t> given;  // hashes of the scene's texts
  };
  void record(core::Base& object);

  std::unordered_map<const core::Base*, Object> m_objects;
};

}  // namespace sofa::gui
