// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::gl {

/// Characters of a text in UTF-8; what is none becomes U+FFFD.
std::u32string decodeUtf8(std::string_view text);

/// A TrueType font: pictures of characters, and how far they stand apart. Sizes are those of the em square in pixels.
class Font {
 public:
  /// DejaVu Sans, searched as fonts/DejaVuSans.ttf on the data path and in the usual folders of systems. Null, with one
  /// warning, if it is not there.
  static const Font* standard();
  /// Throws std::runtime_error if the file cannot be read or is no font.
  explicit Font(const std::string& file);
  ~Font();
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;

  /// From the top of a line to the base line, and from one line to the next (pixels).
  double ascent(double size) const;
  double lineHeight(double size) const;
  /// To the place of the next character; kerning is to be added.
  double advance(char32_t character, double size) const;
  double kerning(char32_t left, char32_t right, double size) const;

  struct Bitmap {
    int x = 0, y = 0;  ///< of its top left corner, from a point of the base line, y downwards
    int width = 0, height = 0;
    std::vector<std::uint8_t> coverage;  ///< row by row from the top
  };
  /// `shift` moves the character to the right by a part of a pixel.
  Bitmap rasterize(char32_t character, double size, double shift) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace sofa::gl
