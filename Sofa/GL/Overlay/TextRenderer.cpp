// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/TextRenderer.h"

namespace sofa::gl {
namespace {

constexpr int atlasSize = 2048, firstHeight = 128;
constexpr int smallest = 6, largest = 256;  // device pixels

constexpr std::string_view textRendererVertexGlsl = R"(
layout(location = 0) in vec2 place;
layout(location = 1) in uvec4 box;
layout(location = 2) in vec4 color;
uniform vec2 viewportSize;
out vec2 texel;
flat out vec4 textColor;
void main() {
  vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * vec2(box.zw);
  vec2 pixel = place + corner;
  texel = vec2(box.xy) + corner;
  textColor = color;
  gl_Position = vec4(2.0 * pixel.x / viewportSize.x - 1.0, 1.0 - 2.0 * pixel.y / viewportSize.y, 0.0, 1.0);
}
)";
constexpr std::string_view textRendererFragmentGlsl = R"(
uniform sampler2D atlas;
in vec2 texel;
flat in vec4 textColor;
out vec4 fragment;
void main() { fragment = vec4(textColor.rgb, textColor.a * texelFetch(atlas, ivec2(texel), 0).r); }
)";

std::uint8_t byte(float x) { return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0.f, 1.f) * 255)); }
int pixels(double size) { return static_cast<int>(std::lround(std::clamp<double>(size, smallest, largest))); }

}  // namespace

void TextRenderer::clear() {
  m_instances.clear();
  if (!m_full) return;
  m_full = false;
  m_characters.clear();
  m_shelfLeft = m_shelfTop = m_shelfHeight = 0;
}

TextRenderer::Extent TextRenderer::measure(std::string_view text, double size) const {
  const Font* font = Font::standard();
  if (!font || !std::isfinite(size)) return {};
  size = pixels(size);
  Extent extent{0, font->lineHeight(size)};
  double x = 0;
  char32_t before = 0;
  for (const char32_t c : decodeUtf8(text)) {
    if (c == U'\n') {
      extent.height += font->lineHeight(size);
      x = 0, before = 0;
      continue;
    }
    x += (before ? font->kerning(before, c, size) : 0) + font->advance(c, size);
    before = c;
    extent.width = std::max(extent.width, x);
  }
  return extent;
}

void TextRenderer::add(double x, double y, std::string_view text, double size, const type::Color& color) {
  const Font* font = Font::standard();
  if (!font || !std::isfinite(x) || !std::isfinite(y) || !std::isfinite(size)) return;
  const int s = pixels(size);
  double pen = x, line = std::round(y + font->ascent(s));
  char32_t before = 0;
  for (const char32_t c : decodeUtf8(text)) {
    if (c == U'\n') {
      pen = x, line += std::round(font->lineHeight(s)), before = 0;
      continue;
    }
    if (before) pen += font->kerning(before, c, s);
    // Places across the screen are good to a quarter of a pixel.
    const double quarters = std::round(4 * pen);
    const auto whole = std::floor(quarters / 4);
    if (const Character* drawn = character(c, s, static_cast<int>(quarters - 4 * whole)); drawn && drawn->width > 0)
      m_instances.push_back({static_cast<float>(whole + drawn->x),
                             static_cast<float>(line + drawn->y),
                             drawn->left,
                             drawn->top,
                             drawn->width,
                             drawn->height,
                             {byte(color.r), byte(color.g), byte(color.b), byte(color.a)}});
    pen += font->advance(c, s);
    before = c;
  }
}

