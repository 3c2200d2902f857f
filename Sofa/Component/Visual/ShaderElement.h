// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglShader.h"

namespace sofa::component::visual {

/// Something that the OglShader of its node or above takes (docs/manual/visual.md, "Shaders").
class ShaderElement : public core::Component {
 public:
  core::Data<std::string> d_id{this, "id", "", "name in the shader; default: the component's name"};
  core::Data<unsigned> d_indexShader{this, "indexShader", 0u, "number of the shader's program that takes it"};

  /// Warns if there is no shader.
  void init() override;
  const std::string& id() const { return d_id.value().empty() ? name() : d_id.value(); }
  virtual bool isOn() const { return true; }
  /// The shader of the nearest node upwards with all of the tags; null: none.
  OglShader* shader() const { return OglShader::of(*context(), d_tags.value(), false); }
  /// For the program in use of that shader.
  bool isFor(const OglShader& s) const { return isOn() && d_indexShader.value() == s.d_indexActiveShader.value(); }
};

/// The same, and it can be switched off.
class SwitchedShaderElement : public ShaderElement {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, the shader does not get it"};
  bool isOn() const override { return d_enable.value(); }
};

/// `#define id value` before the text of the shaders.
class OglShaderDefineMacro : public ShaderElement {
 public:
  core::Data<std::string> d_value{this, "value", "", "text that replaces the name"};
};

/// Numbers as shaders take them: columns x rows, times as many as there are.
struct ShaderValue {
  enum class Scalar : std::uint8_t { integer, natural, real } scalar = Scalar::real;
  int rows = 1, columns = 1;
  bool transpose = false;           ///< matrices: `reals` has one row after the other, not one column
  std::vector<std::int32_t> whole;  ///< integers and naturals
  std::vector<float> reals;
};

}  // namespace sofa::component::visual
