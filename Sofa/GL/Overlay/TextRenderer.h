// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Overlay/Font.h"
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Draws texts over a picture, all with one call. Characters are kept in a texture, in the very size in pixels in which
/// they are shown, so that they are sharp.
class TextRenderer {
 public:
  /// Forgets the texts, not the pictures of their characters.
  void clear();
  struct Extent {
    double width = 0, height = 0;
  };
  /// Of a text of one or more lines; zero without a font. All lengths are device pixels.
  Extent measure(std::string_view text, double size) const;
  /// With the top left corner of its first line at (x, y) from the top left of the view.
  void add(double x, double y, std::string_view text, double size, const type::Color& color);
  void upload(RenderStatistics& statistics);
  void draw(const DrawContext& context, RenderStatistics& statistics);

  /// Black or white, whichever stands out from the background (brightness by YIQ).
  static type::Color contrasting(const type::Color& background);

 private:
  struct Character {
    std::int16_t x, y;                       // from the pen
    std::uint16_t left, top, width, height;  // in the texture
  };
  struct Instance {
    float x, y;
    std::uint16_t left, top, width, height;
    std::uint8_t rgba[4];
  };

  const Character* character(char32_t c, int size, int quarter);
  bool place(Character& character);
  void growTo(int rows);

  std::unordered_map<std::uint64_t, Character> m_characters;
  std::vector<std::uint8_t> m_pixels;
  int m_rows = 0;                                          // of them
  int m_shelfLeft = 0, m_shelfTop = 0, m_shelfHeight = 0;  // characters stand on shelves from the top down
  int m_changedFrom = 0, m_changedTo = 0;                  // rows that the texture does not have yet
  bool m_full = false;
  std::vector<Instance> m_instances;
  Texture m_texture;
  Buffer m_buffer;
  VertexArray m_array;
  Program m_program;
};

}  // namespace sofa::gl
