// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/Component/SolidMechanics/LinearElasticForceField.h"
#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/Contract/NodeRotations.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/FiniteElement/TetraSolid.h"

namespace sofa::component::solidmechanics {

/// Corotational linear tetrahedra, with optional plasticity. Hexahedra are cut into six tetrahedra each
/// if the mesh has no tetrahedra.
class TetrahedronFEMForceField : public KernelForceField<fem::TetraSolid, LinearElasticForceField<type::Vec3Types>>,
                                 public core::NodeRotations {
 public:
  using Reals = std::vector<double>;

  Data<VecCoord> d_initialPoints{this, "initialPoints", {}, "rest positions, taken from the state at initialisation"};
  Data<core::Choice> d_method{this, "method", core::Choice({"large", "polar", "small", "svd"}),
                              "rotation of an element: small (none), large, polar or svd"};
  Data<Reals> d_localStiffnessFactor{this,
                                     "localStiffnessFactor",
                                     {},
                                     "factors of Young's modulus, spread over the elements",
                                     {.follows = core::perElementOrOne<type::Tetrahedron>()}};
  Data<bool> d_updateStiffnessMatrix{this, "updateStiffnessMatrix", false,
                                     "recompute strain-displacement matrices at each step"};
  Data<bool> d_computeGlobalMatrix{this,
                                   "computeGlobalMatrix",
                                   false,
                                   "forces by an assembled matrix: methods small and large only",
                                   {.aliases = {"assembling"}}};
  Data<double> d_plasticMaxThreshold{this, "plasticMaxThreshold", 0., "largest plastic strain; 0: elastic"};
  Data<double> d_plasticYieldThreshold{this, "plasticYieldThreshold", double(0.0001f),
                                       "strain above which the material flows"};
  Data<double> d_plasticCreep{this, "plasticCreep", double(0.9f), "part of the excess strain that flows per step"};
  Data<std::string> d_gatherPt{this, "gatherPt", " ", "kept for scenes that set it; GPU versions used it"};
  Data<std::string> d_gatherBsize{this, "gatherBsize", " ", "kept for scenes that set it; GPU versions used it"};
  Data<bool> d_drawHeterogeneousTetra{
      this, "drawHeterogeneousTetra", false, "colour by stiffness", {.group = "Visualization"}};
  Data<int> d_computeVonMisesStress{this, "computeVonMisesStress", 0,
                                    "0: no, 1: of the corotational strain, 2: of Green's strain"};
  Data<Reals> d_vonMisesPerElement{
      this, "vonMisesPerElement", {}, "von Mises stress of each element (Pa)", {.readOnly = true}};
  Data<Reals> d_vonMisesPerNode{
      this, "vonMisesPerNode", {}, "mean von Mises stress around each node (Pa)", {.readOnly = true}};
  Data<std::vector<type::Color>> d_vonMisesStressColors{
      this, "vonMisesStressColors", {}, "colour of the stress at each node", {.readOnly = true}};
  Data<core::Choice> d_showStressColorMap{
      this, "showStressColorMap", colorMaps(), "colour map; if it is not given, viridis", {.group = "Visualization"}};
  Data<float> d_showStressAlpha{this, "showStressAlpha", 1.f, "opacity of the stresses", {.group = "Visualization"}};
  Data<bool> d_showVonMisesStressPerNode{
      this, "showVonMisesStressPerNode", false, "draw points", {.group = "Visualization"}};
  Data<bool> d_showVonMisesStressPerNodeColorMap{
      this, "showVonMisesStressPerNodeColorMap", false, "draw interpolated colours", {.group = "Visualization"}};
  Data<bool> d_showVonMisesStressPerElement{
      this, "showVonMisesStressPerElement", false, "draw element colours", {.group = "Visualization"}};
  Data<double> d_showElementGapScale{
      this, "showElementGapScale", 0.333, "gap between drawn elements", {.group = "Visualization"}};
  Data<bool> d_updateStiffness{this, "updateStiffness", false,
                               "kept for scenes that set it: changed moduli act from the next step on in any case"};

  TetrahedronFEMForceField() { letModuliFollow<type::Tetrahedron>(); }

  void init() override;
  /// Plastic strains stay with their elements; new ones have none.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void reset() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;

  void beginStep(const core::MechanicalParams& params) override;
  bool isConservative() const override;
  void draw(core::DrawList& list) const override;
  void nodeRotations(std::vector<type::Mat3>& rotations) const override;

 protected:
  void initElements() override;
  /// Whether computeGlobalMatrix leaves the forces out.
  bool hasNoForce() const override;
  bool isOutdated() override;

 private:
  /// The colour maps there are; scenes that name another one get a usual one.
  static core::Choice colorMaps();
  void readMethod();
  /// The tetrahedra that hexahedra are cut into.
  std::vector<type::Tetrahedron> partsOfHexahedra() const;
  /// Of the colours of stresses.
  std::string stressScheme() const;
  void computeVonMises();
  void drawSolid(core::DrawList& list, std::span<const type::Vec3> points, double gap) const;
  void drawFrames(core::DrawList& list, std::span<const type::Vec3> points) const;
  /// What is asked for of the stresses, with a legend. False if that leaves the elements themselves to be drawn.
  bool drawStress(core::DrawList& list, std::span<const type::Vec3> points, double gap) const;
  /// Young's modulus with the local factor.
  double stiffnessOf(std::size_t element) const;

  fem::TetraFrame m_frame = fem::TetraFrame::nodes;
  OutputOnRead<TetrahedronFEMForceField> m_stressOutput{
      *this,
      &TetrahedronFEMForceField::computeVonMises,
      {&d_vonMisesPerElement, &d_vonMisesPerNode, &d_vonMisesStressColors}};
};

}  // namespace sofa::component::solidmechanics
