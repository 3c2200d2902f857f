// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/CompareTopology.h"

#include <numeric>

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::playback {

void CompareTopology::init() {
  FrameReader<MeshFrame>::init();
  m_mesh = core::meshTopology(*context());
  m_errors = {};
  m_blocks = 0;
}

void CompareTopology::reset() {
  FrameReader<MeshFrame>::reset();
  m_errors = {};
  m_blocks = 0;
}

void CompareTopology::archive(core::Archive& archive) {
  FrameReader<MeshFrame>::archive(archive);
  archive.io(m_errors);
  archive.io(m_blocks);
}

void CompareTopology::handleEvent(core::Event& event) {
  constexpr double tolerance = 1e-6;  // of a step
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid() || !m_mesh) return;
  const MeshFrame* frame = takeDue(context()->time() + tolerance * context()->dt());
  if (!frame) return;
  ++m_blocks;
  forEachKindOfElement([&]<class E>(std::size_t kind, std::string_view, std::string_view) {
    const auto reference = frame->elements<E>(kind);
    const auto& current = core::elementsOf<E>(*m_mesh);
    if (reference.empty()) return;
    if (reference.size() != current.size())
      m_errors[kind] += std::max(reference.size(), current.size()) - std::min(reference.size(), current.size());
    else
      for (std::size_t i = 0; i < current.size(); ++i) m_errors[kind] += reference[i] != current[i];
  });
}

std::size_t CompareTopology::totalError() const {
  return std::accumulate(m_errors.begin(), m_errors.end(), std::size_t{0});
}

void CompareTopology::cleanup() {
  if (!isValid() || m_blocks == 0) return;
  std::string kinds;
  forEachKindOfElement([&]<class E>(std::size_t kind, std::string_view, std::string_view name) {
    if (m_errors[kind] > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? ": " : ", ", m_errors[kind], name);
  });
  info("{} blocks compared: {} elements differ{}.", m_blocks, totalError(), kinds);
}

namespace {
const auto registeredComparison =
    core::Register("CompareTopology", "Sofa.Component.Playback", "compares the elements of a mesh with those of a file")
        .ignores("interval", "the times of the file count")
        .add<CompareTopology>();
}  // namespace

}  // namespace sofa::component::playback
