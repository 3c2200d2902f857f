// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace sofa::helper {

/// Opens a file that is no link for writing, with O_CREAT and the like besides; negative with errno if that fails. A
/// pipe that nobody reads fails too: who opens it would wait for a reader.
int openToWrite(const std::filesystem::path& file, int flags);

}  // namespace sofa::helper
