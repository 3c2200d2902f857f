// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/ShaderElement.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::visual {

/// A uniform of an OglShader: named, typed and sized as in the shader.
class ShaderVariable : public SwitchedShaderElement {
 public:
  /// Replaces what `value` holds. False if the Data holds no whole number of matrices.
  virtual bool take(ShaderValue& value) const = 0;
};

/// OglIntVariable, OglFloat3Variable, OglIntVector2Variable...: T is a number, a Vec of numbers, or a list of these.
template <class T>
class OglVariable : public ShaderVariable {
 public:
  core::Data<T> d_value{this, "value", T{}, "value of the uniform", {.aliases = {"values"}}};
  bool take(ShaderValue& value) const override;
};

/// OglMatrix2x3Variable...: matrices of that many columns and rows, as in the shader; all numbers one after the other.
template <int Columns, int Rows>
class OglMatrixVariable : public ShaderVariable {
 public:
  core::Data<std::vector<float>> d_value{
      this, "value", {}, "value of the uniform: columns one after the other", {.aliases = {"values"}}};
  core::Data<bool> d_transpose{this, "transpose", false, "if true, value has rows one after the other"};

  void init() override;
  bool take(ShaderValue& value) const override;
};

/// A list of matrices. Their text has rows one after the other, which the shader takes as columns unless transposed.
class OglMatrix4VectorVariable : public ShaderVariable {
 public:
  using Matrix = type::Mat<4, 4, float>;
  core::Data<std::vector<Matrix>> d_value{this, "value", {}, "value of the uniform", {.aliases = {"values"}}};
  core::Data<bool> d_transpose{this, "transpose", false, "if true, the shader gets the matrices as they are written"};

  bool take(ShaderValue& value) const override;
};

}  // namespace sofa::component::visual
