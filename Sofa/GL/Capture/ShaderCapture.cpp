// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/ShaderCapture.h"

#include "Sofa/Component/Visual/OglAttribute.h"
#include "Sofa/Component/Visual/OglShaderVisualModel.h"
#include "Sofa/Component/Visual/OglTexturePointer.h"
#include "Sofa/Component/Visual/OglVariable.h"

namespace sofa::gl {

namespace visual = component::visual;

namespace {

/// The entry of a component; `isNew` if what it holds is of another one or of other values.
template <class Map>
auto& entryOf(Map& map, const core::Component& component, std::vector<int> counters, bool& isNew) {
  auto& known = map[&component];
  isNew = known.component.lock().get() != &component || known.counters != counters;
  if (isNew) {
    known.component = std::static_pointer_cast<const core::Component>(component.shared_from_this());
    known.counters = std::move(counters);
  }
  return known;
}

Image imageOf(const visual::OglTexture& texture) {
  const unsigned n = texture.channels();
  const unsigned width = texture.d_proceduralTextureWidth.value(), height = texture.d_proceduralTextureHeight.value();
  const auto& data = texture.d_proceduralTextureData.value();
  Image image;
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  if (n == 0 || pixels == 0 || width > 1u << 15 || height > 1u << 15 || data.size() != pixels * n) return image;
  image.width = static_cast<int>(width), image.height = static_cast<int>(height);
  image.rgba.resize(4 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const auto value = [&](unsigned c) { return static_cast<std::uint8_t>(std::min(255u, data[n * i + c])); };
    for (unsigned c = 0; c < 3; ++c) image.rgba[4 * i + c] = value(n >= 3 ? c : 0);
    image.rgba[4 * i + 3] = n == 2 ? value(1) : n == 4 ? value(3) : std::uint8_t{255};
  }
  return image;
}

/// As long as the model's vertices, three reals each.
std::shared_ptr<ShaderAttributeValues> valuesOf(const std::vector<type::Vec3>& vectors, const char* name) {
  auto values = std::make_shared<ShaderAttributeValues>();
  values->name = name;
  values->value.rows = 3;
  for (const auto& v : vectors)
    for (int c = 0; c < 3; ++c) values->value.reals.push_back(static_cast<float>(v[c]));
  return values;
}

}  // namespace

void ShaderCapture::begin(simulation::Node& root, Frame& frame) {
  if (const auto version = root.graphVersion(); version != m_graphVersion) {
    m_graphVersion = version;
    m_shaders.clear();
    m_elements.clear();
    core::forEachNode(root, [&](core::Node& node) {
      for (const auto& component : node.components()) {
        if (const auto* shader = dynamic_cast<const OglShader*>(component.get())) m_shaders.push_back(shader);
        if (const auto* element = dynamic_cast<const visual::ShaderElement*>(component.get()))
          m_elements.push_back(element);
      }
    });
  }
  m_indices.clear();
  for (const auto* shader : m_shaders) {
    if (!shader->isOn()) continue;
    m_indices[shader] = static_cast<int>(frame.shaders.size());
    frame.shaders.push_back(describe(*shader));
  }
  for (auto* map : {&m_attributes, &m_tangents, &m_bitangents, &m_restPositions, &m_restNormals})
    std::erase_if(*map, [](const auto& entry) { return entry.second.component.expired(); });
  std::erase_if(m_sources, [](const auto& entry) { return entry.second.component.expired(); });
  std::erase_if(m_textures, [](const auto& entry) { return entry.second.component.expired(); });
}

SceneShader ShaderCapture::describe(const OglShader& shader) {
  SceneShader scene;
  const auto* program = shader.activeProgram();
  if (!shader.hasPrograms() || !program) return scene;
  std::vector<int> counters{static_cast<int>(shader.version()),   static_cast<int>(shader.d_indexActiveShader.value()),
                            shader.d_geometryInputType.value(),   shader.d_geometryOutputType.value(),
                            shader.d_geometryVerticesOut.value(), shader.d_backfaceWriting.value(),
                            shader.d_clampVertexColor.value()};
  std::vector<std::pair<std::string, std::string>> macros;
  for (const auto* element : m_elements) {
    if (!element->isFor(shader) || element->shader() != &shader) continue;
    if (const auto* macro = dynamic_cast<const visual::OglShaderDefineMacro*>(element)) {
      macros.emplace_back(macro->id(), macro->d_value.value());
      counters.push_back(macro->d_value.counter());
      counters.push_back(macro->d_id.counter());
    } else if (const auto* variable = dynamic_cast<const visual::ShaderVariable*>(element)) {
      ShaderUniform uniform{variable->id(), {}, variable->path()};
      if (variable->take(uniform.value)) scene.uniforms.push_back(std::move(uniform));
    }
  }
  bool isNew = false;
  auto& known = entryOf(m_sources, shader, std::move(counters), isNew);
  if (isNew) {
    auto source = std::make_shared<ShaderSource>();
    source->stages = *program;
    source->macros = std::move(macros);
    source->geometryInput = shader.d_geometryInputType.value();
    source->geometryOutput = shader.d_geometryOutputType.value();
    source->geometryVertices = shader.d_geometryVerticesOut.value();
    source->backfaceWriting = shader.d_backfaceWriting.value();
    source->clampVertexColor = shader.d_clampVertexColor.value();
    source->owner = shader.path();
    known.made = source;
  }
  scene.source = known.made;
  scene.outerLevel = shader.d_tessellationOuterLevel.value();
  scene.innerLevel = shader.d_tessellationInnerLevel.value();
  return scene;
}

int ShaderCapture::inputsOf(const simulation::Node& node, int inherited, Frame& frame) {
  if (m_elements.empty()) return inherited;
  int index = inherited;
  const auto inputs = [&]() -> ShaderInputs& {
    if (index == inherited) {
      index = static_cast<int>(frame.shaderInputs.size());
      frame.shaderInputs.push_back(inherited >= 0 ? frame.shaderInputs[static_cast<std::size_t>(inherited)]
                                                  : ShaderInputs());
    }
    return frame.shaderInputs[static_cast<std::size_t>(index)];
  };
  for (const auto* element : node.allLocal<visual::ShaderElement>()) {
    const auto* shader = element->shader();
    if (!shader || !element->isFor(*shader)) continue;
    if (const auto* texture = dynamic_cast<const visual::OglTexture*>(element))
      inputs().textures.push_back(take(*texture));
    else if (const auto* pointer = dynamic_cast<const visual::OglTexturePointer*>(element);
             pointer && pointer->texture())
      inputs().textures.push_back(take(*pointer));
    else if (const auto* attribute = dynamic_cast<const visual::ShaderAttribute*>(element))
      inputs().attributes.push_back(take(*attribute));
  }
  return index;
}

std::shared_ptr<const ShaderTexture> ShaderCapture::take(const visual::OglTexture& t) {
  bool isNew = false;
  auto& known = entryOf(m_textures, t,
                        {static_cast<int>(t.version()), t.d_id.counter(), t.d_textureUnit.counter(),
                         t.d_repeat.counter(), t.d_linearInterpolation.counter(), t.d_generateMipmaps.counter(),
                         t.d_srgbColorspace.counter(), t.d_minLod.counter(), t.d_maxLod.counter(),
                         t.d_proceduralTextureData.counter(), t.d_proceduralTextureWidth.counter(),
                         t.d_proceduralTextureHeight.counter(), t.d_proceduralTextureNbBits.counter()},
                        isNew);
  if (isNew) {
    auto texture = std::make_shared<ShaderTexture>();
    texture->name = t.id();
    texture->unit = t.d_textureUnit.value();
    texture->files = t.files();
    if (t.isOfNumbers()) texture->numbers = imageOf(t);
    texture->repeat = t.d_repeat.value();
    texture->linear = t.d_linearInterpolation.value();
    texture->mipmaps = t.d_generateMipmaps.value();
    texture->srgb = t.d_srgbColorspace.value();
    texture->minLod = t.d_minLod.value();
    texture->maxLod = t.d_maxLod.value();
    texture->owner = t.path();
    known.made = texture;
  }
  return known.made;
}

std::shared_ptr<const ShaderTexture> ShaderCapture::take(const visual::OglTexturePointer& p) {
  const auto picture = take(*p.texture());
  bool isNew = false;
  auto& known = entryOf(m_textures, p, {p.d_id.counter(), p.d_textureUnit.counter()}, isNew);
  if (isNew || known.made->shared != picture) {
    auto texture = std::make_shared<ShaderTexture>();
    texture->name = p.id();
    texture->unit = p.d_textureUnit.value();
    texture->shared = picture;
    texture->owner = p.path();
    known.made = texture;
  }
  return known.made;
}

std::shared_ptr<const ShaderAttributeValues> ShaderCapture::take(const visual::ShaderAttribute& a) {
  bool isNew = false;
  auto& known =
      entryOf(m_attributes, a, {a.values().counter(), a.d_id.counter(), a.d_handleDynamicTopology.counter()}, isNew);
  if (isNew) {
    auto values = std::make_shared<ShaderAttributeValues>();
    values->name = a.id();
    a.take(values->value);
    values->anyCount = a.d_handleDynamicTopology.value();
    values->owner = a.path();
    known.made = values;
  }
  return known.made;
}

void ShaderCapture::apply(const visual::OglModel& model, int inputs, Frame& frame, Surface& surface) {
  if (m_indices.empty()) return;
  const auto* shader = OglShader::of(*model.context(), model.d_tags.value(), true);
  const auto it = m_indices.find(shader);
  if (it == m_indices.end()) return;
  surface.shader = it->second;
  surface.shaderInputs = inputs;
  if (!shader->hasPrograms()) {
    surface.shader = -1;
    const bool usesTexture = std::any_of(m_elements.begin(), m_elements.end(), [&](const auto* element) {
      return dynamic_cast<const visual::OglShaderDefineMacro*>(element) && element->id() == "USE_TEXTURE" &&
             element->shader() == shader;
    });
    if (usesTexture && inputs >= 0)
      for (const auto& t : frame.shaderInputs[static_cast<std::size_t>(inputs)].textures)
        if (t->name == "colorTexture" && t->picture().files.size() == 1) surface.texture = t->picture().files.front();
  } else if (!model.d_tangents.value().empty() || dynamic_cast<const visual::OglShaderVisualModel*>(&model)) {
    const ShaderInputs given = inputs >= 0 ? frame.shaderInputs[static_cast<std::size_t>(inputs)] : ShaderInputs();
    surface.shaderInputs = static_cast<int>(frame.shaderInputs.size());
    addVertexValues(model, frame.shaderInputs.emplace_back(given));
  }
}

void ShaderCapture::addVertexValues(const visual::OglModel& model, ShaderInputs& inputs) {
  const auto add = [&](auto& map, std::vector<int> counters, const char* name, const auto& values) {
    bool isNew = false;
    auto& known = entryOf(map, model, std::move(counters), isNew);
    if (isNew) known.made = valuesOf(values(), name);
    inputs.attributes.push_back(known.made);
  };
  if (!model.d_tangents.value().empty()) {
    const auto& tangents = model.d_tangents;
    const auto& bitangents = model.d_bitangents;
    add(m_tangents, {tangents.counter()}, "sofa_tangent", [&] { return tangents.value(); });
    add(m_bitangents, {bitangents.counter()}, "sofa_bitangent", [&] { return bitangents.value(); });
  }
  if (const auto* shaped = dynamic_cast<const visual::OglShaderVisualModel*>(&model)) {
    const std::vector<int> counters{shaped->d_restPosition.counter(), shaped->d_vertPosIdx.counter(),
                                    shaped->d_triangles.counter(), shaped->d_quads.counter()};
    add(m_restPositions, counters, "restPosition", [&] { return shaped->restVertices(); });
    add(m_restNormals, counters, "restNormal", [&] { return shaped->restNormals(); });
  }
}

void ShaderCapture::clear() { *this = {}; }

}  // namespace sofa::gl
