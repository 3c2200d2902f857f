// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

#include "Sofa/Core/Contract/MeshUpstream.h"

namespace sofa::component::engine {

void Engine::connect() {
  const std::initializer_list<const core::BaseData*> ofEveryComponent{&d_name, &d_printLog,       &d_tags,
                                                                      &d_bbox, &d_componentState, &d_listening};
  for (core::BaseData* data : dataFields()) {
    if (std::find(ofEveryComponent.begin(), ofEveryComponent.end(), data) != ofEveryComponent.end()) continue;
    const std::string& group = data->options().group;
    if (group == output.group)
      addOutput(data);
    else if (group != visual.group)
      addInput(data);
  }
  setDirty();
}

bool Engine::follow(core::BaseData& data, const core::Base* source, std::string_view name) {
  if (data.isSet()) return true;
  core::BaseData* followed = source ? source->findData(name) : nullptr;
  return followed && data.setParent(followed);
}

bool Engine::followPoints(core::BaseData& data, std::string_view name) {
  if (data.isSet() || follow(data, core::mechanicalState(*context()), name)) return true;
  for (const auto& component : context()->components())
    if (component->className().ends_with("Loader") && follow(data, component.get(), "position")) return true;
  return false;
}

void Engine::followTopology(std::initializer_list<core::BaseData*> lists) {
  for (core::BaseData* list : lists) follow(*list, core::meshUpstreamOf(*this), list->name());
}

void Engine::tellBadIndices(const std::string& data, std::size_t bad, Index first, std::size_t count) const {
  error("{}: {} does not exist, there are {} entries; {} left out.", data, first, count,
        bad == 1 ? "it is" : fmt::format("it and {} others are", bad - 1));
}

bool Engine::tellBadElement(const std::string& data, std::size_t element, Index point, std::size_t count) const {
  error("{}: element {} names point {}, there are {} points. Nothing is computed.", data, element, point, count);
  return false;
}

}  // namespace sofa::component::engine
