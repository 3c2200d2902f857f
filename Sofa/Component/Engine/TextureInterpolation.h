// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::engine {

/// Texture coordinates that show a scalar field by the colours of a picture's row: u = (s - min) / (max -
/// min), v = 0, where s is the first component of each state. Without manual_scale, min and max are those of the
/// states.
template <class DataTypes>
class TextureInterpolation final : public core::DataEngine {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using Graph = std::map<std::string, std::vector<double>>;
  TextureInterpolation() { d_listening.set(true); }

  core::Data<VecCoord> d_inputStates{this, "input_states", {}, "field at each point", {.group = "Inputs"}};
  core::Data<std::vector<type::Vec3>> d_inputCoordinates{
      this, "input_coordinates", {}, "where the points are (m), to write the values there"};
  core::Data<std::vector<type::Vec2>> d_outputCoordinates{
      this, "output_coordinates", {}, "texture coordinates of each point", {.group = "Outputs"}};
  core::Data<bool> d_scalarField{this, "scalarField", true, "the field is scalar, the only kind that can be shown"};
  core::Data<double> d_minValue{this, "min_value", 0.0, "value with the first colour"};
  core::Data<double> d_maxValue{this, "max_value", 0.0, "value with the last colour"};
  core::Data<bool> d_manualScale{this, "manual_scale", false,
                                 "if false, min_value and max_value are those of the states"};
  core::Data<bool> d_drawPotentiels{
      this, "drawPotentiels", false, "if true, the values are written at the points", {.group = "Visualization"}};
  core::Data<float> d_showIndicesScale{
      this, "showIndicesScale", 1e-4f, "size of these texts", {.group = "Visualization"}};
  core::Data<type::Index> d_vertexPloted{this, "vertexPloted", type::Index{0}, "point whose value is plotted"};
  core::Data<Graph> d_graph{this, "graph", {}, "value of that point after each step", {.readOnly = true}};

  static std::string staticTemplateName() { return DataTypes::name(); }
  void init() override;
  void reinit() override;
  void reset() override { d_graph.edit().clear(); }
  /// Adds to the graph at the end of each step.
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

 protected:
  void doUpdate() override;

 private:
  void check();
};

}  // namespace sofa::component::engine
