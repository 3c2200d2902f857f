#include "Sofa/Component/Mapping/ArticulatedHierarchy.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

std::vector<Articulation*> ArticulationCenter::articulations() const {
  std::vector<Articulation*> found;
  for (const auto& child : context()->children())
    for (auto* articulation : child->allLocal<Articulation>()) found.push_back(articulation);
  return found;
}

std::vector<ArticulationCenter*> ArticulatedHierarchyContainer::centers() const {
  std::vector<ArticulationCenter*> found;
  context()->collectDown(found);
  return found;
}

namespace {
const auto registered =
    core::Register("Articulation", "ArticulatedSystemPlugin", "a degree of freedom of a joint").add<Articulation>();
const auto registeredCenter =
    core::Register("ArticulationCenter", "ArticulatedSystemPlugin", "a joint between two bodies")
        .add<ArticulationCenter>();
const auto registeredContainer =
    core::Register("ArticulatedHierarchyContainer", "ArticulatedSystemPlugin", "the joints of an articulated system")
        .ignores("filename", "motion files (.bvh) are not read: write the joints into the scene")
        .add<ArticulatedHierarchyContainer>();
}  // namespace

}  // namespace sofa::component::mapping
