// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/Image.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WriteAccess.h"

namespace {

/// For stb, in place of its own, which takes many times as long. Null if there is not enough memory; it frees the
/// result.
unsigned char* deflatePixels(unsigned char* bytes, int size, int* deflatedSize, int /*quality*/) {
  constexpr int level = 1;
  uLongf length = compressBound(static_cast<uLong>(size));
  auto* deflated = static_cast<unsigned char*>(std::malloc(length));
  if (!deflated) return nullptr;
  if (compress2(deflated, &length, bytes, static_cast<uLong>(size), level) != Z_OK) {
    std::free(deflated);
    return nullptr;
  }
  *deflatedSize = static_cast<int>(length);
  return deflated;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS deflatePixels
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_MAX_DIMENSIONS 32768
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace sofa::gl {
namespace {

namespace fs = std::filesystem;

/// Of an image that is read: some hundred megabytes while it is unpacked.
constexpr std::int64_t mostPixels = std::int64_t{8192} * 8192;

using Lab = std::array<float, 3>;

float linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

float labCurve(float t) { return t > 0.008856f ? std::cbrt(t) : 7.787f * t + 16.f / 116; }

/// CIE L*a*b* of sRGB under D65 (IEC 61966-2-1, CIE 15).
Lab lab(float r, float g, float b) {
  r = linear(r), g = linear(g), b = linear(b);
  const float x = labCurve((0.4124f * r + 0.3576f * g + 0.1805f * b) / 0.9505f);
  const float y = labCurve(0.2126f * r + 0.7152f * g + 0.0722f * b);
  const float z = labCurve((0.0193f * r + 0.1192f * g + 0.9505f * b) / 1.089f);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Colour, over black, of the mean of the 3x3 pixels about one; fewer at the border.
Lab meanColor(const Image& image, int x, int y) {
  float sum[3] = {0, 0, 0};
  int count = 0;
  for (int v = std::max(0, y - 1); v <= std::min(image.height - 1, y + 1); ++v)
    for (int u = std::max(0, x - 1); u <= std::min(image.width - 1, x + 1); ++u, ++count) {
      const auto* p = &image.rgba[4 * (static_cast<std::size_t>(v) * image.width + u)];
      for (int c = 0; c < 3; ++c) sum[c] += static_cast<float>(p[c]) * static_cast<float>(p[3]);
    }
  const float scale = 1 / (255.f * 255.f * static_cast<float>(count));
  return lab(sum[0] * scale, sum[1] * scale, sum[2] * scale);
}

}  // namespace

Image readImage(const std::string& file, std::string& reason) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    reason = "there is no such file";
    return {};
  }
  if (!fs::is_regular_file(file, error)) {
    reason = "it is not a file";
    return {};
  }
  Image image;
  int channels = 0;
  // A file of some kilobytes may unpack to gigabytes: it is asked how much before.
  if (stbi_info(file.c_str(), &image.width, &image.height, &channels) &&
      static_cast<std::int64_t>(image.width) * image.height > mostPixels) {
    reason = fmt::format("it has {} x {} pixels, more than {} million are not read; scale it down", image.width,
                         image.height, mostPixels / 1'000'000);
    return {};
  }
  stbi_uc* pixels = stbi_load(file.c_str(), &image.width, &image.height, &channels, 4);
  if (!pixels) {
    reason = fmt::format("it is none of png, jpg, bmp, tga, psd, gif, hdr, pic, pnm, or is damaged ({})",
                         stbi_failure_reason() ? stbi_failure_reason() : "unknown");
    return {};
  }
  image.rgba.assign(pixels, pixels + 4 * static_cast<std::size_t>(image.width) * image.height);
  stbi_image_free(pixels);
  return image;
}

bool writePng(const std::string& file, const Image& image, std::string& reason) {
  if (image.empty()) {
    reason = "the picture is empty";
    return false;
  }
  if (const auto why = helper::whyLinkLeadsOut(file); !why.empty()) {
    reason = why;
    return false;
  }
  // Rows as differences from those above: one filter for all is tried in a fifth of the time, and suits pictures with
  // a background.
  stbi_write_force_png_filter = 2;
  int size = 0;
  unsigned char* png = stbi_write_png_to_mem(image.rgba.data(), 4 * image.width, image.width, image.height, 4, &size);
  if (!png) {
    reason = "there is not enough memory to compress the picture";
    return false;
  }
  const auto error = helper::writeFile(file, {reinterpret_cast<const char*>(png), static_cast<std::size_t>(size)});
  STBIW_FREE(png);
  if (error) reason = error.message();
  return !error;
}

double perceptualDifference(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height || a.rgba.size() != b.rgba.size()) return 1;
  if (a.empty()) return 0;
  double sum = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      const Lab p = meanColor(a, x, y), q = meanColor(b, x, y);
      const double distance = std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      sum += std::min(1.0, distance / 100);
    }
  return sum / (static_cast<double>(a.width) * a.height);
}

}  // namespace sofa::gl
