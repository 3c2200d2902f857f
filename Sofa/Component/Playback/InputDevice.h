// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "Sofa/Helper/File.h"

namespace sofa::component::playback {

/// A key that went down or up: a printable one as it is, arrows as 18 left, 19 up, 20 right, 21 down.
struct KeyStroke {
  char key;
  bool pressed;
  bool operator==(const KeyStroke&) const = default;
};

/// Reads keys and the left and right button of an input device of Linux, or of a pipe with the same bytes, without ever
/// waiting for it. Devices /dev/input/mouse* and mice speak three bytes at a time (PS/2), the others records of
/// linux/input.h.
class InputDevice {
 public:
  /// The keys that buttons stand for.
  struct Buttons {
    char left, right;
  };
  ~InputDevice() { close(); }
  InputDevice() = default;
  InputDevice(const InputDevice&) = delete;
  InputDevice& operator=(const InputDevice&) = delete;

  std::error_code open(const std::string& file);
  bool isOpen() const { return m_descriptor >= 0; }
  void close();
  /// Appends what has come since the last call. An error closes the device.
  std::error_code read(const Buttons& buttons, std::vector<KeyStroke>& strokes);

 private:
  void decodeMouse(const Buttons& buttons, std::vector<KeyStroke>& strokes);
  void decodeRecords(const Buttons& buttons, std::vector<KeyStroke>& strokes);

  int m_descriptor = -1;
  bool m_isMouse = false;
  unsigned m_down = 0;  ///< buttons of a mouse: 1 left, 2 right
  std::string m_bytes;  ///< that make no whole record yet
};

}  // namespace sofa::component::playback
