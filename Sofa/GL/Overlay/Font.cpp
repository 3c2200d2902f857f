// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/Font.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/ResourcePath.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

namespace sofa::gl {
namespace {

constexpr const char* fontFile = "DejaVuSans.ttf";
constexpr const char* systemFolders[] = {
    "/usr/share/fonts/truetype/dejavu",    // Debian, Ubuntu
    "/usr/share/fonts/dejavu-sans-fonts",  // Fedora
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",  // Arch
    "/usr/share/fonts/truetype",
    "/usr/local/share/fonts",
};
constexpr char32_t replacement = 0xFFFD;

std::string findFont() {
  if (const auto file = helper::ResourcePath::data().find(std::string("fonts/") + fontFile, {})) return file->string();
  for (const char* folder : systemFolders) {
    const auto file = std::filesystem::path(folder) / fontFile;
    std::error_code failure;
    if (std::filesystem::is_regular_file(file, failure)) return file.string();
  }
  return {};
}

std::unique_ptr<Font> loadStandard() {
  const std::string file = findFont();
  std::string reason = fmt::format("{} was not found", fontFile);
  try {
    if (!file.empty()) return std::make_unique<Font>(file);
  } catch (const std::runtime_error& failure) {
    reason = failure.what();
  }
  helper::send(helper::Severity::Warning, "Renderer",
               fmt::format("Texts are not drawn: {}. Install it (Debian: fonts-dejavu-core), or put it into a folder "
                           "\"fonts\" of the data path.",
                           reason));
  return nullptr;
}

/// Bytes of a character that begins with this one; 0 if none does.
int lengthOf(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

}  // namespace

std::u32string decodeUtf8(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const int length = lengthOf(first);
    char32_t c = length == 1 ? first : first & (0x7F >> length);
    int read = 1;
    for (; read < length && i + static_cast<std::size_t>(read) < text.size(); ++read) {
      const auto next = static_cast<unsigned char>(text[i + static_cast<std::size_t>(read)]);
      if ((next & 0xC0) != 0x80) break;
      c = (c << 6) | (next & 0x3F);
    }
    out.push_back(length > 0 && read == length ? c : replacement);
    i += static_cast<std::size_t>(read);
  }
  return out;
}

struct Font::Implementation {
  std::vector<unsigned char> file;
  stbtt_fontinfo info;
  int ascent = 0, descent = 0, gap = 0;
  float scale(double size) const { return stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size)); }
};

const Font* Font::standard() {
  static const std::unique_ptr<Font> font = loadStandard();
  return font.get();
}

Font::Font(const std::string& file) : m_implementation(std::make_unique<Implementation>()) {
  auto& f = *m_implementation;
  std::error_code failure;
  const auto size = std::filesystem::file_size(file, failure);
  f.file.resize(failure ? 0 : size);
  if (!std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(f.file.data()), std::ssize(f.file)))
    f.file.clear();
  // The reader trusts the tables of the file; what is far too short for any is not shown to it.
  const int offset = f.file.size() > 1024 ? stbtt_GetFontOffsetForIndex(f.file.data(), 0) : -1;
  if (offset < 0 || !stbtt_InitFont(&f.info, f.file.data(), offset))
    throw std::runtime_error(fmt::format("\"{}\" is no TrueType font", file));
  stbtt_GetFontVMetrics(&f.info, &f.ascent, &f.descent, &f.gap);
}

Font::~Font() = default;

double Font::ascent(double size) const { return m_implementation->scale(size) * m_implementation->ascent; }

double Font::lineHeight(double size) const {
  const auto& f = *m_implementation;
  return f.scale(size) * (f.ascent - f.descent + f.gap);
}

double Font::advance(char32_t character, double size) const {
  int advance = 0, bearing = 0;
  stbtt_GetCodepointHMetrics(&m_implementation->info, static_cast<int>(character), &advance, &bearing);
  return m_implementation->scale(size) * advance;
}

double Font::kerning(char32_t left, char32_t right, double size) const {
  return m_implementation->scale(size) *
         stbtt_GetCodepointKernAdvance(&m_implementation->info, static_cast<int>(left), static_cast<int>(right));
}

Font::Bitmap Font::rasterize(char32_t character, double size, double shift) const {
  const auto& f = *m_implementation;
  const float scale = f.scale(size);
  const int glyph = stbtt_FindGlyphIndex(&f.info, static_cast<int>(character));
  Bitmap bitmap;
  int right = 0, bottom = 0;
  stbtt_GetGlyphBitmapBoxSubpixel(&f.info, glyph, scale, scale, static_cast<float>(shift), 0, &bitmap.x, &bitmap.y,
                                  &right, &bottom);
  bitmap.width = std::max(0, right - bitmap.x);
  bitmap.height = std::max(0, bottom - bitmap.y);
  bitmap.coverage.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
  if (!bitmap.coverage.empty())
    stbtt_MakeGlyphBitmapSubpixel(&f.info, bitmap.coverage.data(), bitmap.width, bitmap.height, bitmap.width, scale,
                                  scale, static_cast<float>(shift), 0, glyph);
  return bitmap;
}

}  // namespace sofa::gl
