// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::component::playback {

/// What components share that go with the time of the simulation through a file of blocks, each a Frame: its `time`,
/// and a static read() of all blocks of a text, which throws helper::mesh::FormatError.
template <class Frame>
class FrameReader : public core::Component {
  template <class T>
  using Data = core::Data<T>;

 public:
  FrameReader() {
    d_listening.set(true);
    d_listening.unset();
  }

  Data<std::string> d_filename{this, "filename", "", "file to read, plain or compressed by gzip", {.required = true}};
  Data<double> d_shift{this, "shift", 0.0, "added to the current time (s)"};
  Data<bool> d_loop{this, "loop", false, "if true, the file starts again at its end"};

  void init() override {
    Component::init();
    load();
    rewind();
  }
  void reset() override { rewind(); }
  void archive(core::Archive& archive) override;

 protected:
  /// The last of the blocks whose time has come since it was asked before; null if there is none.
  const Frame* takeDue(double time);
  /// The block that was taken last; null if there is none.
  const Frame* lastTaken() const { return m_next > 0 ? &m_frames[m_next - 1] : nullptr; }

 private:
  void load();
  void rewind() { m_next = 0, m_loopTime = 0; }

  std::vector<Frame> m_frames;
  std::size_t m_next = 0;  // first block that is still to come
  double m_loopTime = 0;   // when the current run through the file began
};

}  // namespace sofa::component::playback
