#pragma once
#include "Sofa/Component/SolidMechanics/StrainLimit.h"
#include "Sofa/Core/Contract/EnergyForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Linear tetrahedra of a hyperelastic material whose energy stays finite when they are turned inside out (Smith,
/// de Goes and Kim, Stable Neo-Hookean Flesh Simulation, 2018).
///
/// With the deformation gradient F, mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)), mu' = 4 mu / 3,
/// lambda' = lambda + 5 mu / 6 and alpha = 1 + mu' / lambda' - mu' / (4 lambda'), the energy per volume is
///
///   mu' (|F|^2 - 3) / 2 + lambda' (det F - alpha)^2 / 2 - mu' ln(|F|^2 + 1) / 2, less what it is at rest,
///
/// with strainLimitStiffness (s - strainLimit)^3 / 3 where s = tr e / 3 + sqrt(2/3) |dev e|, a bound of the largest
/// principal value of Green's strain e, is beyond strainLimit, and with damping the viscous energy of the strain's
/// change over the step (StrainDamping).
class StableNeoHookeanForceField : public core::EnergyForceField<StableNeoHookeanForceField, type::Vec3Types, 4> {
 public:
  core::Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus (Pa)"};
  core::Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "Poisson's ratio, from 0 to below 0.5"};
  core::Data<double> d_damping{this, "damping", 0.0, "viscosity of the strain (Pa s)"};
  core::Data<double> d_strainLimit{this, "strainLimit", std::numeric_limits<double>::infinity(),
                                   "strain above which the material stiffens"};
  core::Data<double> d_strainLimitStiffness{this, "strainLimitStiffness", 1000.0,
                                            "stiffness beyond the limit of the strain (Pa)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the tetrahedra; default: the node's"};

  void init() override;
  void beginStep(const core::MechanicalParams& params) override;
  std::size_t elementCount() const { return m_tetrahedra.size(); }
  type::Tetrahedron elementNodes(std::size_t e) const { return m_nodes[e]; }
  template <class Real>
  Real energy(std::size_t e, const std::array<type::Vec<3, Real>, 4>& x) const;

 protected:
  void dataChanged() override { prepare(); }

 private:
  struct RestTetrahedron {
    type::Mat3 inverse;  ///< of the edges from node 0 at rest (columns)
    double volume;
    type::Mat3 strain = type::Mat3::Zero();  ///< at the beginning of the step
  };
  void prepare();
  template <class Real>
  Eigen::Matrix<Real, 3, 3> deformationGradient(std::size_t e, const std::array<type::Vec<3, Real>, 4>& x) const;
  template <class Real>
  static Eigen::Matrix<Real, 3, 3> greenStrain(const Eigen::Matrix<Real, 3, 3>& f);

  std::vector<type::Tetrahedron> m_nodes;
  std::vector<RestTetrahedron> m_tetrahedra;
  double m_mu = 0, m_lambda = 0, m_alpha = 1, m_atRest = 0;
  StrainDamping m_damping;
  StrainLimit m_limit;
};

}  // namespace sofa::component::solidmechanics
