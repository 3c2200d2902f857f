// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/Exporter.h"

#include <filesystem>

namespace sofa::component::io {

void Exporter::init() {
  Component::init();
  if (isPeriodic() || d_exportAtBegin.value() || d_exportAtEnd.value()) d_listening.set(true);
}

void Exporter::cleanup() {
  if (m_ended || !d_exportAtEnd.value() || !d_enable.value() || !isValid()) return;
  m_ended = true;
  write();
}

void Exporter::handleEvent(core::Event& event) {
  if (!d_enable.value() || !isValid()) return;
  if (core::eventAs<core::SimulationInitDoneEvent>(event) && d_exportAtBegin.value()) write();
  if (core::eventAs<core::AnimateEndEvent>(event) && isPeriodic() &&
      ++m_steps % d_exportEveryNumberOfSteps.value() == 0)
    write();
}

std::string Exporter::baseName() const {
  const std::string own = name().empty() ? className() : name();
  const std::string& given = d_filename.value();
  if (given.empty()) return own;
  std::error_code ignored;
  if (given.ends_with('/') || std::filesystem::is_directory(given, ignored))
    return (std::filesystem::path(given) / own).string();
  return given;
}

unsigned Exporter::fileNumber() const { return isPeriodic() ? m_steps / d_exportEveryNumberOfSteps.value() : 0; }

bool Exporter::writeFile(const std::string& name, std::string_view text) {
  const auto outcome = m_results.write(name, text, helper::Folders::areMade);
  if (outcome == helper::ResultFiles::Outcome::written) info("Wrote {}.", name);
  return outcome != helper::ResultFiles::Outcome::failed;
}

}  // namespace sofa::component::io
