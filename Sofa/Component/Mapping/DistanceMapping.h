#pragma once
#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::mapping {

/// One number per edge of a mesh: its length less its length at rest. Of bodies the centres count.
///
///   out_e = |x_1 - x_0| - L_e,   J_e = (-u, u) with u = (x_1 - x_0) / |x_1 - x_0|, or (1, 1, 1) / sqrt(3) for an edge
/// without length. The geometric stiffness of a child force f is b = (I - u u^T) f / |x_1 - x_0| on the diagonal blocks
/// and -b between the ends. Edges are those of the mesh at initialisation.
template <class In, class Out>
class DistanceMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<bool> d_computeDistance{this, "computeDistance", false,
                                     "if true, lengths at rest count as 0 unless restLengths gives them"};
  core::Data<std::vector<double>> d_restLengths{
      this, "restLengths", {}, "length of each edge at rest (m); default: at initialisation"};
  core::Data<double> d_showObjectScale{
      this, "showObjectScale", 0.0, "thickness of drawn edges", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      this, "showColor", {1, 1, 0, 1}, "colour of drawn edges", {.group = "Visualization"}};
  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "change of the directions of forces: None, Exact, or Stabilized (only where it keeps the system definite)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh that holds the edges; default: this node's"};

  void init() override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn, core::VecDerivId childForce) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  void buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix, core::VecDerivId childForce) override;
  void draw(core::DrawList& list) const override;

 private:
  using Part = DistancePart<In>;
  using Gradient = DistanceGradient<Part::size>;

  bool readEdges();
  void fitRestLengths();

  std::vector<type::Edge> m_edges;
  std::size_t m_pointCount = 0;       // that the edges need
  std::vector<Gradient> m_gradients;  // of the last apply
};

}  // namespace sofa::component::mapping
