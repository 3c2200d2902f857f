// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::component::engine {

/// outT = inT times a matrix of one kind, so that engines can be chained; in homogeneous coordinates.
class TransformMatrixEngine : public Engine {
 public:
  Data<type::Mat4> d_inT{this, "inT", type::Mat4::Identity(), "transformation to start from", input};
  Data<type::Mat4> d_outT{this, "outT", type::Mat4::Identity(), "transformation that results", output};

 protected:
  virtual type::Mat4 factor() const = 0;
  void doUpdate() override { d_outT.set(d_inT.value() * factor()); }
};

class TranslateTransformMatrixEngine final : public TransformMatrixEngine {
 public:
  Data<Vec3> d_translation{this, "translation", Vec3::Zero(), "translation", input};

 protected:
  type::Mat4 factor() const override {
    type::Mat4 m = type::Mat4::Identity();
    m.topRightCorner<3, 1>() = d_translation.value();
    return m;
  }
};

class RotateTransformMatrixEngine final : public TransformMatrixEngine {
 public:
  Data<Vec3> d_rotation{this, "rotation", Vec3::Zero(), "rotation about fixed X, then Y, then Z (degrees)", input};

 protected:
  type::Mat4 factor() const override {
    type::Mat4 m = type::Mat4::Identity();
    m.topLeftCorner<3, 3>() = type::toMatrix(type::fromEulerDegrees(d_rotation.value()));
    return m;
  }
};

class ScaleTransformMatrixEngine final : public TransformMatrixEngine {
 public:
  Data<Vec3> d_scale{this, "scale", Vec3::Zero(), "factor of each axis", {.group = "Inputs", .required = true}};

 protected:
  type::Mat4 factor() const override {
    type::Mat4 m = type::Mat4::Identity();
    m.diagonal().head<3>() = d_scale.value();
    return m;
  }
};

class InvertTransformMatrixEngine final : public TransformMatrixEngine {
 protected:
  type::Mat4 factor() const override { return type::Mat4::Identity(); }
  void doUpdate() override {
    const Eigen::FullPivLU<Eigen::Matrix4d> lu(eigen(d_inT.value()));
    if (!lu.isInvertible()) error("inT cannot be inverted: {}. outT is the identity.", type::toText(d_inT.value()));
    d_outT.set(lu.isInvertible() ? type::Mat4(lu.inverse()) : type::Mat4::Identity());
  }
};

namespace {
constexpr const char* transformModule = "Sofa.Component.Engine.Transform";
const auto registered = std::array{
    core::Register("TranslateTransformMatrixEngine", transformModule, "multiplies a transformation by a translation")
        .add<TranslateTransformMatrixEngine>(),
    core::Register("RotateTransformMatrixEngine", transformModule, "multiplies a transformation by a rotation")
        .add<RotateTransformMatrixEngine>(),
    core::Register("ScaleTransformMatrixEngine", transformModule, "multiplies a transformation by a scale")
        .add<ScaleTransformMatrixEngine>(),
    core::Register("InvertTransformMatrixEngine", transformModule, "inverts a transformation")
        .add<InvertTransformMatrixEngine>(),
};
}  // namespace
}  // namespace sofa::component::engine
