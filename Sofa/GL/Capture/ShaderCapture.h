// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "Sofa/Component/Visual/OglModel.h"
#include "Sofa/GL/Capture/Frame.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::visual {
class OglTexture;
class OglTexturePointer;
class ShaderAttribute;
}  // namespace sofa::component::visual

namespace sofa::gl {

/// Takes the shaders of a scene for frames. What has not changed is shared with the frames before.
class ShaderCapture {
 public:
  /// The shaders of the scene and their uniforms.
  void begin(simulation::Node& root, Frame& frame);
  /// Index into Frame::shaderInputs for a node, given that of its parent (-1: none): textures and attributes in it and
  /// above.
  int inputsOf(const simulation::Node& node, int inherited, Frame& frame);
  /// How the model is drawn: shader, what it gets, and the texture that replaces its own.
  void apply(const component::visual::OglModel& model, int inputs, Frame& frame, Surface& surface);
  /// The program of a shader that is on, and its uniforms; no source: it does not work. After begin().
  SceneShader describe(const component::visual::OglShader& shader);
  void clear();

 private:
  using OglShader = component::visual::OglShader;
  /// What was made of a component, and what it was like then.
  template <class T>
  struct Known {
    std::weak_ptr<const core::Component> component;
    std::vector<int> counters;
    std::shared_ptr<const T> made;
  };
  template <class T>
  using KnownMap = std::unordered_map<const core::Component*, Known<T>>;

  std::shared_ptr<const ShaderTexture> take(const component::visual::OglTexture& texture);
  std::shared_ptr<const ShaderTexture> take(const component::visual::OglTexturePointer& pointer);
  std::shared_ptr<const ShaderAttributeValues> take(const component::visual::ShaderAttribute& attribute);
  void addVertexValues(const component::visual::OglModel& model, ShaderInputs& inputs);

  std::size_t m_graphVersion = 0;
  std::vector<const OglShader*> m_shaders;  ///< of the scene, as long as its graph is so
  std::vector<const component::visual::ShaderElement*> m_elements;
  std::unordered_map<const OglShader*, int> m_indices;  ///< in the frame
  KnownMap<ShaderSource> m_sources;
  KnownMap<ShaderTexture> m_textures;
  KnownMap<ShaderAttributeValues> m_attributes, m_tangents, m_bitangents, m_restPositions, m_restNormals;
};

}  // namespace sofa::gl
