// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/TextureInterpolation.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {

template <class DataTypes>
void TextureInterpolation<DataTypes>::init() {
  for (core::BaseData* input : std::initializer_list<core::BaseData*>{&d_inputStates, &d_scalarField, &d_manualScale})
    addInput(input);
  if (d_manualScale.value()) addInput(&d_minValue), addInput(&d_maxValue);  // else they are computed
  addOutput(&d_outputCoordinates);
  check();
  setDirty();
}

template <class DataTypes>
void TextureInterpolation<DataTypes>::reinit() {
  check();
  setDirty();
}

template <class DataTypes>
void TextureInterpolation<DataTypes>::check() {
  if (!d_scalarField.value()) error("scalarField is 0: only scalar fields can be shown. There are no coordinates.");
  if (d_manualScale.value() && !(d_minValue.value() < d_maxValue.value()))
    warning("min_value is {} and max_value is {}: the first must be smaller. All points get the first colour.",
            d_minValue.value(), d_maxValue.value());
}

template <class DataTypes>
void TextureInterpolation<DataTypes>::doUpdate() {
  const auto& states = d_inputStates.value();
  auto& coordinates = d_outputCoordinates.edit();
  coordinates.assign(d_scalarField.value() ? states.size() : 0, type::Vec2::Zero());
  if (coordinates.empty()) return;
  if (!d_manualScale.value()) {
    const auto less = [](const auto& a, const auto& b) { return a[0] < b[0]; };
    const auto [min, max] = std::minmax_element(states.begin(), states.end(), less);
    d_minValue.set((*min)[0]);
    d_maxValue.set((*max)[0]);
  }
  const double min = d_minValue.value(), range = d_maxValue.value() - min;
  if (!(range > 0)) return;
  for (std::size_t i = 0; i < states.size(); ++i) coordinates[i] = type::Vec2((states[i][0] - min) / range, 0);
}

template <class DataTypes>
void TextureInterpolation<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateEndEvent>(event)) return;
  const auto& states = d_inputStates.value();
  const auto i = d_vertexPloted.value();
  if (i < states.size()) d_graph.edit()[fmt::format("Point{}", i)].push_back(states[i][0]);
}

template <class DataTypes>
void TextureInterpolation<DataTypes>::draw(core::DrawList& list) const {
  if (!d_drawPotentiels.value()) return;
  const auto& states = d_inputStates.value();
  const auto& points = d_inputCoordinates.value();
  for (std::size_t i = 0; i < std::min(states.size(), points.size()); ++i)
    list.text(points[i], fmt::format("{:.4g}", states[i][0]), d_showIndicesScale.value(), {1, 1, 1, 1});
}

namespace {
const auto registered = core::Register("TextureInterpolation", "Sofa.GL.Component.Engine",
                                       "texture coordinates that show a field by colours of a picture")
                            .addAll<TextureInterpolation, type::Vec1Types, type::Vec2Types, type::Vec3Types>(true);
}  // namespace
}  // namespace sofa::component::engine
