// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglVariable.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::visual {
namespace {

template <class T>
struct Elements {
  using Element = T;
  static const T* begin(const T& value) { return &value; }
  static std::size_t count(const T&) { return 1; }
};
template <class T>
struct Elements<std::vector<T>> {
  using Element = T;
  static const T* begin(const std::vector<T>& value) { return value.data(); }
  static std::size_t count(const std::vector<T>& value) { return value.size(); }
};

}  // namespace

template <class T>
bool OglVariable<T>::take(ShaderValue& value) const {
  using Each = typename Elements<T>::Element;
  using Scalar = typename type::FlatTraits<Each>::Scalar;
  value.rows = type::FlatTraits<Each>::size;
  value.columns = 1;
  value.transpose = false;
  const T& data = d_value.value();
  const auto* first = reinterpret_cast<const Scalar*>(Elements<T>::begin(data));
  const auto n = Elements<T>::count(data) * static_cast<std::size_t>(value.rows);
  if constexpr (std::is_floating_point_v<Scalar>) {
    value.scalar = ShaderValue::Scalar::real;
    value.reals.assign(first, first + n);
  } else {
    value.scalar = ShaderValue::Scalar::integer;
    value.whole.assign(first, first + n);
  }
  return true;
}

template <int Columns, int Rows>
void OglMatrixVariable<Columns, Rows>::init() {
  ShaderVariable::init();
  const auto n = d_value.value().size();
  if (n == 0 || n % (Columns * Rows) != 0)
    error("value has {} numbers; a matrix of {} columns and {} rows has {}, several a multiple of that.", n, Columns,
          Rows, Columns * Rows);
}

template <int Columns, int Rows>
bool OglMatrixVariable<Columns, Rows>::take(ShaderValue& value) const {
  value.scalar = ShaderValue::Scalar::real;
  value.rows = Rows, value.columns = Columns;
  value.transpose = d_transpose.value();
  value.reals = d_value.value();
  return !value.reals.empty() && value.reals.size() % (Columns * Rows) == 0;
}

bool OglMatrix4VectorVariable::take(ShaderValue& value) const {
  value.scalar = ShaderValue::Scalar::real;
  value.rows = value.columns = 4;
  value.transpose = d_transpose.value();
  value.reals.clear();
  for (const Matrix& m : d_value.value())
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c) value.reals.push_back(m(r, c));
  return !value.reals.empty();
}

namespace {

template <class T>
bool addVariable(const std::string& name, const char* former = "") {
  core::Register variable(name, "Sofa.GL.Component.Shader", "a uniform of an OglShader");
  variable.add<T>();
  if (*former) variable.wasCalled(former, "");
  return true;
}
template <class T>
using Variable = OglVariable<T>;
template <class T, int N>
using VectorOf = std::vector<type::Vec<N, T>>;

const bool registered =
    addVariable<Variable<int>>("OglIntVariable") && addVariable<Variable<type::Vec<2, int>>>("OglInt2Variable") &&
    addVariable<Variable<type::Vec<3, int>>>("OglInt3Variable") &&
    addVariable<Variable<type::Vec<4, int>>>("OglInt4Variable") &&
    addVariable<Variable<std::vector<int>>>("OglIntVectorVariable") &&
    addVariable<Variable<VectorOf<int, 2>>>("OglIntVector2Variable", "OglInt2VectorVariable") &&
    addVariable<Variable<VectorOf<int, 3>>>("OglIntVector3Variable", "OglInt3VectorVariable") &&
    addVariable<Variable<VectorOf<int, 4>>>("OglIntVector4Variable", "OglInt4VectorVariable") &&
    addVariable<Variable<float>>("OglFloatVariable") &&
    addVariable<Variable<type::Vec<2, float>>>("OglFloat2Variable") &&
    addVariable<Variable<type::Vec<3, float>>>("OglFloat3Variable") &&
    addVariable<Variable<type::Vec<4, float>>>("OglFloat4Variable") &&
    addVariable<Variable<std::vector<float>>>("OglFloatVectorVariable") &&
    addVariable<Variable<VectorOf<float, 2>>>("OglFloatVector2Variable", "OglFloat2VectorVariable") &&
    addVariable<Variable<VectorOf<float, 3>>>("OglFloatVector3Variable", "OglFloat3VectorVariable") &&
    addVariable<Variable<VectorOf<float, 4>>>("OglFloatVector4Variable", "OglFloat4VectorVariable");
const bool matricesRegistered = addVariable<OglMatrixVariable<2, 2>>("OglMatrix2Variable") &&
                                addVariable<OglMatrixVariable<3, 3>>("OglMatrix3Variable") &&
                                addVariable<OglMatrixVariable<4, 4>>("OglMatrix4Variable") &&
                                addVariable<OglMatrixVariable<2, 3>>("OglMatrix2x3Variable") &&
                                addVariable<OglMatrixVariable<3, 2>>("OglMatrix3x2Variable") &&
                                addVariable<OglMatrixVariable<2, 4>>("OglMatrix2x4Variable") &&
                                addVariable<OglMatrixVariable<4, 2>>("OglMatrix4x2Variable") &&
                                addVariable<OglMatrixVariable<3, 4>>("OglMatrix3x4Variable") &&
                                addVariable<OglMatrixVariable<4, 3>>("OglMatrix4x3Variable") &&
                                addVariable<OglMatrix4VectorVariable>("OglMatrix4VectorVariable");

}  // namespace
}  // namespace sofa::component::visual
