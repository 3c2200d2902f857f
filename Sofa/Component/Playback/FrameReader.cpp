// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/FrameReader.h"

#include "Sofa/Component/Playback/MeshFile.h"
#include "Sofa/Component/Playback/StateFile.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::playback {

template <class Frame>
void FrameReader<Frame>::load() {
  m_frames.clear();
  setInvalid();
  const std::string& name = d_filename.value();
  if (name.empty()) return error("No file to read: filename is not set.");
  const auto& paths = helper::ResourcePath::data();
  const auto base = folder();
  const auto file = paths.find(name, base);
  if (!file) return error("File: '{}' not found. It was searched in {}", name, paths.describe(base));
  const auto text = helper::readCompressedFile(*file);
  if (!text) return error("Cannot read file '{}'.", file->string());
  try {
    m_frames = Frame::read(*text);
    setValid();
  } catch (const helper::mesh::FormatError& problem) {
    error("Cannot read file '{}': {}", file->string(), problem.what());
  }
}

template <class Frame>
void FrameReader<Frame>::archive(core::Archive& archive) {
  archive.io(m_next);
  archive.io(m_loopTime);
  if (archive.isLoading() && m_next > m_frames.size()) archive.fail();
}

template <class Frame>
const Frame* FrameReader<Frame>::takeDue(double time) {
  time += d_shift.value();
  const double length = m_frames.back().time;
  const bool loops = d_loop.value() && length > 0;
  const Frame* last = nullptr;
  for (;;) {
    while (m_next < m_frames.size() && m_frames[m_next].time + m_loopTime <= time) last = &m_frames[m_next++];
    if (m_next < m_frames.size() || !loops || length + m_loopTime > time) break;
    m_loopTime +=
        std::max(1.0, std::floor((time - m_loopTime) / length)) * length;  // runs that are over unseen are skipped
    m_next = 0;
  }
  return last;
}

template class FrameReader<StateFrame>;
template class FrameReader<MeshFrame>;

}  // namespace sofa::component::playback
