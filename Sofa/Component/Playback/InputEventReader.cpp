// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/InputEventReader.h"

#include <sstream>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::playback {

InputEventReader::InputEventReader() {
  d_listening.set(true);
  d_listening.unset();
}

void InputEventReader::init() {
  Component::init();
  m_next = 0;
  m_recording.clear();
  if (!takeButtons() || !openInput()) return setInvalid();
  openOutput();
  setValid();
}

void InputEventReader::cleanup() {
  m_device.close();
  m_output.reset();
}

bool InputEventReader::takeButtons() {
  for (const auto* key : {&d_key1, &d_key2})
    if (key->value().size() != 1) {
      error("{} is \"{}\"; it must be one character. Nothing is read.", key->name(), key->value());
      return false;
    }
  m_buttons = {d_key1.value()[0], d_key2.value()[0]};
  if (d_inverseSense.value()) std::swap(m_buttons.left, m_buttons.right);
  return true;
}

bool InputEventReader::openInput() {
  const std::string& name = d_filename.value();
  const auto found = helper::ResourcePath::data().find(name, folder());
  const std::string file = found ? found->string() : name;
  if (std::error_code ignored; std::filesystem::is_regular_file(file, ignored)) return readRecording(file);
  if (helper::scenesAreDistrusted()) {
    error("The input device '{}' is not opened: with --untrusted no scene reads devices.", file);
    return false;
  }
  const auto problem = m_device.open(file);
  if (problem)
    error(
        "The input device '{}' cannot be opened: {}. ls /dev/input shows what there is; who reads it must be in the "
        "group input. Nothing is read.",
        file, problem.message());
  return !problem;
}

/// Lines "T= time pressed|released key".
bool InputEventReader::readRecording(const std::string& file) {
  const auto text = helper::readFile(file);
  if (!text) {
    error("'{}' cannot be read. Nothing is sent.", file);
    return false;
  }
  std::istringstream lines(*text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string head, what;
    TimedStroke timed{};
    int code = 0;
    words >> head >> timed.time >> what >> code;
    const bool known = what == "pressed" || what == "released";
    if (!words || head != "T=" || !known || code < 1 || code > 126) {
      error("'{}', line {}: \"{}\" is not \"T= time pressed|released number\". Nothing is sent.", file, number, line);
      return false;
    }
    timed.stroke = {static_cast<char>(code), what == "pressed"};
    m_recording.push_back(timed);
  }
  return true;
}

void InputEventReader::openOutput() {
  m_output.reset();
  if (!d_writeEvents.value()) return;
  if (d_outputFilename.value().empty()) return warning("outputFilename is not set: nothing is written.");
  m_output = std::make_unique<helper::ResultStream>(
      d_outputFilename.value(), [this](auto severity, auto text) { message(severity, std::move(text)); });
  if (!m_output->check()) m_output.reset();
}

void InputEventReader::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid()) return;
  m_strokes.clear();
  const double until = context()->time() + 0.1 * context()->dt();  // sums of time steps are rounded
  for (; m_next < m_recording.size() && m_recording[m_next].time <= until; ++m_next)
    m_strokes.push_back(m_recording[m_next].stroke);
  if (m_device.isOpen())
    if (const auto problem = m_device.read(m_buttons, m_strokes))
      error("The input device '{}' is gone: {}. Nothing more is read.", d_filename.value(), problem.message());
  for (const KeyStroke& stroke : m_strokes) send(stroke);
}

void InputEventReader::send(const KeyStroke& stroke) {
  const char* what = stroke.pressed ? "pressed" : "released";
  const int code = stroke.key;
  if (d_printEvent.value()) message(helper::Severity::Info, fmt::format("{} {} ('{}')", what, code, stroke.key));
  if (m_output) {
    std::string line = "T= ";
    type::writeScalar(line, context()->time(), 0);
    if (!m_output->write(fmt::format("{} {} {}\n", line, what, code))) m_output.reset();
  }
  if (stroke.pressed) {
    core::KeypressedEvent key(stroke.key);
    context()->root()->broadcast(key);
  } else {
    core::KeyreleasedEvent key(stroke.key);
    context()->root()->broadcast(key);
  }
}

void InputEventReader::archive(core::Archive& archive) {
  archive.io(m_next);
  if (archive.isLoading() && m_next > m_recording.size()) archive.fail();
}

namespace {
const auto registered = core::Register("InputEventReader", "Sofa.Component.Playback",
                                       "gives the scene the keys and buttons of an input device")
                            .add<InputEventReader>();
}  // namespace

}  // namespace sofa::component::playback
