// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/TransformEngine.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

namespace {

/// x -> rotation (scale x) + translation, or its inverse.
struct Transform {
  type::Vec3 scale, translation;
  type::Quat rotation;
  bool inverse;

  type::Vec3 position(const type::Vec3& p) const {
    if (!inverse) return type::rotate(rotation, p.cwiseProduct(scale)) + translation;
    return type::inverseRotate(rotation, p - translation).cwiseQuotient(scale);
  }
  type::Quat orientation(const type::Quat& q) const {
    return (inverse ? type::Quat(rotation.conjugate()) : rotation) * q;
  }
};

template <int N>
void apply(const Transform& transform, type::Vec<N>& x) {
  type::VecTypes<N>::setPosition(x, transform.position(type::VecTypes<N>::position(x)));
}

void apply(const Transform& transform, type::RigidCoord<3>& x) {
  x.center = transform.position(x.center);
  x.orientation = transform.orientation(x.orientation);
}

void apply(const Transform& transform, type::RigidCoord<2>& x) {
  type::Rigid2Types::setPosition(x, transform.position(type::Rigid2Types::position(x)));
  const type::Quat turn = transform.inverse ? type::Quat(transform.rotation.conjugate()) : transform.rotation;
  x.orientation += type::rotationVector(turn)[2];
}

}  // namespace

template <class DataTypes>
TransformEngine<DataTypes>::TransformEngine() {
  for (core::BaseData* input : std::initializer_list<core::BaseData*>{&d_inputPosition, &d_translation, &d_rotation,
                                                                      &d_quaternion, &d_scale, &d_inverse})
    addInput(input);
  addOutput(&d_outputPosition);
}

template <class DataTypes>
void TransformEngine<DataTypes>::doUpdate() {
  Transform transform{d_scale.value(), d_translation.value(),
                      d_quaternion.value() * type::fromEulerDegrees(d_rotation.value()), d_inverse.value()};
  auto& points = d_outputPosition.edit();
  points = d_inputPosition.value();
  if (transform.inverse && (transform.scale.array() == 0).any()) {
    error("scale is \"{}\": a factor of 0 cannot be inverted. The output is empty.", type::toText(transform.scale));
    points.clear();
  }
  for (auto& x : points) apply(transform, x);
}

namespace {
const auto registered =
    core::Register("TransformEngine", "Sofa.Component.Engine.Transform", "Scales, rotates and translates points")
        .addAll<TransformEngine, type::Vec3Types, type::Vec1Types, type::Vec2Types, type::Rigid2Types,
                type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::engine
