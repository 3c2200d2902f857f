// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace sofa::helper {

/// The bytes of a file, read at once; nothing if it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Same for a file that may be compressed by gzip, which its content tells.
std::optional<std::string> readCompressedFile(const std::filesystem::path& file);

/// When a new content takes the place of a file: after it reached the disk, so that a machine that loses power keeps
/// one of both, or at once, for results of which there are many and which a run makes again (the disk takes
/// milliseconds).
enum class Replacement { fromDisk, atOnce };

/// Makes `content` the whole of `file`. A reader sees what was there or what is new, never a part: the bytes go to a
/// file of another name beside it and take its place; when that fails, nothing is left behind.
///
/// Symbolic links stay, and what they lead to is written. Permissions of a file that was there stay. What is no regular
/// file (a device, a pipe) is written directly, and so is a file in a folder that takes no other.
std::error_code writeFile(const std::filesystem::path& file, std::string_view content,
                          Replacement replacement = Replacement::fromDisk);
/// Same for a content that lies in several pieces.
std::error_code writeFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                          Replacement replacement = Replacement::fromDisk);

/// Same, but of a name that is no link: one that comes there meanwhile is not followed.
std::error_code replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                            Replacement replacement);

/// Whether a file of that name could be written now: nothing is opened or made.
std::error_code checkWritable(const std::filesystem::path& file);

/// Where a chain of symbolic links ends, whether or not something is there.
std::filesystem::path followLinks(std::filesystem::path file);

/// Writes all bytes to an open file.
std::error_code writeAll(int descriptor, std::string_view bytes);

}  // namespace sofa::helper
