#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"

namespace sofa::component::solidmechanics {

template <class DataTypes>
bool LinearElasticForceField<DataTypes>::initElastic() {
  if (!this->initMesh()) return false;
  this->checkRequiredData();
  checkModuli();
  return true;
}

template <class DataTypes>
void LinearElasticForceField<DataTypes>::checkModuli() {
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

template <class DataTypes>
std::vector<fem::Lame> LinearElasticForceField<DataTypes>::lameCoefficients(std::size_t count, int dimension,
                                                                            std::span<const double> factors) const {
  const bool uniform = d_youngModulus.value().size() < 2 && d_poissonRatio.value().size() < 2 && factors.size() < 2;
  std::vector<fem::Lame> result;
  for (std::size_t e = 0; e < (uniform ? std::min<std::size_t>(1, count) : count); ++e) {
    const double factor = factors.empty() ? 1 : factors[e * factors.size() / count];
    result.push_back(fem::lame(factor * youngModulus(e), poissonRatio(e), dimension));
  }
  return result;
}

template class LinearElasticForceField<type::Vec1Types>;
template class LinearElasticForceField<type::Vec2Types>;
template class LinearElasticForceField<type::Vec3Types>;
template class LinearElasticForceField<type::Rigid3Types>;

}  // namespace sofa::component::solidmechanics
