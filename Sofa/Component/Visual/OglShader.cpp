// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglShader.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::visual {

void OglShader::reinit() {
  ++m_version;
  m_programs.clear();
  if (!hasPrograms()) return;
  std::size_t count = 0;
  for (const auto* files : m_stageFiles) count = std::max(count, files->value().size());
  std::map<std::string, File> read;
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<Program> program(std::in_place);
    for (std::size_t s = 0; s < stageCount; ++s) {
      const Files& files = m_stageFiles[s]->value();
      if (files.empty()) continue;
      const std::string& name = files[std::min(i, files.size() - 1)];
      const auto [it, isNew] = read.try_emplace(name);
      if (isNew) it->second = readFile(name);
      if (it->second.name.empty())
        program.reset();
      else if (program)
        (*program)[s] = it->second;
      if (!program) break;
    }
    m_programs.push_back(std::move(program));
  }
  if (count == 0) error("No shader files are given: at least fileVertexShaders and fileFragmentShaders are needed.");
}

OglShader::File OglShader::readFile(const std::string& name) const {
  const auto file = helper::ResourcePath::data().find(name, folder());
  if (!file) {
    error("Shader file \"{}\" not found in {}. The material is used instead.", name,
          helper::ResourcePath::data().describe(folder()));
    return {};
  }
  auto text = helper::readFile(*file);
  if (!text) {
    error("Shader file \"{}\" cannot be read. The material is used instead.", file->string());
    return {};
  }
  return {file->string(), std::move(*text)};
}

const OglShader::Program* OglShader::activeProgram() const {
  const std::size_t i = d_indexActiveShader.value();
  return i < m_programs.size() && m_programs[i] ? &*m_programs[i] : nullptr;
}

OglShader* OglShader::of(const core::Node& node, const type::TagSet& tags, bool drawing) {
  for (const core::Node* n = &node; n; n = n->parent())
    for (auto* shader : n->allLocal<OglShader>()) {
      const auto& own = shader->d_tags.value();
      if ((!drawing || shader->isOn()) && std::includes(own.begin(), own.end(), tags.begin(), tags.end()))
        return shader;
    }
  return nullptr;
}

void OglShader::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  for (const auto* files : m_stageFiles) {
    const std::string old = files->name().substr(0, files->name().size() - 1);
    if (const auto text = description.take(old)) {
      deprecated("Attribute '{}' has been renamed '{}'.", old, files->name());
      setAttribute(files->name(), *text);
    }
  }
}

namespace {
const auto registered =
    core::Register("OglShader", "Sofa.GL.Component.Shader", "draws visual models with programs in GLSL")
        .add<OglShader>();
}  // namespace

}  // namespace sofa::component::visual
