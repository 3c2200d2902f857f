// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/InputDevice.h"

#include <fcntl.h>
#include <linux/input.h>
#include <unistd.h>

#include <cstring>
#include <map>

namespace sofa::component::playback {
namespace {

/// The character of a key on a keyboard of the usual American layout, without shift; 0: none.
char characterOf(unsigned code) {
  static const std::map<unsigned, char> arrows = {
      {KEY_LEFT, '\x12'}, {KEY_UP, '\x13'}, {KEY_RIGHT, '\x14'}, {KEY_DOWN, '\x15'}, {KEY_SPACE, ' '}};
  static constexpr std::pair<unsigned, std::string_view> rows[] = {
      {KEY_1, "1234567890-="}, {KEY_Q, "qwertyuiop[]"}, {KEY_A, "asdfghjkl;'`"}, {KEY_Z, "zxcvbnm,./"}};
  if (const auto arrow = arrows.find(code); arrow != arrows.end()) return arrow->second;
  for (const auto& [first, characters] : rows)
    if (code >= first && code < first + characters.size()) return characters[code - first];
  return 0;
}

}  // namespace

std::error_code InputDevice::open(const std::string& file) {
  close();
  m_descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (m_descriptor < 0) return {errno, std::generic_category()};
  const std::string name = std::filesystem::path(file).filename();
  m_isMouse = name.starts_with("mouse") || name.starts_with("mice");
  return {};
}

void InputDevice::close() {
  if (m_descriptor >= 0) ::close(m_descriptor);
  m_descriptor = -1;
  m_down = 0;
  m_bytes.clear();
}

std::error_code InputDevice::read(const Buttons& buttons, std::vector<KeyStroke>& strokes) {
  char block[1024];
  while (isOpen()) {
    const ssize_t count = ::read(m_descriptor, block, sizeof block);
    if (count > 0) {
      m_bytes.append(block, static_cast<std::size_t>(count));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) {
      const std::error_code problem(errno, std::generic_category());
      close();
      return problem;
    }
    break;  // nothing more for now; the writer of a pipe may come back
  }
  m_isMouse ? decodeMouse(buttons, strokes) : decodeRecords(buttons, strokes);
  return {};
}

void InputDevice::decodeMouse(const Buttons& buttons, std::vector<KeyStroke>& strokes) {
  constexpr std::size_t packet = 3;
  std::size_t at = 0;
  for (; at + packet <= m_bytes.size(); at += packet) {
    const unsigned down = static_cast<unsigned char>(m_bytes[at]) & 3u;
    for (const auto& [bit, key] : {std::pair(1u, buttons.left), std::pair(2u, buttons.right)})
      if ((down ^ m_down) & bit) strokes.push_back({key, (down & bit) != 0});
    m_down = down;
  }
  m_bytes.erase(0, at);
}

void InputDevice::decodeRecords(const Buttons& buttons, std::vector<KeyStroke>& strokes) {
  std::size_t at = 0;
  for (; at + sizeof(input_event) <= m_bytes.size(); at += sizeof(input_event)) {
    input_event event;
    std::memcpy(&event, &m_bytes[at], sizeof event);
    constexpr int repeated = 2;  // of a key that is held down
    if (event.type != EV_KEY || event.value == repeated) continue;
    const char key = event.code == BTN_LEFT    ? buttons.left
                     : event.code == BTN_RIGHT ? buttons.right
                                               : characterOf(event.code);
    if (key != 0) strokes.push_back({key, event.value != 0});
  }
  m_bytes.erase(0, at);
}

}  // namespace sofa::component::playback
