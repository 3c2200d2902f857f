// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/GlslTranslator.h"

#include <charconv>
#include <set>
#include <span>

#include "Sofa/GL/Device/GlslBuiltIns.h"

namespace sofa::gl {
namespace {

constexpr int oldestVersion = 110, firstWithInAndOut = 130, coreVersion = 330, tessellationVersion = 400;
/// Macros by which one file can hold all stages, and the qualifiers of varyings.
constexpr std::array<std::string_view, shaderStageCount> stageMacros{
    "VertexShader", "TessellationControlShader", "TessellationEvaluationShader", "GeometryShader", "FragmentShader"};
constexpr std::array<std::string_view, shaderStageCount> varyings{"out", "", "", "", "in"};
/// Extensions that are part of version 330.
constexpr std::string_view knownExtensions[] = {
    "GL_ARB_texture_rectangle", "GL_EXT_geometry_shader4",     "GL_ARB_geometry_shader4", "GL_EXT_gpu_shader4",
    "GL_ARB_draw_instanced",    "GL_EXT_texture_array",        "GL_ARB_draw_buffers",     "GL_ARB_shader_texture_lod",
    "GL_EXT_bindable_uniform",  "GL_ARB_uniform_buffer_object"};

bool startsWord(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// One file, rewritten word by word; comments and the ends of lines stay.
class StageReader {
 public:
  StageReader(std::string_view text, bool isFragment) : m_in(text), m_isFragment(isFragment) { findVersion(); }

  void read() {
    while (m_at < m_in.size()) {
      const char c = m_in[m_at];
      if (m_in.substr(m_at, 2) == "//") {
        copy(std::min(m_in.find('\n', m_at), m_in.size()) - m_at);
      } else if (m_in.substr(m_at, 2) == "/*") {
        const auto end = m_in.find("*/", m_at + 2);
        copy(end == m_in.npos ? m_in.size() - m_at : end + 2 - m_at);
      } else if (c == '#') {
        directive();
      } else if (startsWord(c)) {
        word();
      } else if (std::isdigit(static_cast<unsigned char>(c))) {  // 1e5 and 0x1F hold letters
        std::size_t n = 1;
        while (m_at + n < m_in.size() && isOfWord(m_in[m_at + n])) ++n;
        copy(n);
      } else {
        symbol(c);
      }
    }
  }

  int version = oldestVersion;
  bool newWords = false;  ///< an extension has brought those of later versions
  std::string out, extensions;
  std::set<std::string, std::less<>> words;  ///< all of the file, gl_ included
  std::map<std::string, std::string> renamed;
  std::string output;  ///< of the fragment shader: its first own one

 private:
  void findVersion() {
    for (std::size_t at = m_in.find('#'); at != m_in.npos; at = m_in.find('#', at + 1)) {
      const auto line = lineAt(at);
      const auto word = line.find_first_not_of(" \t", 1);
      if (word == line.npos || line.substr(word, 7) != "version") continue;
      const auto digits = line.find_first_of("0123456789", word);
      if (digits != line.npos) std::from_chars(line.data() + digits, line.data() + line.size(), version);
      return;
    }
  }
  std::string_view lineAt(std::size_t at) const {
    return m_in.substr(at, std::min(m_in.find('\n', at), m_in.size()) - at);
  }
  void copy(std::size_t n) {
    out += m_in.substr(m_at, n);
    m_at += n;
  }

  /// #version and #extension go to the top; what other lines hold is read on.
  void directive() {
    const auto line = lineAt(m_at);
    const auto start = line.find_first_not_of(" \t", 1);
    const auto rest = start == line.npos ? std::string_view() : line.substr(start);
    if (rest.substr(0, 7) == "version") {
      m_at += line.size();
    } else if (rest.substr(0, 9) == "extension") {
      const bool known = std::any_of(std::begin(knownExtensions), std::end(knownExtensions),
                                     [&](auto name) { return rest.find(name) != rest.npos; });
      newWords = newWords || known;
      if (!known) extensions += std::string(line) + '\n';
      m_at += line.size();
    } else {
      copy(1);
    }
  }

  void word() {
    std::size_t n = 1;
    while (m_at + n < m_in.size() && isOfWord(m_in[m_at + n])) ++n;
    const std::string_view w = m_in.substr(m_at, n);
    words.emplace(w);
    m_at += n;
    if (w == "gl_PositionIn" || w == "gl_PointSizeIn") {
      out += "gl_in";
      m_afterBracket.push_back({m_brackets, w == "gl_PositionIn" ? ".gl_Position" : ".gl_PointSize"});
    } else if (w == "gl_VerticesIn") {
      out += "gl_in.length()";
    } else if (w == "gl_LightSourceParameters" || w == "gl_MaterialParameters" || isReplaced(w)) {
      out += "sofa_";
      out += w.substr(3);
    } else if (version < firstWithInAndOut && !newWords && isNewGlslWord(w) && !isCalled()) {
      const std::string name = "user_" + std::string(w);
      renamed[std::string(w)] = name;
      out += name;
    } else {
      out += w;
    }
    if (m_isFragment && output.empty() && version >= firstWithInAndOut && m_before[0] == "out" && m_before[1] == "vec4")
      output = w;
    m_before[0] = m_before[1];
    m_before[1] = w;
  }

  bool isCalled() const {
    const auto next = m_in.find_first_not_of(" \t", m_at);
    return next != m_in.npos && m_in[next] == '(';
  }

  static bool isReplaced(std::string_view w) {
    if (w.substr(0, 3) != "gl_") return false;
    w.remove_prefix(3);
    static constexpr std::string_view others[] = {"Color", "FrontColor", "BackColor", "TexCoord"};
    const auto& all = glslBuiltIns();
    return std::any_of(all.begin(), all.end(), [&](const auto& b) { return b.name == w; }) ||
           std::find(std::begin(others), std::end(others), w) != std::end(others);
  }

  void symbol(char c) {
    if (!std::isspace(static_cast<unsigned char>(c))) m_before = {};
    copy(1);
    if (c == '[') ++m_brackets;
    if (c != ']') return;
    --m_brackets;
    while (!m_afterBracket.empty() && m_afterBracket.back().first >= m_brackets) {
      out += m_afterBracket.back().second;
      m_afterBracket.pop_back();
    }
  }

  std::string_view m_in;
  bool m_isFragment;
  std::size_t m_at = 0;
  int m_brackets = 0;
  std::vector<std::pair<int, std::string_view>> m_afterBracket;
  std::array<std::string_view, 2> m_before;
};

std::string geometryLayout(const ShaderSource& source) {
  static const std::map<int, std::string_view> inputs{
      {0, "points"}, {1, "lines"}, {4, "triangles"}, {10, "lines_adjacency"}, {12, "triangles_adjacency"}};
  static const std::map<int, std::string_view> outputs{{0, "points"}, {3, "line_strip"}, {5, "triangle_strip"}};
  std::string text;
  const auto name = [&](const auto& names, int value, std::string_view data, std::string_view allowed) {
    const auto it = names.find(value);
    if (it == names.end()) throw GlslError(fmt::format("{} is {}; it must be {}.", data, value, allowed));
    return it->second;
  };
  if (source.geometryInput >= 0)
    text += fmt::format("layout({}) in;\n",
                        name(inputs, source.geometryInput, "geometryInputType",
                             "0 (points), 1 (lines), 4 (triangles), 10 (lines with neighbours) or 12 (triangles with "
                             "neighbours)"));
  if (source.geometryOutput >= 0)
    text += fmt::format("layout({}) out;\n", name(outputs, source.geometryOutput, "geometryOutputType",
                                                  "0 (points), 3 (line strips) or 5 (triangle strips)"));
  if (source.geometryVertices >= 0) text += fmt::format("layout(max_vertices = {}) out;\n", source.geometryVertices);
  return text;
}

/// The stages of a program and what they exchange.
class Translator {
 public:
  Translator(const ShaderSource& source, int most) : m_source(source) {
    for (std::size_t s = 0; s < shaderStageCount; ++s) {
      if (!has(s)) continue;
      m_stages[s] = std::make_unique<StageReader>(source.stages[s].text, s == fragment);
      m_stages[s]->read();
      m_result.version = std::max(m_result.version, m_stages[s]->version);
      m_result.renamed.merge(m_stages[s]->renamed);
    }
    if (!has(vertex)) throw GlslError("There is no vertex shader: fileVertexShaders must name one.");
    if (!has(fragment)) throw GlslError("There is no fragment shader: fileFragmentShaders must name one.");
    if (has(1) && !has(2))
      throw GlslError("There is a tessellation control shader without an evaluation shader: it needs one.");
    if (has(2)) m_result.version = std::max(m_result.version, tessellationVersion);
    if (m_result.version > most)
      throw GlslError(fmt::format("It needs version {}.{} of GLSL{}; this graphics card takes {}.{}.",
                                  m_result.version / 100, m_result.version / 10 % 10, has(2) ? " for tessellation" : "",
                                  most / 100, most / 10 % 10));
  }

  TranslatedProgram translate() {
    for (std::size_t s = 0; s < shaderStageCount; ++s)
      if (has(s)) m_result.stages[s] = {preamble(s), m_stages[s]->out + ending(s)};
    return std::move(m_result);
  }

 private:
  static constexpr std::size_t vertex = static_cast<std::size_t>(ShaderStage::vertex),
                               geometry = static_cast<std::size_t>(ShaderStage::geometry),
                               fragment = static_cast<std::size_t>(ShaderStage::fragment);

  bool has(std::size_t s) const { return !m_source.stages[s].text.empty(); }
  bool uses(std::size_t s, std::string_view word) const { return m_stages[s]->words.contains(word); }
  bool usesTexCoords() const { return uses(vertex, "gl_TexCoord") || uses(fragment, "gl_TexCoord"); }
  bool usesColor() const { return uses(fragment, "gl_Color") || uses(vertex, "gl_FrontColor"); }
  bool usesBackColor() const { return uses(vertex, "gl_BackColor"); }

  std::string preamble(std::size_t s) const {
    const StageReader& stage = *m_stages[s];
    std::string text = fmt::format("#version {} core\n{}", m_result.version, stage.extensions);
    text += fmt::format("#define {} 1\n", stageMacros[s]);
    for (const auto& [name, value] : m_source.macros) text += fmt::format("#define {} {}\n", name, value);
    if (stage.version < coreVersion) text += fmt::format("#define attribute in\n#define varying {}\n", varyings[s]);
    for (const auto& b : glslBuiltIns())
      if ((b.stages >> s & 1u) && stage.words.contains("gl_" + std::string(b.name))) text += b.declaration;
    if (uses(s, "gl_MaterialParameters")) text += declaration("FrontMaterial");
    if (s == vertex && uses(s, "ftransform"))
      text += std::string(declaration("Vertex")) + std::string(declaration("ModelViewProjectionMatrix"));
    for (const auto& [name, now] : glslOldFunctions())
      if (uses(s, name)) text += fmt::format("#define {}\n", now);
    if (s == vertex) text += vertexOutputs();
    if (s == fragment) text += fragmentInputs();
    if (s == geometry) text += geometryLayout(m_source);
    if (s == vertex || s == fragment) text += "#define main sofa_main\n";
    return text + "#line 1\n";
  }

  static std::string_view declaration(std::string_view name) {
    for (const auto& b : glslBuiltIns())
      if (b.name == name) return b.declaration;
    return {};
  }

  std::string vertexOutputs() const {
    std::string text = "uniform float sofa_pointSize;\n";
    if (usesColor() || uses(vertex, "gl_Color")) text += "in vec4 sofa_color;\n#define sofa_Color sofa_color\n";
    if (usesColor()) text += "out vec4 sofa_FrontColor;\n";
    if (usesBackColor()) text += "out vec4 sofa_BackColor;\n";
    if (usesTexCoords()) text += "out vec4 sofa_TexCoord[8];\n";
    return text;
  }

  std::string fragmentInputs() const {
    std::string text =
        "uniform int sofa_clipPlaneCount;\nuniform vec4 sofa_clipPlanes[8];\nuniform mat4 sofa_fromWindow;\n";
    if (usesColor()) {
      text += "in vec4 sofa_FrontColor;\n";
      std::string color = "sofa_FrontColor";
      if (usesBackColor()) text += "in vec4 sofa_BackColor;\n";
      if (usesBackColor() && m_source.backfaceWriting) color = "(gl_FrontFacing ? sofa_FrontColor : sofa_BackColor)";
      if (m_source.clampVertexColor) color = "clamp(" + color + ", 0.0, 1.0)";
      text += "#define sofa_Color " + color + "\n";
    }
    if (usesTexCoords()) text += "in vec4 sofa_TexCoord[8];\n";
    return text;
  }

  /// What runs round the shader's own main().
  std::string ending(std::size_t s) const {
    if (s == vertex)
      return std::string("\n#undef main\nvoid main() {\n  gl_PointSize = sofa_pointSize;\n") +
             (usesColor() ? "  sofa_FrontColor = sofa_color;\n" : "") +
             (usesBackColor() ? "  sofa_BackColor = sofa_color;\n" : "") +
             (usesTexCoords() ? "  for (int i = 0; i < 8; ++i) sofa_TexCoord[i] = vec4(0.0, 0.0, 0.0, 1.0);\n" : "") +
             "  sofa_main();\n}\n";
    if (s != fragment) return {};
    return R"(
#undef main
void main() {
  vec4 sofa_world = sofa_fromWindow * vec4(gl_FragCoord.xyz, 1.0);
  for (int i = 0; i < sofa_clipPlaneCount; ++i)
    if (dot(sofa_clipPlanes[i].xyz, sofa_world.xyz) > sofa_clipPlanes[i].w * sofa_world.w) discard;
  sofa_main();
}
)";
  }

  const ShaderSource& m_source;
  std::array<std::unique_ptr<StageReader>, shaderStageCount> m_stages;
  TranslatedProgram m_result;
};

}  // namespace

TranslatedProgram translateGlsl(const ShaderSource& source, int most) { return Translator(source, most).translate(); }

}  // namespace sofa::gl
