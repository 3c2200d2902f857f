// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Beam/BeamCurves.h"
#include "Sofa/Core/Contract/ForceFieldAndMass.h"
#include "Sofa/Core/Contract/PartialMass.h"
#include "Sofa/FiniteElement/BeamElement.h"

namespace sofa::component::beam {

/// Stiffness and mass of the beams of an interpolation (docs/manual/beams.md). Displacements of both nodes are those
/// from the frame in the middle of the beam, less those at rest; K and M are those of a slender beam, turned with that
/// frame.
class AdaptiveBeamForceFieldAndMass final : public core::ForceFieldAndMass<type::Rigid3Types>,
                                            public core::PartialMass {
 public:
  core::Data<bool> d_computeMass{this, "computeMass", true, "if false, the beams have neither mass nor weight"};
  core::Data<double> d_massDensity{this, "massDensity", 1.0,
                                   "mass per volume, of beams whose section has none (kg/m^3)"};
  core::Data<bool> d_shearStressComputation{
      this, "shearStressComputation", true,
      "kept for scenes that set it: these sections have no area for shear, so they stay normal to the axis"};
  core::Link<BeamCurves> l_interpolation{this, "interpolation", "the beams; default: the ones visible from this node"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override;
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) override;
  /// Gravity acts through the mass matrices of the present frames, with the other forces.
  void addWeight(VecDeriv&, const Deriv&) override {}
  void accFromF(VecDeriv& a, const VecDeriv& f) override;
  bool isDiagonal() const override { return false; }
  bool isConservative() const override { return false; }
  double kineticEnergy(const core::MechanicalParams& params) const override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { m_revision = 0; }

 private:
  struct Element {
    fem::Mat12 stiffness, mass;  ///< in the frame of the beam
    fem::Vec12 rest;             ///< of both nodes in that frame, at rest
    type::Mat3 rotation;         ///< of that frame, where linearised
  };
  /// (translation, rotation vector) of both nodes from the frame in the middle.
  static fem::Vec12 placement(const Frame& middle, const Frame& a, const Frame& b);
  /// Whether there are beams, and a vector of that many points has all their nodes.
  bool acts(std::size_t points) const {
    return isValid() && l_interpolation && m_revision == l_interpolation->revision() &&
           points >= l_interpolation->nodeCount();
  }
  /// Makes the matrices of other beams, if these are other ones by now.
  void followBeams();
  void turnElements(const VecCoord& x);
  void addProduct(VecDeriv& out, const VecDeriv& in, double factor, fem::Mat12 Element::*matrix) const;
  std::vector<type::Edge> ends() const;

  std::vector<Element> m_elements;
  std::size_t m_revision = 0;
  bool m_refusedAcceleration = false;
};

}  // namespace sofa::component::beam
