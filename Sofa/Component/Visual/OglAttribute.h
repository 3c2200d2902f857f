// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/ShaderElement.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::visual {

/// A value for each vertex of the models in its node and below, for the vertex shader.
class ShaderAttribute : public SwitchedShaderElement {
 public:
  core::Data<bool> d_handleDynamicTopology{
      this, "handleDynamicTopology", true,
      "if true, values follow the number of vertices: new ones get 0; if false, another number is an error"};

  virtual const core::BaseData& values() const = 0;
  /// Replaces what `value` holds.
  virtual void take(ShaderValue& value) const = 0;
};

/// OglFloatAttribute, OglInt4Attribute, OglUInt2Attribute...: T is a number or a Vec of numbers.
template <class T>
class OglAttribute : public ShaderAttribute {
 public:
  core::Data<std::vector<T>> d_value{this, "value", {}, "value of each vertex"};
  const core::BaseData& values() const override { return d_value; }
  void take(ShaderValue& value) const override;
};

}  // namespace sofa::component::visual
