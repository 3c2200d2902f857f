// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/ArticulatedHierarchy.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::mapping {

std::vector<Articulation*> ArticulationCenter::articulations() const {
  std::vector<Articulation*> found;
  for (const auto& articulation : m_own) found.push_back(articulation.get());
  if (!context()) return found;
  for (const auto& child : context()->children())
    for (auto* articulation : child->allLocal<Articulation>()) found.push_back(articulation);
  return found;
}

std::vector<ArticulationCenter*> ArticulatedHierarchyContainer::centers() const {
  std::vector<ArticulationCenter*> found;
  for (const auto& center : m_own) found.push_back(center.get());
  context()->collectDown(found);
  return found;
}

core::State<type::Vec1Types>* ArticulatedHierarchyContainer::values() const {
  return dynamic_cast<core::State<type::Vec1Types>*>(core::mechanicalState(*context()));
}

void ArticulatedHierarchyContainer::init() {
  setValid();
  if (d_filename.value().empty()) return;
  auto* bodies = context()->down<core::State<type::Rigid3Types>>();
  if (!values() || !bodies) {
    error(
        "filename: the joints of a file need a state of values (Vec1d) in this node, and one of bodies (Rigid3d) at or "
        "below it.");
    return setInvalid();
  }
  if (!readFile()) return setInvalid();
  makeJoints();
  values()->resize(m_motion.channels());
  bodies->resize(static_cast<std::size_t>(m_motion.bodies()));
}

bool ArticulatedHierarchyContainer::readFile() {
  const auto& paths = helper::ResourcePath::data();
  const auto file = paths.find(d_filename.value(), folder());
  if (file && m_motion.read(*file)) return true;
  error("filename: the file of motions '{}' {}.", d_filename.value(),
        file ? m_motion.problem() : "is not found in " + paths.describe(folder()));
  return false;
}

void ArticulatedHierarchyContainer::makeJoints() {
  m_own.clear();
  int value = 0;
  for (const auto& joint : m_motion.joints()) {
    auto& center = m_own.emplace_back(std::make_shared<ArticulationCenter>());
    center->setName(joint.name);
    center->d_parentIndex.set(joint.parent);
    center->d_childIndex.set(joint.body);
    center->d_posOnParent.set(joint.offset);
    for (const auto& channel : joint.channels) {
      auto& articulation = center->m_own.emplace_back(std::make_shared<Articulation>());
      articulation->d_axis.set(type::Vec3::Unit(channel.axis));
      articulation->d_rotation.set(channel.isRotation);
      articulation->d_translation.set(!channel.isRotation);
      articulation->d_articulationIndex.set(value++);
    }
  }
}

namespace {
const auto registered =
    core::Register("Articulation", "ArticulatedSystemPlugin", "a degree of freedom of a joint").add<Articulation>();
const auto registeredCenter =
    core::Register("ArticulationCenter", "ArticulatedSystemPlugin", "a joint between two bodies")
        .add<ArticulationCenter>();
const auto registeredContainer =
    core::Register("ArticulatedHierarchyContainer", "ArticulatedSystemPlugin", "the joints of an articulated system")
        .add<ArticulatedHierarchyContainer>();
}  // namespace

}  // namespace sofa::component::mapping
