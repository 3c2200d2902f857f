// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/FrameReader.h"
#include "Sofa/Component/Playback/MeshFile.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::playback {
namespace {

constexpr double meshTimeTolerance = 1e-6;  // of a step

/// Replays a file of meshes (WriteTopology): at the begin of a step the elements of the last block whose time has come
/// replace those of the mesh. Points stay; what is made of the elements is made anew.
class ReadTopology final : public FrameReader<MeshFrame> {
 public:
  static bool canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
    return usesMesh(node, why);
  }
  void init() override {
    FrameReader<MeshFrame>::init();
    m_mesh = core::meshTopology(*context());
  }
  void handleEvent(core::Event& event) override {
    if (!core::eventAs<core::AnimateBeginEvent>(event) || !isValid() || !m_mesh) return;
    const MeshFrame* frame = takeDue(context()->time() + meshTimeTolerance * context()->dt());
    if (!frame && m_resumed) frame = lastTaken();
    m_resumed = false;
    if (frame && check(*frame) && apply(*frame)) simulation::startAnew(*m_mesh->context()->root(), *m_mesh);
  }
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void archive(core::Archive& archive) override {
    FrameReader<MeshFrame>::archive(archive);
    m_resumed = archive.isLoading();
  }

 private:
  bool check(const MeshFrame& frame) {
    bool good = true;
    forEachKindOfElement([&]<class E>(std::size_t kind, std::string_view title, std::string_view list) {
      if (!good || !frame.lists[kind].given) return;
      for (const type::Index i : frame.lists[kind].points)
        if (i >= m_mesh->nbPoints()) {
          error("{} of the block at time {} name point {}, but {} has {} points. Nothing more is read.", title,
                frame.time, i, m_mesh->path(), m_mesh->nbPoints());
          good = false;
          break;
        }
      if (good && !frame.lists[kind].points.empty() && !listOf<E>(list)) {
        error("{} of the block at time {}: {} holds no such elements. Nothing more is read.", title, frame.time,
              m_mesh->path());
        good = false;
      }
    });
    if (!good) setInvalid();
    return good;
  }
  /// Sides after what they are sides of, since they would be derived from it. True if something changed.
  bool apply(const MeshFrame& frame) {
    bool changed = false;
    const auto set = [&]<class E>(std::size_t kind, std::string_view, std::string_view list) {
      auto* data = listOf<E>(list);
      auto elements = frame.elements<E>(kind);
      if (!data || !frame.lists[kind].given || elements == data->value()) return;
      data->setParent(nullptr);
      data->set(std::move(elements));
      changed = true;
    };
    for (std::size_t wanted = frame.lists.size(); wanted-- > 0;)
      forEachKindOfElement([&]<class E>(std::size_t kind, std::string_view title, std::string_view list) {
        if (kind == wanted) set.template operator()<E>(kind, title, list);
      });
    return changed;
  }
  template <class E>
  core::Data<std::vector<E>>* listOf(std::string_view name) const {
    return dynamic_cast<core::Data<std::vector<E>>*>(m_mesh->findData(name));
  }

  core::Found<core::BaseMeshTopology> m_mesh;
  bool m_resumed = false;
};

const auto registeredReader =
    core::Register("ReadTopology", "Sofa.Component.Playback", "replays the elements of a mesh from a file")
        .ignores("interval", "the times of the file count")
        .add<ReadTopology>();

}  // namespace
}  // namespace sofa::component::playback
