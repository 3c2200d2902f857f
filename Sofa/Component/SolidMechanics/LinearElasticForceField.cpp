#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"

namespace sofa::component::solidmechanics {

template <class DataTypes>
bool LinearElasticForceField<DataTypes>::initElastic() {
  core::ForceField<DataTypes>::init();
  if (!this->l_mstate) return false;
  if (!l_topology) {
    l_topology.set(core::meshTopology(*this->context()));
    if (l_topology) this->info("Uses the topology {}.", l_topology->path());
  }
  if (!l_topology) {
    this->error("No topology is visible from this node: add one (such as MeshTopology) or set topology.");
    this->setInvalid();
    return false;
  }
  topologyChanged();
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

template <class DataTypes>
bool LinearElasticForceField<DataTypes>::refuseIndex(std::string_view kind, std::size_t element, type::Index index,
                                                     std::size_t size) {
  this->error("{} {} of {} names point {}, but the mechanical state {} has {} points.", kind, element,
              l_topology->path(), index, this->mstate()->path(), size);
  this->setInvalid();
  return false;
}

template <class DataTypes>
bool LinearElasticForceField<DataTypes>::checkVolumes(const std::vector<type::Tetrahedron>& tetrahedra) {
  if constexpr (std::is_same_v<DataTypes, type::Vec3Types>) {
    constexpr double rounding = 1e-15;  // of the cube of the longest edge from the first corner
    const auto& rest = this->mstate()->restPositions();
    for (std::size_t e = 0; e < tetrahedra.size(); ++e) {
      const auto& t = tetrahedra[e];
      const type::Vec3 a = rest[t[1]] - rest[t[0]], b = rest[t[2]] - rest[t[0]], c = rest[t[3]] - rest[t[0]];
      const double edge = std::sqrt(std::max({a.squaredNorm(), b.squaredNorm(), c.squaredNorm()}));
      if (std::fabs(a.cross(b).dot(c)) > rounding * edge * edge * edge) continue;
      this->error(
          "Tetrahedron {} of {}, points {}, has no volume at rest: its stiffness is undefined. Remove it from the mesh "
          "or move its points.",
          e, l_topology->path(), type::toText(t));
      this->setInvalid();
      return false;
    }
  }
  return true;
}

template class LinearElasticForceField<type::Vec1Types>;
template class LinearElasticForceField<type::Vec2Types>;
template class LinearElasticForceField<type::Vec3Types>;
template class LinearElasticForceField<type::Rigid3Types>;

}  // namespace sofa::component::solidmechanics
