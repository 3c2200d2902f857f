// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "Sofa/Component/IO/FileSearch.h"
#include "Sofa/Component/IO/MeshOffLoader.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {
namespace {

/// A name with its last run of digits, or a number at its end, counted up, in as many digits.
std::string numbered(const std::string& name, std::size_t by) {
  if (by == 0) return name;
  const std::filesystem::path path(name);
  const std::string stem = path.stem().string();
  const auto last = stem.find_last_of("0123456789");
  std::string made;
  if (last == std::string::npos) {
    made = stem + std::to_string(by);
  } else {
    const auto before = stem.find_last_not_of("0123456789", last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    const std::size_t digits = std::min<std::size_t>(last + 1 - first, 9);
    const std::size_t number = std::stoul(stem.substr(last + 1 - digits, digits)) + by;
    made = stem.substr(0, last + 1 - digits) + fmt::format("{:0{}}", number, digits) + stem.substr(last + 1);
  }
  return (path.parent_path() / (made + path.extension().string())).string();
}

/// Reads a series of .off files one after the other while the simulation runs, and starts again behind the last.
class OffSequenceLoader final : public MeshOffLoader {
 public:
  OffSequenceLoader() {
    d_listening.set(true);
    d_listening.unset();
    addOption(m_step);
  }

  core::Data<int> d_nbOfFiles{
      this, "nbOfFiles", 1, "number of files: that of filename, and those with the last number of its name counted up"};
  core::Data<double> d_stepDuration{this, "stepDuration", 0.04, "how long each file counts (s)"};

  void handleEvent(core::Event& event) override {
    if (!core::eventAs<core::AnimateBeginEvent>(event) || d_nbOfFiles.value() < 2 || !(d_stepDuration.value() > 0))
      return;
    // A time at which a file begins may come out a rounding error before it.
    const double turns = std::floor(context()->time() / d_stepDuration.value() + 1e-9);
    const int step = static_cast<int>(std::fmod(turns, d_nbOfFiles.value()));
    if (step == m_step.value()) return;
    m_step.set(step);
    updateNow();
  }

 protected:
  std::optional<std::filesystem::path> file() const override {
    return findFile(*this, numbered(d_filename.value(), static_cast<std::size_t>(std::max(m_step.value(), 0))));
  }

 private:
  core::Data<int> m_step{this, "currentFile", 0, "which of the files was read", {.readOnly = true}};
};

const auto registeredSequence =
    core::Register("OffSequenceLoader", "Sofa.Component.IO.Mesh", "reads a series of .off files, one after the other")
        .add<OffSequenceLoader>();

}  // namespace
}  // namespace sofa::component::io
