#pragma once
#include <span>
#include <string>
#include <vector>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/IsotropicMaterial.h"

namespace sofa::component::solidmechanics {

/// What the isotropic linear elastic force fields share: moduli, one value or one per element, and the mesh
/// (docs/manual/mechanics.md, "Elastic moduli").
template <class DataTypes>
class LinearElasticForceField : public core::ForceField<DataTypes> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<std::vector<double>> d_poissonRatio{
      this, "poissonRatio", {0.45}, "Poisson's ratio in [0, 0.5), one or one per element", {.required = true}};
  Data<std::vector<double>> d_youngModulus{
      this, "youngModulus", {5000.}, "Young's modulus (Pa), one or one per element", {.required = true}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  /// Finds state and mesh and checks the moduli. False, with the component invalid, if there is no state or mesh.
  bool initElastic();

  double youngModulus(std::size_t element) const { return ofElement(d_youngModulus.value(), element, 5000); }
  double poissonRatio(std::size_t element) const { return ofElement(d_poissonRatio.value(), element, 0.45); }

  const core::BaseMeshTopology* topology() const { return l_topology.get(); }

 protected:
  /// Replaces moduli out of range: nu by 0.45, E by 5000.
  void checkModuli();
  /// Of `count` elements; element i multiplies E by factors[floor(i M / count)], M factors (none: 1). One entry if all
  /// agree.
  std::vector<fem::Lame> lameCoefficients(std::size_t count, int dimension = 3,
                                          std::span<const double> factors = {}) const;
  /// False with an error if an element names a point the state does not have, or is a tetrahedron without volume.
  template <class Element>
  bool checkIndices(const std::vector<Element>& elements, std::string_view kind) {
    const std::size_t size = this->mstate()->restPositions().size();
    for (std::size_t e = 0; e < elements.size(); ++e)
      for (type::Index i : elements[e])
        if (i >= size) return refuseIndex(kind, e, i, size);
    if constexpr (std::is_same_v<Element, type::Tetrahedron>) return checkVolumes(elements);
    return true;
  }
  /// Adds df/dx of all elements of a kernel.
  template <class Kernel>
  void addStiffnessOf(const Kernel& kernel, core::StiffnessMatrix& matrix) const {
    auto* state = this->mstate();
    if (this->isValid() && state)
      kernel.addStiffness(matrix.getForceDerivativeIn(state).withRespectToPositionsIn(state));
  }
  /// True once after the mesh changed.
  bool topologyChanged() {
    const std::size_t revision = l_topology->revision();
    return revision != std::exchange(m_revision, revision);
  }

 private:
  static double ofElement(const std::vector<double>& values, std::size_t element, double fallback) {
    if (values.empty()) return fallback;
    return element < values.size() ? values[element] : values.front();
  }
  bool checkVolumes(const std::vector<type::Tetrahedron>& tetrahedra);
  bool refuseIndex(std::string_view kind, std::size_t element, type::Index index, std::size_t size);

  std::size_t m_revision = 0;
};

}  // namespace sofa::component::solidmechanics
