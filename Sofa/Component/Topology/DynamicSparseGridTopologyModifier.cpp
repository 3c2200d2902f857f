// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/DynamicSparseGridTopologyContainer.h"
#include "Sofa/Component/Topology/HexahedronSetGeometryAlgorithms.h"
#include "Sofa/Component/Topology/HexahedronSetTopologyModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

/// Changes the hexahedra of a container that knows their voxels.
class DynamicSparseGridTopologyModifier final : public HexahedronSetTopologyModifier {
 public:
  void init() override {
    HexahedronSetTopologyModifier::init();
    if (!isValid() || voxels()) return;
    error("{} is no DynamicSparseGridTopologyContainer: put one before the modifier.", container()->path());
    setInvalid();
  }

 protected:
  void containerChanged(const core::MeshChanges& changes) override {
    if (auto* container = voxels()) container->follow(changes);
  }

 private:
  DynamicSparseGridTopologyContainer* voxels() const {
    return dynamic_cast<DynamicSparseGridTopologyContainer*>(container());
  }
};

/// Draws hexahedra that are voxels.
template <class DataTypes>
class DynamicSparseGridGeometryAlgorithms final : public HexahedronSetGeometryAlgorithms<DataTypes> {};

constexpr const char* module = "Sofa.Component.Topology.Container.Dynamic";
const auto registeredModifier =
    core::Register("DynamicSparseGridTopologyModifier", module, "changes hexahedra that are voxels of a grid")
        .add<DynamicSparseGridTopologyModifier>();
const auto registeredGeometry =
    core::Register("DynamicSparseGridGeometryAlgorithms", module, "geometry of hexahedra that are voxels of a grid")
        .addAll<DynamicSparseGridGeometryAlgorithms, type::Vec3Types, type::Vec2Types>(true);

}  // namespace
}  // namespace sofa::component::topology
