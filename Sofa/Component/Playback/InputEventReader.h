// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Component/Playback/InputDevice.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::playback {

/// Gives a scene the keys and buttons of an input device of Linux, or those of a file that it wrote earlier, at the
/// begin of each step (docs/manual/scenes.md, "Events").
class InputEventReader : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  InputEventReader();

  Data<std::string> d_filename{this, "filename", "/dev/input/mouse2",
                               "input device, or a file written by outputFilename"};
  Data<bool> d_inverseSense{this, "inverseSense", false, "if true, key1 and key2 change places"};
  Data<bool> d_printEvent{this, "printEvent", false, "if true, what is read is told"};
  Data<std::string> d_key1{this, "key1", "0", "key that the left button stands for"};
  Data<std::string> d_key2{this, "key2", "1", "key that the right button stands for"};
  Data<bool> d_writeEvents{this, "writeEvents", false, "if true, what is read is written to outputFilename"};
  Data<std::string> d_outputFilename{this, "outputFilename", "", "file for what is read, with the time of the scene"};

  void init() override;
  void reset() override { m_next = 0; }
  void cleanup() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;

 private:
  struct TimedStroke {
    double time;
    KeyStroke stroke;
  };
  bool takeButtons();
  bool openInput();
  bool readRecording(const std::string& file);
  void openOutput();
  void send(const KeyStroke& stroke);

  InputDevice::Buttons m_buttons{};
  InputDevice m_device;
  std::vector<TimedStroke> m_recording;
  std::size_t m_next = 0;  ///< of the recording
  std::vector<KeyStroke> m_strokes;
  std::unique_ptr<helper::ResultStream> m_output;
};

}  // namespace sofa::component::playback
