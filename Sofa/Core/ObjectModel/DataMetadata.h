// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Core/ObjectModel/Following.h"
#include "Sofa/Core/ObjectModel/TypeInfo.h"

namespace sofa::core {

/// How a Data appears and behaves beside its value.
struct DataOptions {
  std::vector<std::string> aliases = {};
  std::string group = {};
  bool required = false;  ///< its absence from a scene is worth a warning
  bool readOnly = false;  ///< an output
  bool autoLink = true;   ///< takes part in src="@component"
  bool displayed = true;
  Following follows = {};  ///< the mesh whose changes carry the value along
  bool operator==(const DataOptions&) const = default;
};

/// What a declaration says of a Data. All Data that are declared alike share one, which is made with the first of them
/// and stays: a Data whose name, help, options or default value differ in one object has another.
struct DataMetadata {
  std::string name;
  std::string help;
  DataOptions options;
  const TypeInfo* type = nullptr;
  const void* defaultValue = nullptr;  ///< of that type

  /// The one for that declaration; `defaultValue` is copied where it is new. Thread-safe.
  static const DataMetadata& of(std::string_view name, std::string_view help, const TypeInfo& type,
                                const DataOptions& options, const void* defaultValue);
  /// The same but for the options.
  const DataMetadata& with(const DataOptions& options) const;
};

}  // namespace sofa::core
