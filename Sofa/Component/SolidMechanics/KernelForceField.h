// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Component/SolidMechanics/ManyProducts.h"
#include "Sofa/Component/SolidMechanics/MeshForceField.h"
#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/FiniteElement/ReferenceElement.h"

namespace sofa::component::solidmechanics {

/// A force field whose physics is a kernel: all elements of a mesh at once (fem::ElementKernel, fem::TetraKernel,
/// fem::HexaKernel, fem::TetraSolid). What is left to a component are its Data, how they set up the kernel, and what is
/// drawn (docs/manual/elements.md).
///
/// Base: MeshForceField or a class of it. Kernel: addForce, linearise, addForceAndLinearise, addDForce, energy,
/// addStiffness; linearise may take core::Linearisation::positiveDefinite as a second argument. One of triangles or
/// quads that lose their area says by collapsedElement which is the first. One that says
/// hasPairs has its products computed by pairs of points where a tangent sees many of them.
template <class Kernel, class Base>
class KernelForceField : public Base {
 public:
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  void reinit() override { initElements(); }
  void reset() override { m_products.reset(); }
  void archive(core::Archive& archive) override { m_products.archive(archive); }
  /// What was invalid until now is initialised anew.
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (!this->isValid()) return false;
    if (changes.mesh != this->topology()) return true;
    m_products.meshChanged();
    noteChangedElements();
    isOutdated();
    initElements();
    m_changed.reset();
    return true;
  }

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    if (!prepare() || hasNoForce()) return;
    m_kernel.addForce(x, f);
    tellCollapsed();
  }
  void linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&, core::Linearisation kind) override {
    if (!prepare()) return;
    if constexpr (requires { m_kernel.linearise(x, true); })
      m_kernel.linearise(x, kind == core::Linearisation::positiveDefinite);
    else
      m_kernel.linearise(x);
    m_products.tangentMoved();
    tangentMoved();
  }
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override {
    if (!prepare()) return;
    if (hasNoForce()) return linearise(params, x, v, kind);  // the tangent follows the deformation all the same
    if constexpr (requires { m_kernel.addForceAndLinearise(x, f, true); })
      m_kernel.addForceAndLinearise(x, f, kind == core::Linearisation::positiveDefinite);
    else
      m_kernel.addForceAndLinearise(x, f);
    tellCollapsed();
    m_products.tangentMoved();
    tangentMoved();
  }
  void addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    if (this->isValid()) m_products.add(m_kernel, dx, df, kFactor);
  }
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    auto* state = this->mstate();
    if (this->isValid() && state)
      m_kernel.addStiffness(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state));
  }
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    return prepare() && this->mstate() ? m_kernel.energy(this->mstate()->coords(params.x)) : 0;
  }

  const Kernel& kernel() const { return m_kernel; }

 protected:
  /// Sets up the kernel from mesh and Data; where they do not allow it says why and makes the component invalid.
  virtual void initElements() = 0;
  /// Whether the kernel has to be set up anew: the mesh changed, or a Data that is tracked.
  virtual bool isOutdated() {
    const bool edited = isEdited();
    return this->meshChanged() || edited;
  }
  bool isEdited() { return this->updateTrackedData(), std::exchange(m_isEdited, false); }
  void dataChanged() override { m_isEdited = true; }
  /// Whether Data leave the forces out.
  virtual bool hasNoForce() const { return false; }
  /// Called after each linearisation.
  virtual void tangentMoved() {}
  /// While the kernel follows a change of a few elements, all that have not the nodes they had when it was set up,
  /// ascending; else null.
  const std::vector<type::Index>* changedElements() const { return m_changed ? &*m_changed : nullptr; }
  /// Follows a changed mesh and changed Data. False if nothing can be computed.
  bool prepare() {
    if (this->isValid() && isOutdated()) initElements();
    return this->isValid();
  }

  Kernel m_kernel;

 private:
  void noteChangedElements() {
    using Element = std::remove_cvref_t<decltype(m_kernel.element(0))>;
    m_changed.reset();
    if constexpr (core::comesAndGoes<Element>) {
      const auto changes = this->untakenChanges();
      if (changes.known && !changes.steps.empty() &&
          changes.steps.front()->template of<Element>().before() == m_kernel.elementCount())
        m_changed = this->topology()->stars().template changedBy<Element>(changes);
    }
  }

  /// Once, until the kernel is set up anew.
  void tellCollapsed() {
    if constexpr (requires { m_kernel.collapsedElement(); }) {
      const auto element = m_kernel.collapsedElement();
      if (!std::exchange(m_collapseTold, element.has_value()) && element)
        this->warning(
            "{} {} of {} has lost its area: it bears nothing while it has none. Smaller time steps or bending springs "
            "keep elements from collapsing.",
            fem::ReferenceElement<std::remove_cvref_t<decltype(m_kernel.element(0))>>::name, *element,
            this->topology()->path());
    }
  }

  bool m_isEdited = false, m_collapseTold = false;
  std::optional<std::vector<type::Index>> m_changed;
  ManyProducts<Kernel> m_products;
};

}  // namespace sofa::component::solidmechanics
