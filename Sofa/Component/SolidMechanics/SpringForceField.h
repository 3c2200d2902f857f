// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/LinearSpringText.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// Springs between points of two states, or of one (the law is that of fem::SpringKernel).
///
/// They are given by `spring`, by a file, or by the lists of end points, stiffness, damping and lengths. Rest lengths
/// are never taken from positions: an absent one is 0. Of rigid bodies only the centres are bound.
template <class DataTypes>
class SpringForceField : public core::PairForceField<DataTypes> {
 public:
  using Base = core::PairForceField<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using Indices = std::vector<type::Index>;
  using Reals = std::vector<double>;
  using Springs = std::vector<fem::LinearSpring>;

  core::Data<float> d_showArrowSize{
      this, "showArrowSize", 0.01f, "width of drawn arrows and cylinders", {.group = "Visualization"}};
  core::Data<int> d_drawMode{
      this, "drawMode", 0, "how springs are drawn: 0 lines, 1 cylinders, 2 arrows", {.group = "Visualization"}};
  core::Data<Reals> d_stiffness{this, "stiffness", {100.0}, "stiffness of each spring (N/m), the last one repeated"};
  core::Data<Reals> d_damping{this, "damping", {5.0}, "damping along each spring (N s/m), the last one repeated"};
  core::Data<Springs> d_springs{
      this, "spring", {}, "springs: index1 index2 stiffness damping restLength; rules over the lists"};
  core::Data<Reals> d_lengths{
      this, "lengths", {}, "rest length of each spring (m), the last one repeated; default 0", {.aliases = {"length"}}};
  core::Data<std::vector<bool>> d_elongationOnly{
      this, "elongationOnly", {false}, "per spring: no force while it is compressed"};
  core::Data<std::vector<bool>> d_enabled{this, "enabled", {true}, "per spring: whether it acts"};
  core::Data<Indices> d_indices1{
      this, "springsIndices1", {}, "end of each spring in object1", {.aliases = {"indices1"}, .readOnly = true}};
  core::Data<Indices> d_indices2{
      this, "springsIndices2", {}, "end of each spring in object2", {.aliases = {"indices2"}, .readOnly = true}};
  core::Data<std::string> d_fileSprings{this, "fileSprings", "",
                                        "mass-spring file (Xsp 3.0 or 4.0) whose springs are added"};

  void init() override;
  /// Springs whose ends went go, the others follow their ends.
  bool topologyChanged(const core::MeshChanges& changes) override;
  /// The springs, once a mesh was changed.
  void archive(core::Archive& archive) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                 const VecDeriv& v2, core::Linearisation kind) override;
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                            const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2,
                            core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// Damped springs are not.
  bool isConservative() const override;

  void draw(core::DrawList& list) const override;

  const fem::SpringKernel<DataTypes>& kernel() const { return m_kernel; }

 protected:
  /// Fills d_springs at initialisation. False if that is impossible: the component then does nothing.
  virtual bool makeSprings();
  /// Adds springs that are not in d_springs, after those.
  virtual void addMoreSprings(fem::SpringKernel<DataTypes>&) {}
  void dataChanged() override;
  /// Whether springs act only while they are shorter than at rest.
  virtual bool pushesOnly() const { return false; }
  /// How many of the kernel's springs an assembled matrix contains, the first ones.
  virtual std::size_t assembledSprings() const { return m_kernel.size(); }
  /// Whether the flags show it: those of forces, or of interactions if it binds two states.
  bool isShown(const core::DrawList& list) const {
    const bool within = this->l_object1.get() == this->l_object2.get();
    return list.shows(within ? type::DisplayFlags::ForceFields : type::DisplayFlags::InteractionForceFields);
  }
  /// Calls f(from, to, spring) for the listed springs that act and whose points exist.
  template <class F>
  void forEachDrawn(const F& f) const {
    if (!this->l_object1 || !this->l_object2) return;
    const VecCoord &x1 = this->l_object1->positions(), &x2 = this->l_object2->positions();
    const auto& springs = d_springs.value();
    const auto& enabled = d_enabled.value();
    for (std::size_t i = 0; i < springs.size(); ++i) {
      const auto& s = springs[i];
      const bool acts = enabled.empty() || enabled[std::min(i, enabled.size() - 1)];
      if (acts && s.first < x1.size() && s.second < x2.size())
        f(DataTypes::position(x1[s.first]), DataTypes::position(x2[s.second]), s);
    }
  }
  /// The kernel no longer holds what the Data say.
  void invalidateKernel() { m_stale = true; }

 private:
  bool loadFile();
  void springsFromLists();
  void listsFromSprings();
  /// Brings the kernel up to date. False if the component does nothing.
  bool prepare(std::size_t size1, std::size_t size2);
  void buildKernel(std::size_t size1, std::size_t size2);
  void buildBetween(core::StiffnessMatrix& matrix, std::size_t count) const;

  fem::SpringKernel<DataTypes> m_kernel;
  bool m_stale = true;
  std::size_t m_size1 = 0, m_size2 = 0;  ///< of the states when the kernel was built
};

}  // namespace sofa::component::solidmechanics
