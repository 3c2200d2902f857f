#pragma once
#include <span>
#include <string>
#include <vector>

#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/IsotropicMaterial.h"

namespace sofa::component::solidmechanics {

/// What the isotropic linear elastic force fields share: moduli, one value or one per element
/// (docs/manual/mechanics.md, "Elastic moduli").
template <class DataTypes>
class LinearElasticForceField : public MeshForceField<DataTypes> {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<std::vector<double>> d_poissonRatio{
      this, "poissonRatio", {0.45}, "Poisson's ratio in [0, 0.5), one or one per element", {.required = true}};
  Data<std::vector<double>> d_youngModulus{
      this, "youngModulus", {5000.}, "Young's modulus (Pa), one or one per element", {.required = true}};
  /// Finds state and mesh and checks the moduli. False, with the component invalid, if there is no state or mesh.
  bool initElastic();

  double youngModulus(std::size_t element) const { return ofElement(d_youngModulus.value(), element, 5000); }
  double poissonRatio(std::size_t element) const { return ofElement(d_poissonRatio.value(), element, 0.45); }

 protected:
  /// Replaces moduli out of range: nu by 0.45, E by 5000.
  void checkModuli();
  /// Of `count` elements; element i multiplies E by factors[floor(i M / count)], M factors (none: 1). One entry if all
  /// agree.
  std::vector<fem::Lame> lameCoefficients(std::size_t count, int dimension = 3,
                                          std::span<const double> factors = {}) const;

 private:
  static double ofElement(const std::vector<double>& values, std::size_t element, double fallback) {
    if (values.empty()) return fallback;
    return element < values.size() ? values[element] : values.front();
  }
};

}  // namespace sofa::component::solidmechanics
