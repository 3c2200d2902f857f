// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>

/// Where a scene may write, and from when on: the one place that decides (docs/manual/trust.md).
///
/// A scene comes from somebody; its components write into its own folder, the working folder and those that the user
/// allows, and not before the user asks for a step. What a program makes of itself is the program's own, until it says
/// otherwise.
namespace sofa::helper {

/// Which files a scene names from here on are subject to that, whoever built the scene.
void restrictWrites();
/// Allows a folder with all below; for all scenes.
void allowWrites(const std::filesystem::path& folder);
/// Scenes write nothing at all from here on, load no plugins, run no scripts and open no devices (runSofa --untrusted).
void distrustScenes();
bool scenesAreDistrusted();
/// Asked once for a folder that is not allowed, in the thread that wants to write there. Without one, none is.
using WriteConsent = std::function<bool(const std::filesystem::path& folder)>;
void setWriteConsent(WriteConsent consent);

/// The calling thread reads a scene whose files lie in `folder`, and which a file brought: it is restricted, and
/// writes nothing until firstStepAsked().
void enterScene(const std::filesystem::path& folder);
/// A step of a scene that the calling thread works for is asked for: what waits is written, and nothing waits any more.
void firstStepAsked();
/// Whether what a scene leaves has to wait for that.
bool resultsWait();

/// The place of a file, in a folder that is held open: nobody can lead it elsewhere meanwhile.
class HeldPlace {
 public:
  HeldPlace() = default;
  HeldPlace(int folder, std::string name) : m_folder(folder), m_name(std::move(name)) {}
  HeldPlace(HeldPlace&& other) noexcept;
  HeldPlace& operator=(HeldPlace&& other) noexcept;
  ~HeldPlace();

  bool isHeld() const { return m_folder >= 0; }
  /// Names the file as long as this lives. It is no link.
  std::filesystem::path path() const;
  /// If the file has other names, elsewhere perhaps, it gives up this one.
  void leaveOtherNames() const;

 private:
  int m_folder = -1;
  std::string m_name;
};

enum class Folders { mustExist, areMade };

/// Where a scene's `file` is, after links that stay within what is allowed. Not held, with the reason in `why`, if the
/// scene may not write it. Held nowhere without a reason if the scene is not restricted: its name is as good.
HeldPlace placeOfResult(const std::filesystem::path& file, Folders folders, std::string& why);
/// Why a file that the user named is not written; empty if it may be: a link there may not lead out of its folder.
std::string whyLinkLeadsOut(const std::filesystem::path& file);

}  // namespace sofa::helper
