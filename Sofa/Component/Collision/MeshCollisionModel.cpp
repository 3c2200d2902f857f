#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

bool MeshCollisionModel::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  const core::BaseState* state = core::mechanicalState(node);
  if (dynamic_cast<const core::State<type::Vec3Types>*>(state)) return true;
  why = state ? fmt::format("The mechanical state {} holds {}, not {}.", state->path(), state->dataTypesName(),
                            type::Vec3Types::name())
              : "No mechanical state is visible from this node: add a MechanicalObject before this component.";
  return false;
}

void MeshCollisionModel::init() {
  m_state = dynamic_cast<core::State<type::Vec3Types>*>(core::mechanicalState(*context()));
  if (!l_topology) l_topology.set(core::firstMeshTopology(*context()));
  if (!m_state) {
    error("No mechanical state of type {} is visible from this node: add a MechanicalObject before this component.",
          type::Vec3Types::name());
    return setInvalid();
  }
  if (needsMesh() && !l_topology) {
    error("No topology is visible from this node: add one, for example MeshTopology, or set topology.");
    return setInvalid();
  }
  setValid();
}

std::span<const type::Vec3> MeshCollisionModel::points(core::VecCoordId id) const {
  if (!m_state) return {};
  return m_state->coords(id);
}

}  // namespace sofa::component::collision
