// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Something of a scene that is exported again and again: a mechanical state with its mesh, or a visual surface.
class ExportSource {
 public:
  virtual ~ExportSource() = default;
  /// Path of the component.
  virtual std::string path() const = 0;
  /// Of its files, with the point.
  virtual const char* extension() const = 0;
  /// What a file holds at the moment; nothing once the component left the scene.
  virtual std::optional<std::string> bytes() = 0;
};

/// All of a scene, in the order of its nodes.
std::vector<std::unique_ptr<ExportSource>> findExportSources(Node& root);

}  // namespace sofa::simulation
