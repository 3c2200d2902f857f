// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/BeamSectionText.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"

namespace sofa::component::solidmechanics {

/// Beams of circular section along the edges of a mesh of frames, after Euler and Bernoulli.
///
/// A beam runs along the x axis of its first node's frame, and its displacements are those of the second node as seen
/// from the first: F = K (0, 0, u, theta), turned to world axes with the frame of the first node. The tangent turns the
/// same K and neglects the derivative of the turn.
class BeamFEMForceField : public LinearElasticForceField<type::Rigid3Types> {
 public:
  Data<std::vector<fem::BeamSection>> d_beamsData{
      this, "beamsData", {}, "of each beam: youngModulus poissonRatio radius radiusInner length", {.readOnly = true}};
  Data<double> d_radius{this, "radius", 0.1, "radius of the section (m)", {.required = true}};
  Data<double> d_radiusInner{this, "radiusInner", 0.0, "inner radius of a hollow section (m)"};
  Data<std::vector<type::Index>> d_listSegment{this, "listSegment", {}, "edges that are beams; empty: all"};
  Data<bool> d_useSymmetricAssembly{this, "useSymmetricAssembly", false,
                                    "kept for scenes that set it: assembled blocks are symmetric in any case"};

  void init() override;
  void reinit() override { dataChanged(); }

  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  /// q . K q / 2 over all beams, q = (u, theta).
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// The forces turn with the first node, whose turn the energy does not see.
  bool isConservative() const override { return false; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override {
    checkModuli();
    initBeams();
  }

 private:
  struct Beam {
    fem::BeamStiffness stiffness;
    fem::CorotationalBeam frame;
    type::Mat3 rotation;  ///< of the first node where linearised
  };
  using EndForces = fem::BeamStiffness::EndForces;

  void initBeams();
  bool prepare();
  bool checkSection();
  std::vector<type::Index> segments() const;
  bool addBeam(type::Index edge);
  /// Computes the end forces of all beams by chunks, then adds them in order: same sums for any number of threads.
  template <class Body>
  void accumulate(VecDeriv& f, const Body& body);

  std::vector<type::Edge> m_ends;  // of each beam
  std::vector<Beam> m_beams;
  std::vector<EndForces> m_forces;
};

}  // namespace sofa::component::solidmechanics
