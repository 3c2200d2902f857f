#pragma once
#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::mapping {

/// The distance of some points to places in space, less a length at rest. Of bodies the centres count.
///
///   out_k = |x_i - t_k| - L_k,   J_k = u^T with u = (x_i - t_k) / |x_i - t_k|, or the x axis at the target itself.
/// The geometric stiffness of a child force f is (I - u u^T) f / |x_i - t_k|.
template <class In, class Out>
class DistanceFromTargetMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<std::vector<type::Index>> d_indices{this, "indices", {}, "points whose distances are wanted"};
  core::Data<InVecCoord> d_targetPositions{this, "targetPositions", {}, "one place for each of them"};
  core::Data<std::vector<double>> d_restLengths{
      this, "restLengths", {}, "subtracted from each distance (m); missing ones are 0"};
  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "change of the directions of forces: None, Exact, or Stabilized (only where it keeps the system definite)"};
  core::Data<float> d_showObjectScale{
      this, "showObjectScale", 0.0f, "thickness of drawn lines", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      this, "showColor", {1, 1, 0, 1}, "colour of drawn lines", {.group = "Visualization"}};

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

  bool checkData() const;

  std::vector<type::Index> m_points;
  std::vector<Gradient> m_gradients;  // of the last apply
};

}  // namespace sofa::component::mapping
