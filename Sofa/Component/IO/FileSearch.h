// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "Sofa/Core/ObjectModel/Base.h"

namespace sofa::component::io {

/// The file that a component's `filename` means: in the component's folder(), then along the data path. An error of the
/// component if it is not given or not found.
std::optional<std::filesystem::path> findFile(const core::Base& component, const std::string& name);
/// The same, with another folder to search first.
std::optional<std::filesystem::path> findFile(const core::Base& component, const std::string& name,
                                              const std::filesystem::path& folder);

/// The bytes of the file; an error of the component if it cannot be read or is empty.
std::optional<std::string> readWholeFile(const core::Base& component, const std::filesystem::path& file);

}  // namespace sofa::component::io
