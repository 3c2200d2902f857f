#pragma once
#include "Sofa/Component/Mapping/ArmJacobian.h"
#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// Points that follow several bodies, each with a weight: p = sum of w_j (c_j + R_j l_j) (linear blend skinning;
/// Magnenat-Thalmann et al., Joint-dependent local deformations, 1988). Weights are given, or 1/d^2 of the nearest
/// bodies at rest; they are made to sum to 1.
template <class In, class Out>
class SkinningMapping : public SparseMapping<In, Out, ArmJacobian> {
 public:
  using Base = SparseMapping<In, Out, ArmJacobian>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<OutVecCoord> d_initPos{this, "initPos", {}, "positions at rest; default: the output's at initialisation"};
  core::Data<std::vector<type::Index>> d_nbRef{
      this, "nbRef", {4}, "number of bodies that move a point; one for all, or one for each if indices are given"};
  core::Data<std::vector<std::vector<type::Index>>> d_index{
      this, "indices", {}, "bodies of each point; default: the nearest ones"};
  core::Data<std::vector<std::vector<double>>> d_weight{this, "weight", {}, "weights of these bodies"};
  core::Data<bool> d_computeWeightsFromPosition{this, "computeWeightsFromPosition", false,
                                                "if true, bodies stand at their positions instead of rest positions"};
  core::Data<type::Index> d_showFromIndex{
      this, "showFromIndex", 0, "body whose weights are shown", {.group = "Visualization"}};
  core::Data<bool> d_showWeights{
      this, "showWeights", false, "draw the points in shades of their weight", {.group = "Visualization"}};

  bool isLinear() const override { return true; }
  void init() override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void draw(core::DrawList& list) const override;

 private:
  struct Influence {
    type::Index body;
    double weight;
    type::Vec3 local;
  };
  bool takeGiven(std::size_t points, std::size_t bodies);
  void findNearest(const OutVecCoord& points, const InVecCoord& bodies);

  std::vector<std::vector<Influence>> m_influences;  // of each point, up to the last weight above 0
  std::size_t m_bodies = 0;
};

}  // namespace sofa::component::mapping
