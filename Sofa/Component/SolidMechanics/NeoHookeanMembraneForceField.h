#pragma once
#include "Sofa/Component/SolidMechanics/StrainLimit.h"
#include "Sofa/Core/Contract/EnergyForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// Triangles of thin hyperelastic material in plane stress, without bending.
///
/// With F (3 x 2) from the rest shape in its own plane, C = F^T F, strain (C - I) / 2, J = area now / at rest and
/// mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - nu)), the energy per volume is
///
///   mu (tr C - 2) / 2 - mu ln J + lambda ln^2 J / 2
///
/// with, for either principal strain s beyond strainLimit, strainLimitStiffness (s - strainLimit)^3 / 3, and with
/// damping the viscous energy of the strain's change over the step (StrainDamping). Infinite for a triangle without
/// area.
class NeoHookeanMembraneForceField : public core::EnergyForceField<NeoHookeanMembraneForceField, type::Vec3Types, 3> {
 public:
  core::Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus (Pa)"};
  core::Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "Poisson's ratio, from 0 to below 1"};
  core::Data<double> d_thickness{this, "thickness", 0.001, "thickness (m)"};
  core::Data<double> d_damping{this, "damping", 0.0, "viscosity of the strain (Pa s)"};
  core::Data<double> d_strainLimit{this, "strainLimit", std::numeric_limits<double>::infinity(),
                                   "principal strain above which the material stiffens"};
  core::Data<double> d_strainLimitStiffness{this, "strainLimitStiffness", 1000.0,
                                            "stiffness beyond the limit of the strain (Pa)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the triangles; default: the node's"};

  void init() override;
  void beginStep(const core::MechanicalParams& params) override;
  std::size_t elementCount() const { return m_triangles.size(); }
  type::Triangle elementNodes(std::size_t e) const { return m_nodes[e]; }
  template <class Real>
  Real energy(std::size_t e, const std::array<type::Vec<3, Real>, 3>& x) const;

 protected:
  void dataChanged() override { prepare(); }

 private:
  struct RestTriangle {
    type::Mat2 inverse;  ///< of the edges from node 0 at rest, in their plane
    double volume;
    type::Mat2 strain = type::Mat2::Zero();  ///< at the beginning of the step
  };
  void prepare();
  /// C of an element, and its edges from node 0.
  template <class Real>
  Eigen::Matrix<Real, 2, 2> rightCauchyGreen(std::size_t e, const std::array<type::Vec<3, Real>, 3>& x) const;

  std::vector<type::Triangle> m_nodes;
  std::vector<RestTriangle> m_triangles;
  double m_mu = 0, m_lambda = 0;
  StrainDamping m_damping;
  StrainLimit m_limit;
};

}  // namespace sofa::component::solidmechanics
