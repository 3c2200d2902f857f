// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglAttribute.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {

template <class T>
void OglAttribute<T>::take(ShaderValue& value) const {
  using Scalar = typename type::FlatTraits<T>::Scalar;
  value.rows = type::FlatTraits<T>::size;
  value.columns = 1;
  const auto* first = reinterpret_cast<const Scalar*>(d_value.value().data());
  const auto n = d_value.value().size() * static_cast<std::size_t>(value.rows);
  if constexpr (std::is_floating_point_v<Scalar>) {
    value.scalar = ShaderValue::Scalar::real;
    value.reals.assign(first, first + n);
  } else {
    value.scalar = std::is_unsigned_v<Scalar> ? ShaderValue::Scalar::natural : ShaderValue::Scalar::integer;
    value.whole.assign(first, first + n);
  }
}

namespace {

template <class T>
bool add(const std::string& name) {
  core::Register(name, "Sofa.GL.Component.Shader", "a value for each vertex, for an OglShader").add<OglAttribute<T>>();
  return true;
}
template <class T>
bool addAll(const std::string& name) {
  return add<T>(name + "Attribute") && add<type::Vec<2, T>>(name + "2Attribute") &&
         add<type::Vec<3, T>>(name + "3Attribute") && add<type::Vec<4, T>>(name + "4Attribute");
}
const bool registered = addAll<float>("OglFloat") && addAll<int>("OglInt") && addAll<unsigned>("OglUInt");

}  // namespace
}  // namespace sofa::component::visual
