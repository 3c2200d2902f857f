// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mass/MeshMeasure.h"
#include "Sofa/Component/Mass/Publish.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshSearch.h"

namespace sofa::component::mass {

/// A mass that comes from the elements of a mesh: where the mesh and its points are, and what of totalMass, massDensity
/// and vertexMass decides. The first that is given and can be used does, and the others follow.
template <class DataTypes, class GeometryTypes>
class MeshMass : public core::Mass<DataTypes> {
 public:
  core::Data<double> d_totalMass{this, "totalMass", 1.0, "sum of the masses"};
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "mesh whose elements have mass; default: the one visible from this node"};
  core::Link<core::State<GeometryTypes>> l_geometryState{this, "geometryState",
                                                         "positions of the mesh; default: the state of its node"};

  static std::string staticTemplateName() { return std::string(DataTypes::name()) + "," + GeometryTypes::name(); }

 protected:
  static constexpr bool isPlanar = GeometryTypes::spatialDimensions == 2;

  /// Finds the mesh and the state of its points. False, with an error, if there is none.
  bool findGeometry();
  /// At initialisation, of what the scene gives.
  void chooseMass(const core::BaseData& massDensity, const core::BaseData& vertexMass);
  void fromTotalMass();
  void fromDensityOrTotal() {
    if (!takeDensity()) fromTotalMass();
  }
  void fromVertexMassOrTotal() {
    if (!takeVertexMass()) fromTotalMass();
  }

  /// Takes massDensity, or vertexMass; false, with a warning, if it cannot be used.
  virtual bool takeDensity() = 0;
  virtual bool takeVertexMass() = 0;
  /// Shares a mass among all elements, by their measures.
  virtual void share(double total) = 0;
};

template <class DataTypes, class GeometryTypes>
bool MeshMass<DataTypes, GeometryTypes>::findGeometry() {
  if (!core::requireMesh(*this, l_topology, {.kind = "mesh whose elements have masses"})) return false;
  if (!l_geometryState && l_topology->context())
    l_geometryState.set(dynamic_cast<core::State<GeometryTypes>*>(core::mechanicalState(*l_topology->context())));
  if (l_geometryState) return true;
  this->error("No state of type {} gives the positions of the topology {}: set geometryState.", GeometryTypes::name(),
              l_topology->path());
  return false;
}

template <class DataTypes, class GeometryTypes>
void MeshMass<DataTypes, GeometryTypes>::chooseMass(const core::BaseData& massDensity,
                                                    const core::BaseData& vertexMass) {
  const bool total = d_totalMass.isSet(), density = massDensity.isSet(), vertex = vertexMass.isSet();
  if (total + density + vertex > 1)
    this->warning("Of totalMass, massDensity and vertexMass several are given; {} is used.",
                  total ? "totalMass" : "massDensity");
  if (!total && density)
    fromDensityOrTotal();
  else if (!total && vertex)
    fromVertexMassOrTotal();
  else
    fromTotalMass();
}

template <class DataTypes, class GeometryTypes>
void MeshMass<DataTypes, GeometryTypes>::fromTotalMass() {
  if (d_totalMass.value() < 0) {
    this->warning("totalMass is {}: it cannot be negative. 1 is used instead.", d_totalMass.value());
    d_totalMass.set(1.0);
  }
  share(d_totalMass.value());
}

}  // namespace sofa::component::mass
