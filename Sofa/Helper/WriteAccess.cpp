// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/WriteAccess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WorkState.h"

namespace sofa::helper {
namespace fs = std::filesystem;

namespace {

constexpr const char* remedy = "allow it with --allow-writes";

/// What holds for all scenes of the process.
struct Rules {
  std::mutex mutex;
  bool restricted = false;
  std::atomic<bool> distrusted{false};
  std::vector<fs::path> allowed;
  WriteConsent consent;
  std::set<fs::path> refused;  ///< by the user, who is not asked again
};
Rules& rules() {
  static Rules all;
  return all;
}

std::string textOf(int error) { return std::error_code(error, std::generic_category()).message(); }

bool isBelow(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool isHidden(const fs::path& name) { return name.native().starts_with('.'); }

/// Whether some name of `path` below `folder` is one that programs read their settings from: a scene that was unpacked
/// in the home folder has no business there.
bool isHiddenBelow(const fs::path& path, const fs::path& folder) {
  return std::ranges::any_of(path.lexically_relative(folder),
                             [](const fs::path& name) { return isHidden(name) && name != "."; });
}

std::vector<fs::path> ownFolders() {
  std::vector<fs::path> folders;
  WorkState& work = currentWorkState();
  {
    const std::lock_guard lock(work.mutex);
    for (const auto& [thread, folder] : work.folders) folders.push_back(folder);
  }
  std::error_code error;
  folders.push_back(fs::current_path(error));
  std::erase_if(folders, [](const fs::path& folder) { return folder.empty() || folder == folder.root_path(); });
  return folders;
}

bool isAllowed(const fs::path& file) {
  auto& all = rules();
  const std::lock_guard lock(all.mutex);
  return std::ranges::any_of(all.allowed, [&](const fs::path& folder) { return isBelow(file, folder); });
}

bool isAgreedTo(const fs::path& folder) {
  auto& all = rules();
  WriteConsent consent;
  {
    const std::lock_guard lock(all.mutex);
    if (!all.consent || all.refused.contains(folder)) return false;
    consent = all.consent;
  }
  const bool yes = consent(folder);
  const std::lock_guard lock(all.mutex);
  if (yes)
    all.allowed.push_back(folder);
  else
    all.refused.insert(folder);
  return yes;
}

/// Empty if `file`, which has neither links nor "..", may be written.
std::string whyNot(const fs::path& file, bool linked) {
  if (isAllowed(file)) return {};
  bool hidden = false;
  for (const fs::path& folder : ownFolders()) {
    if (!isBelow(file, folder)) continue;
    if (!isHiddenBelow(file, folder)) return {};
    hidden = true;
  }
  const fs::path folder = file.parent_path();
  if (isAgreedTo(folder)) return {};
  if (hidden)
    return fmt::format("a scene writes no file or folder whose name begins with a dot; {} {} if you trust the scene",
                       remedy, folder.string());
  return fmt::format("{} lies outside the scene's folder and the working folder; {} {} if you trust the scene",
                     linked ? "a link leads to " + file.string() + ", which" : "it", remedy, folder.string());
}

/// A descriptor that closes itself.
class Folder {
 public:
  explicit Folder(int descriptor) : m_descriptor(descriptor) {}
  ~Folder() {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }
  Folder(Folder&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  Folder& operator=(Folder&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
  }
  static Folder open(const fs::path& path) { return Folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)); }

  bool isOpen() const { return m_descriptor >= 0; }
  int number() const { return m_descriptor; }
  int release() { return std::exchange(m_descriptor, -1); }
  /// Where it is, whatever links led there.
  fs::path path() const {
    std::error_code error;
    return fs::read_symlink(fmt::format("/proc/self/fd/{}", m_descriptor), error);
  }

 private:
  int m_descriptor;
};

/// The folder, made if it is not there and may be made. Not open after a reason.
Folder openOrMake(const fs::path& folder, std::string& why) {
  fs::path there = folder;
  std::vector<fs::path> missing;
  while (!fs::exists(fs::symlink_status(there)) && there.has_relative_path()) {
    missing.push_back(there.filename());
    there = there.parent_path();
  }
  Folder open = Folder::open(there);
  for (; open.isOpen() && !missing.empty(); missing.pop_back()) {
    const fs::path& name = missing.back();
    if (name.empty() || name == ".") continue;
    why = name == ".." ? textOf(ENOENT) : whyNot(open.path() / name, false);
    if (!why.empty()) return Folder(-1);
    if (::mkdirat(open.number(), name.c_str(), 0777) != 0 && errno != EEXIST) break;
    open = Folder(::openat(open.number(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }
  if (open.isOpen() && missing.empty()) return open;
  why = fmt::format("the folder '{}' cannot be made: {}", folder.string(), textOf(errno));
  return Folder(-1);
}

std::optional<fs::path> targetOfLink(const Folder& folder, const std::string& name) {
  std::error_code error;
  const fs::path link = fmt::format("/proc/self/fd/{}/{}", folder.number(), name);
  if (!fs::is_symlink(link, error)) return std::nullopt;
  return folder.path() / fs::read_symlink(link, error);  // an absolute target stands for itself
}

bool isRestricted() {
  {
    const std::lock_guard lock(rules().mutex);
    if (rules().restricted) return true;
  }
  WorkState& work = currentWorkState();
  const std::lock_guard lock(work.mutex);
  return !work.folders.empty();
}

}  // namespace

void restrictWrites() {
  const std::lock_guard lock(rules().mutex);
  rules().restricted = true;
}

void allowWrites(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  const std::lock_guard lock(rules().mutex);
  if (!error) rules().allowed.push_back(real);
}

void distrustScenes() {
  restrictWrites();
  rules().distrusted = true;
}

bool scenesAreDistrusted() { return rules().distrusted; }

void setWriteConsent(WriteConsent consent) {
  const std::lock_guard lock(rules().mutex);
  rules().consent = std::move(consent);
  rules().refused.clear();
}

void enterScene(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  WorkState& work = currentWorkState();
  const std::lock_guard lock(work.mutex);
  work.folders[std::this_thread::get_id()] = real;
  work.stepAsked = false;
}

bool resultsWait() { return !currentWorkState().stepAsked && isRestricted(); }

HeldPlace::HeldPlace(HeldPlace&& other) noexcept
    : m_folder(std::exchange(other.m_folder, -1)), m_name(std::move(other.m_name)) {}

HeldPlace& HeldPlace::operator=(HeldPlace&& other) noexcept {
  std::swap(m_folder, other.m_folder);
  std::swap(m_name, other.m_name);
  return *this;
}

HeldPlace::~HeldPlace() {
  if (isHeld()) ::close(m_folder);
}

fs::path HeldPlace::path() const { return fmt::format("/proc/self/fd/{}/{}", m_folder, m_name); }

void HeldPlace::leaveOtherNames() const {
  struct stat status {};
  if (::fstatat(m_folder, m_name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
      status.st_nlink > 1)
    ::unlinkat(m_folder, m_name.c_str(), 0);
}

HeldPlace placeOfResult(const fs::path& file, Folders folders, std::string& why) {
  why.clear();
  if (!isRestricted()) {
    std::error_code error;
    if (folders == Folders::areMade && file.has_parent_path()) fs::create_directories(file.parent_path(), error);
    if (error) why = fmt::format("the folder '{}' cannot be made: {}", file.parent_path().string(), error.message());
    return {};
  }
  if (scenesAreDistrusted()) {
    why = "with --untrusted a scene writes nothing; run without it if you trust the scene";
    return {};
  }
  std::error_code error;
  fs::path path = fs::absolute(file, error);
  constexpr int longestChain = 40;  // of links, as Linux follows
  for (int links = 0; links < longestChain; ++links) {
    const std::string name = path.filename().string();
    if (name.empty() || name == "." || name == "..") {
      why = textOf(EISDIR);
      return {};
    }
    Folder folder =
        folders == Folders::areMade ? openOrMake(path.parent_path(), why) : Folder::open(path.parent_path());
    if (!folder.isOpen()) {
      if (why.empty()) why = textOf(errno);
      return {};
    }
    const fs::path real = folder.path() / name;
    const bool linked = links > 0 || real != path.lexically_normal();
    if (why = whyNot(real, linked); !why.empty()) return {};
    const auto target = targetOfLink(folder, name);
    if (!target) return {folder.release(), name};
    path = *target;
  }
  why = textOf(ELOOP);
  return {};
}

std::string whyLinkLeadsOut(const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(file, error)) return {};
  const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), error);
  for (const char* system : {"/dev", "/proc"})  // /dev/stdout leads to what was opened before
    if (isBelow(folder, system)) return {};
  const fs::path real = fs::weakly_canonical(fs::absolute(followLinks(file), error), error);
  if (error) return error.message();
  if (isBelow(real, folder) || isAllowed(real)) return {};
  for (const fs::path& own : ownFolders())
    if (isBelow(real, own) && !isHiddenBelow(real, own)) return {};
  return fmt::format("it is a link that leads to {}; {} {} if that is meant", real.string(), remedy,
                     real.parent_path().string());
}

}  // namespace sofa::helper
