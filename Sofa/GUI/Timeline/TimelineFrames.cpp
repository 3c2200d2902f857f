// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/TimelineFrames.h"

#include <algorithm>

namespace sofa::gui {
namespace {

template <class T>
std::size_t bytesOf(const std::vector<T>& v) {
  return v.size() * sizeof(T);
}

/// What a frame does not share with others.
std::size_t ownBytes(const gl::Frame& frame) {
  using Shape = core::DrawList::Shape;
  std::size_t bytes = sizeof(gl::Frame) + bytesOf(frame.surfaces) + bytesOf(frame.owners) + bytesOf(frame.lightSets);
  const auto& list = frame.drawList;
  for (const auto& batch : list.batches()) bytes += sizeof(batch) + bytesOf(batch.vertices);
  for (const auto shape : {Shape::sphere, Shape::cylinder, Shape::cone, Shape::cube})
    bytes += bytesOf(list.glyphs(shape)) + bytesOf(list.glyphs(shape, true));
  for (const auto& text : list.texts()) bytes += sizeof(text) + text.text.size();
  return bytes + bytesOf(list.labels()) + bytesOf(list.owners());
}

std::size_t meshBytes(const gl::SurfaceMesh& m) {
  return sizeof(m) + bytesOf(m.triangles) + bytesOf(m.edges) + bytesOf(m.texcoords) + bytesOf(m.parts);
}

std::size_t vertexBytes(const gl::SurfaceVertices& v) {
  return sizeof(v) + bytesOf(v.positions) + bytesOf(v.normals) + bytesOf(v.colors);
}

}  // namespace

void TimelineFrames::use(const void* object, std::size_t bytes) {
  auto& shared = m_shared[object];
  if (shared.uses++ > 0) return;
  shared.bytes = bytes;
  m_bytes += bytes;
}

void TimelineFrames::release(const void* object) {
  const auto it = m_shared.find(object);
  if (it == m_shared.end() || --it->second.uses > 0) return;
  m_bytes -= it->second.bytes;
  m_shared.erase(it);
}

void TimelineFrames::account(const gl::Frame& frame, bool coming) {
  if (coming)
    use(&frame, ownBytes(frame));
  else
    release(&frame);
  for (const auto& surface : frame.surfaces) {
    if (surface.mesh) coming ? use(surface.mesh.get(), meshBytes(*surface.mesh)) : release(surface.mesh.get());
    if (surface.vertices)
      coming ? use(surface.vertices.get(), vertexBytes(*surface.vertices)) : release(surface.vertices.get());
  }
}

void TimelineFrames::popFront() {
  account(*m_frames.front(), false);
  m_frames.pop_front();
  ++m_dropped;
}

/// The newest frame stays, however large.
void TimelineFrames::trim() {
  while (m_bytes > m_limit && m_frames.size() > 1) popFront();
}

void TimelineFrames::setLimit(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_limit = bytes;
  trim();
}

void TimelineFrames::add(std::shared_ptr<const gl::Frame> frame) {
  if (!frame) return;
  const std::lock_guard lock(m_mutex);
  while (!m_frames.empty() && m_frames.back()->step >= frame->step) {
    account(*m_frames.back(), false);
    m_frames.pop_back();
  }
  account(*frame, true);
  m_frames.push_back(std::move(frame));
  trim();
}

void TimelineFrames::clear() {
  const std::lock_guard lock(m_mutex);
  m_frames.clear();
  m_shared.clear();
  m_bytes = m_dropped = 0;
}

std::size_t TimelineFrames::size() const {
  const std::lock_guard lock(m_mutex);
  return m_frames.size();
}

std::shared_ptr<const gl::Frame> TimelineFrames::at(std::size_t index) const {
  const std::lock_guard lock(m_mutex);
  return index < m_frames.size() ? m_frames[index] : nullptr;
}

std::size_t TimelineFrames::indexOf(long step) const {
  const std::lock_guard lock(m_mutex);
  const auto it = std::upper_bound(m_frames.begin(), m_frames.end(), step,
                                   [](long s, const auto& frame) { return s < frame->step; });
  return it == m_frames.begin() ? 0 : static_cast<std::size_t>(it - m_frames.begin()) - 1;
}

long TimelineFrames::firstStep() const {
  const std::lock_guard lock(m_mutex);
  return m_frames.empty() ? 0 : m_frames.front()->step;
}

long TimelineFrames::lastStep() const {
  const std::lock_guard lock(m_mutex);
  return m_frames.empty() ? 0 : m_frames.back()->step;
}

std::size_t TimelineFrames::bytes() const {
  const std::lock_guard lock(m_mutex);
  return m_bytes;
}

std::size_t TimelineFrames::dropped() const {
  const std::lock_guard lock(m_mutex);
  return m_dropped;
}

}  // namespace sofa::gui