const TextRenderer::Character* TextRenderer::character(char32_t c, int size, int quarter) {
  const std::uint64_t key = (static_cast<std::uint64_t>(c) << 16) | static_cast<std::uint64_t>(size << 2 | quarter);
  if (const auto known = m_characters.find(key); known != m_characters.end()) return &known->second;
  const Font::Bitmap bitmap = Font::standard()->rasterize(c, size, 0.25 * quarter);
  Character character{static_cast<std::int16_t>(bitmap.x),      static_cast<std::int16_t>(bitmap.y),      0, 0,
                      static_cast<std::uint16_t>(bitmap.width), static_cast<std::uint16_t>(bitmap.height)};
  if (!place(character)) return nullptr;
  growTo(character.top + bitmap.height);
  for (int row = 0; row < bitmap.height; ++row)
    std::copy_n(bitmap.coverage.begin() + row * bitmap.width, bitmap.width,
                m_pixels.begin() + (character.top + row) * atlasSize + character.left);
  const bool clean = m_changedFrom == m_changedTo;
  m_changedFrom = clean ? character.top : std::min<int>(m_changedFrom, character.top);
  m_changedTo = std::max(clean ? 0 : m_changedTo, character.top + bitmap.height);
  return &m_characters.emplace(key, character).first->second;
}

bool TextRenderer::place(Character& character) {
  if (m_shelfLeft + character.width > atlasSize) {
    m_shelfTop += m_shelfHeight;
    m_shelfLeft = m_shelfHeight = 0;
  }
  if (m_shelfTop + character.height > atlasSize || character.width > atlasSize) {
    m_full = true;  // the next picture starts afresh
    return false;
  }
  character.left = static_cast<std::uint16_t>(m_shelfLeft);
  character.top = static_cast<std::uint16_t>(m_shelfTop);
  m_shelfLeft += character.width;
  m_shelfHeight = std::max<int>(m_shelfHeight, character.height);
  return true;
}

/// Few scenes need more than the first rows, whose memory is small.
void TextRenderer::growTo(int rows) {
  if (rows <= m_rows) return;
  if (m_rows == 0) m_rows = firstHeight;
  while (m_rows < rows) m_rows *= 2;
  m_pixels.resize(static_cast<std::size_t>(atlasSize) * static_cast<std::size_t>(m_rows));
}

void TextRenderer::upload(RenderStatistics& statistics) {
  if (m_instances.empty()) return;
  if (m_texture.height() < m_rows) {
    m_texture.allocate(GL_R8, atlasSize, m_rows, GL_RED, GL_UNSIGNED_BYTE);
    m_texture.setSampling(GL_NEAREST, GL_CLAMP_TO_EDGE);
    m_changedFrom = 0, m_changedTo = m_rows;
    ++statistics.createdBuffers;
  }
  if (m_changedTo > m_changedFrom) {
    m_texture.bind(0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, m_changedFrom, atlasSize, m_changedTo - m_changedFrom, GL_RED,
                    GL_UNSIGNED_BYTE, m_pixels.data() + static_cast<std::size_t>(m_changedFrom) * atlasSize);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    statistics.uploadedBytes += static_cast<std::size_t>(m_changedTo - m_changedFrom) * atlasSize;
    m_changedFrom = m_changedTo = 0;
  }
  m_buffer.upload(m_instances, statistics);
}

void TextRenderer::draw(const DrawContext& context, RenderStatistics& statistics) {
  if (m_instances.empty()) return;
  if (m_program.empty()) m_program = Program("text", textRendererVertexGlsl, textRendererFragmentGlsl);
  constexpr auto stride = static_cast<GLsizei>(sizeof(Instance));
  m_array.attribute(0, m_buffer, 2, GL_FLOAT, false, stride, offsetof(Instance, x), 1);
  m_array.integerAttribute(1, m_buffer, 4, GL_UNSIGNED_SHORT, stride, offsetof(Instance, left), 1);
  m_array.attribute(2, m_buffer, 4, GL_UNSIGNED_BYTE, true, stride, offsetof(Instance, rgba), 1);
  m_program.use();
  m_program.set("viewportSize", static_cast<float>(context.width), static_cast<float>(context.height));
  m_program.set("atlas", 0);
  m_texture.bind(0);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(m_instances.size()));
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
  glBindVertexArray(0);
  ++statistics.drawCalls;
  statistics.triangles += 2 * m_instances.size();
}

type::Color TextRenderer::contrasting(const type::Color& background) {
  const float brightness = 0.299f * background.r + 0.587f * background.g + 0.114f * background.b;
  return brightness >= 128.f / 255 ? type::Color{0, 0, 0, 1} : type::Color{1, 1, 1, 1};
}

}  // namespace sofa::gl
