// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sofa::gl {

/// Pixels r g b a, row by row from the top.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  bool empty() const { return rgba.empty(); }
};

/// Reads png, jpg, bmp, tga, psd, gif, hdr, pic and pnm. Empty, with a reason, if the file is none of them.
Image readImage(const std::string& file, std::string& reason);
/// Writes a png, through a temporary beside it so that a full disk leaves no half a picture. False with a reason if
/// that fails.
bool writePng(const std::string& file, const Image& image, std::string& reason);

/// Perceived difference of two pictures of equal size, 0 to 1: mean over all pixels of the difference in CIE L*a*b*
/// (delta E / 100) after averaging 3x3 pixels, which forgives edges that moved by half a pixel. 1 for different sizes.
double perceptualDifference(const Image& a, const Image& b);

}  // namespace sofa::gl
