// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/FiniteElement/IsotropicMaterial.h"

namespace sofa::component::solidmechanics {

/// What the isotropic linear elastic force fields share: moduli, one value or one per element
/// (docs/manual/mechanics.md, "Elastic moduli").
template <class DataTypes, class Contract = core::ForceField<DataTypes>>
class LinearElasticForceField : public MeshForceField<DataTypes, Contract> {
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
  /// The moduli, if there is one of each element, follow those elements.
  template <class Element>
  void letModuliFollow() {
    if constexpr (!std::is_same_v<Element, type::Prism> && !std::is_same_v<Element, type::Pyramid>)
      for (auto* data : {&d_poissonRatio, &d_youngModulus}) data->setFollowing(core::perElementOrOne<Element>());
  }
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

template <class DataTypes, class Contract>
bool LinearElasticForceField<DataTypes, Contract>::initElastic() {
  if (!this->initMesh()) return false;
  this->checkRequiredData();
  checkModuli();
  return true;
}

template <class DataTypes, class Contract>
void LinearElasticForceField<DataTypes, Contract>::checkModuli() {
  const auto replace = [this](Data<std::vector<double>>& data, const auto& isBad, double value, const char* wanted) {
    if (data.value().empty()) this->warning("{} is empty; {} is used.", data.name(), value);
    if (std::ranges::none_of(data.value(), isBad)) return;
    this->warning("{} must be {}; values that are not are replaced by {}.", data.name(), wanted, value);
    std::ranges::replace_if(data.edit(), isBad, value);
  };
  replace(
      d_poissonRatio, [](double nu) { return !(nu >= 0 && nu < 0.5); }, 0.45, "at least 0 and below 0.5");
  replace(
      d_youngModulus, [](double e) { return !(e >= 0); }, 5000, "at least 0");
}

template <class DataTypes, class Contract>
std::vector<fem::Lame> LinearElasticForceField<DataTypes, Contract>::lameCoefficients(
    std::size_t count, int dimension, std::span<const double> factors) const {
  const bool uniform = d_youngModulus.value().size() < 2 && d_poissonRatio.value().size() < 2 && factors.size() < 2;
  std::vector<fem::Lame> result;
  for (std::size_t e = 0; e < (uniform ? std::min<std::size_t>(1, count) : count); ++e) {
    const double factor = factors.empty() ? 1 : factors[e * factors.size() / count];
    result.push_back(fem::lame(factor * youngModulus(e), poissonRatio(e), dimension));
  }
  return result;
}

}  // namespace sofa::component::solidmechanics
