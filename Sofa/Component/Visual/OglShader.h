// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::component::visual {

/// Programs in GLSL by which viewers draw the visual models of its node and below, in place of their material
/// (docs/manual/visual.md, "Shaders").
///
/// Each stage names a list of files, one for each program; where a list is shorter its last file serves the rest. The
/// files are read at initialisation and at each reinit(), so that an edited shader shows at once. Nothing is drawn or
/// compiled here.
class OglShader : public core::Component {
 public:
  using Files = std::vector<std::string>;
  static constexpr std::size_t stageCount = 5;  ///< vertex, tessellation control, evaluation, geometry, fragment
  struct File {
    std::string name, text;  ///< full path and content; both empty: the program has no such stage
  };
  using Program = std::array<File, stageCount>;

  core::Data<bool> d_enable{this, "enable", true, "if false, models are drawn with their material"};
  core::Data<bool> d_turnOn{this, "turnOn", true, "if false, models are drawn with their material"};
  core::Data<bool> d_passive{this, "passive", false,
                             "if true, it draws no models: it is there for others, such as post-processing"};
  core::Data<Files> d_fileVertexShaders{
      this, "fileVertexShaders", {"shaders/toonShading.vert"}, "vertex shader of each program"};
  core::Data<Files> d_fileFragmentShaders{
      this, "fileFragmentShaders", {"shaders/toonShading.frag"}, "fragment shader of each program"};
  core::Data<Files> d_fileGeometryShaders{this, "fileGeometryShaders", {}, "geometry shader of each program"};
  core::Data<Files> d_fileTessellationControlShaders{
      this, "fileTessellationControlShaders", {}, "tessellation control shader of each program"};
  core::Data<Files> d_fileTessellationEvaluationShaders{
      this, "fileTessellationEvaluationShaders", {}, "tessellation evaluation shader of each program"};
  core::Data<int> d_geometryInputType{this, "geometryInputType", -1,
                                      "primitive that geometry shaders take (OpenGL's number); -1: their layout says"};
  core::Data<int> d_geometryOutputType{this, "geometryOutputType", -1,
                                       "primitive that geometry shaders make (OpenGL's number); -1: their layout says"};
  core::Data<int> d_geometryVerticesOut{this, "geometryVerticesOut", -1,
                                        "most vertices that a geometry shader makes; -1: its layout says"};
  core::Data<float> d_tessellationOuterLevel{this,
                                             "tessellationOuterLevel",
                                             1.f,
                                             "subdivision of edges where there is no tessellation control shader",
                                             {.aliases = {"tessellationLevel"}}};
  core::Data<float> d_tessellationInnerLevel{
      this, "tessellationInnerLevel", 1.f, "subdivision inside of faces where there is no tessellation control shader"};
  core::Data<unsigned> d_indexActiveShader{this, "indexActiveShader", 0u, "number of the program in use"};
  core::Data<bool> d_backfaceWriting{this, "backfaceWriting", false,
                                     "if true, faces seen from behind have the colour that shaders write for them"};
  core::Data<bool> d_clampVertexColor{this, "clampVertexColor", true, "if true, colours of vertices end at 0 and 1"};

  void init() override { reinit(); }
  /// Reads the files again. An error names each one that is missing; its program then counts as none.
  void reinit() override;

  /// Draws the models that it is for.
  bool isOn() const { return d_enable.value() && d_turnOn.value() && !d_passive.value(); }
  /// False: light is computed as for any material, and only `enable` and `turnOn` matter.
  virtual bool hasPrograms() const { return true; }
  /// The program in use; null if there is none of that number or a file of it is missing.
  const Program* activeProgram() const;
  std::size_t programCount() const { return m_programs.size(); }
  /// Changes when the files have been read again.
  unsigned version() const { return m_version; }

  /// The shader that something in `node` with those tags is for: of the nearest node upwards with one that has all of
  /// these tags. `drawing`: only those that are on.
  static OglShader* of(const core::Node& node, const type::TagSet& tags, bool drawing);

 protected:
  void parseExtra(core::ComponentDescription& description) override;
  const std::array<const core::Data<Files>*, stageCount>& stageFiles() const { return m_stageFiles; }

 private:
  File readFile(const std::string& name) const;

  std::vector<std::optional<Program>> m_programs;
  std::array<const core::Data<Files>*, stageCount> m_stageFiles{&d_fileVertexShaders, &d_fileTessellationControlShaders,
                                                                &d_fileTessellationEvaluationShaders,
                                                                &d_fileGeometryShaders, &d_fileFragmentShaders};
  unsigned m_version = 0;
};

}  // namespace sofa::component::visual
