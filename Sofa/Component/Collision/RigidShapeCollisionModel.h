// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/StateOfModel.h"

namespace sofa::component::collision {

/// Solids of which one goes with each frame of a rigid state.
class RigidShapeCollisionModel : public core::CollisionModel {
 public:
  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  /// Refused unless the nearest state, which must stand before the model, holds rigid frames.
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  std::size_t size() const override { return frames().size(); }
  core::BaseState* state() const override { return m_state.get(); }
  /// Contacts act on the surface, which goes with the frame.
  std::unique_ptr<core::ContactPoints> createContactPoints() override;

  /// Of each solid; nothing without a state.
  std::span<const type::RigidCoord<3>> frames() const;

 protected:
  /// What is wrong with the sizes of the solids and what would be right; empty if nothing is.
  virtual std::string sizeProblem() const = 0;

 private:
  core::Found<core::State<type::Rigid3Types>> m_state;
};

/// The i-th of `sizes`, or `other` where there are not so many.
template <class T>
const T& sizeOr(const core::Data<std::vector<T>>& sizes, std::size_t i, const core::Data<T>& other) {
  return i < sizes.value().size() ? sizes.value()[i] : other.value();
}

/// What sizeProblem() says if a length is negative or no number; else nothing.
std::string lengthProblem(const core::Data<std::vector<double>>& lengths, const core::Data<double>& other);

}  // namespace sofa::component::collision
