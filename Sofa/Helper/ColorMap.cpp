// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/ColorMap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace sofa::helper {

using type::Color;

namespace {

/// Colour of a hue in degrees at full saturation and value.
Color fromHue(double hue) {
  const double sector = std::fmod(hue, 360.0) / 60;
  const auto ramp = [&](double centre) {
    const double d = std::abs(std::fmod(sector - centre + 9, 6.0) - 3);  // distance from the centre, around the circle
    return static_cast<float>(std::clamp(2 - d, 0.0, 1.0));
  };
  return {ramp(0), ramp(2), ramp(4), 1};
}

using Palette = std::vector<Color>;

Palette hues(std::size_t n, double from, double to) {
  Palette p(n);
  for (std::size_t i = 0; i < n; ++i)
    p[i] = fromHue(from + (to - from) * static_cast<double>(i) / static_cast<double>(n - 1));
  return p;
}

/// From one colour towards another, which it never quite reaches: s = i / n.
Palette mix(std::size_t n, const Color& a, const Color& b) {
  Palette p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float s = static_cast<float>(i) / static_cast<float>(n);
    p[i] = {a.r + s * (b.r - a.r), a.g + s * (b.g - a.g), a.b + s * (b.b - a.b), 1};
  }
  return p;
}

Color shade(int channel, float own, float others) {
  Color c{others, others, others, 1};
  (channel == 0 ? c.r : channel == 1 ? c.g : c.b) = own;
  return c;
}

/// From dark to light through the pure colour of a channel.
Palette darkToLight(std::size_t n, int channel) {
  Palette p;
  for (std::size_t i = 0; i < n / 2; ++i)
    p.push_back(shade(channel, 0.3f + 1.4f * static_cast<float>(i) / static_cast<float>(n), 0));
  for (std::size_t j = 0; p.size() < n; ++j)
    p.push_back(shade(channel, 1, 1.4f * static_cast<float>(j) / static_cast<float>(n)));
  return p;
}

Palette lightToDark(std::size_t n, int channel) {
  Palette p;
  for (std::size_t i = 0; i < n - n / 2; ++i)
    p.push_back(shade(channel, 1, std::max(0.f, 0.7f - 1.4f * static_cast<float>(i) / static_cast<float>(n))));
  for (std::size_t j = 0; p.size() < n; ++j)
    p.push_back(shade(channel, 1 - 1.4f * static_cast<float>(j) / static_cast<float>(n), 0));
  return p;
}

/// Equally spaced colours, linear in between.
Palette through(std::size_t n, std::span<const Color> colors) {
  Palette p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double place = static_cast<double>(i) * static_cast<double>(colors.size() - 1) / static_cast<double>(n - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(place), colors.size() - 2);
    const float t = static_cast<float>(place - static_cast<double>(k));
    const Color &a = colors[k], &b = colors[k + 1];
    p[i] = {a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b), 1};
  }
  return p;
}

/// Tenths of the maps viridis and plasma of S. van der Walt and N. Smith (2015): equal steps look equal, in grey too.
constexpr std::array<Color, 11> viridis{{{0.267f, 0.005f, 0.329f, 1},
                                         {0.283f, 0.141f, 0.458f, 1},
                                         {0.254f, 0.265f, 0.530f, 1},
                                         {0.207f, 0.372f, 0.553f, 1},
                                         {0.164f, 0.471f, 0.558f, 1},
                                         {0.128f, 0.567f, 0.551f, 1},
                                         {0.135f, 0.659f, 0.518f, 1},
                                         {0.267f, 0.749f, 0.441f, 1},
                                         {0.478f, 0.821f, 0.318f, 1},
                                         {0.741f, 0.873f, 0.150f, 1},
                                         {0.993f, 0.906f, 0.144f, 1}}};
constexpr std::array<Color, 11> plasma{{{0.050f, 0.030f, 0.528f, 1},
                                        {0.255f, 0.014f, 0.615f, 1},
                                        {0.418f, 0.001f, 0.658f, 1},
                                        {0.563f, 0.052f, 0.642f, 1},
                                        {0.693f, 0.165f, 0.565f, 1},
                                        {0.798f, 0.280f, 0.470f, 1},
                                        {0.881f, 0.393f, 0.383f, 1},
                                        {0.949f, 0.518f, 0.296f, 1},
                                        {0.988f, 0.652f, 0.211f, 1},
                                        {0.989f, 0.810f, 0.145f, 1},
                                        {0.940f, 0.975f, 0.131f, 1}}};
/// For what has a middle: ends of K. Moreland, Diverging Color Maps for Scientific Visualization (2009).
constexpr std::array<Color, 5> coolToWarm{{{0.230f, 0.299f, 0.754f, 1},
                                           {0.552f, 0.690f, 0.996f, 1},
                                           {0.865f, 0.865f, 0.865f, 1},
                                           {0.957f, 0.604f, 0.481f, 1},
                                           {0.706f, 0.016f, 0.150f, 1}}};

constexpr Color red{1, 0, 0, 1}, green{0, 1, 0, 1}, blue{0, 0, 1, 1}, cyan{0, 1, 1, 1}, yellow{1, 1, 0, 1};

struct Scheme {
  const char* name;
  Palette (*build)(std::size_t n);
};
const Scheme allSchemes[] = {
    {"HSV", [](std::size_t n) { return hues(n, 0, 360); }},
    {"Red to Blue", [](std::size_t n) { return hues(n, 0, 240); }},
    {"Blue to Red", [](std::size_t n) { return hues(n, 240, 0); }},
    {"Yellow to Cyan", [](std::size_t n) { return hues(n, 60, 180); }},
    {"Cyan to Yellow", [](std::size_t n) { return hues(n, 180, 60); }},
    {"Red to Yellow", [](std::size_t n) { return mix(n, red, yellow); }},
    {"Yellow to Red", [](std::size_t n) { return mix(n, yellow, red); }},
    {"Yellow to Green", [](std::size_t n) { return mix(n, yellow, green); }},
    {"Green to Yellow", [](std::size_t n) { return mix(n, green, yellow); }},
    {"Green to Cyan", [](std::size_t n) { return mix(n, green, cyan); }},
    {"Cyan to Green", [](std::size_t n) { return mix(n, cyan, green); }},
    {"Cyan to Blue", [](std::size_t n) { return mix(n, cyan, blue); }},
    {"Blue to Cyan", [](std::size_t n) { return mix(n, blue, cyan); }},
    {"Red", [](std::size_t n) { return darkToLight(n, 0); }},
    {"RedInv", [](std::size_t n) { return lightToDark(n, 0); }},
    {"Green", [](std::size_t n) { return darkToLight(n, 1); }},
    {"GreenInv", [](std::size_t n) { return lightToDark(n, 1); }},
    {"Blue", [](std::size_t n) { return darkToLight(n, 2); }},
    {"BlueInv", [](std::size_t n) { return lightToDark(n, 2); }},
    {"Custom", [](std::size_t) { return hues(256, 0, 360); }},
    {"viridis", [](std::size_t n) { return through(n, viridis); }},
    {"plasma", [](std::size_t n) { return through(n, plasma); }},
    {"cool to warm", [](std::size_t n) { return through(n, coolToWarm); }},
};

}  // namespace

const std::vector<std::string>& ColorMap::schemes() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& scheme : allSchemes) all.emplace_back(scheme.name);
    return all;
  }();
  return names;
}

ColorMap::ColorMap(std::string_view scheme, std::size_t entries) {
  const auto* found =
      std::find_if(std::begin(allSchemes), std::end(allSchemes), [&](const Scheme& s) { return s.name == scheme; });
  if (found == std::end(allSchemes)) found = std::begin(allSchemes);
  m_palette = found->build(std::max<std::size_t>(2, entries));
}

Color ColorMap::operator()(double value) const {
  const double last = static_cast<double>(m_palette.size() - 1);
  const double entry = m_max == m_min ? 0 : (value - m_min) * last / (m_max - m_min);
  if (!(entry >= 0)) return m_palette.front();
  if (entry >= last) return m_palette.back();
  const auto i = static_cast<std::size_t>(entry);
  const float t = static_cast<float>(entry - static_cast<double>(i));
  const Color &a = m_palette[i], &b = m_palette[i + 1];
  return {a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b), a.a + t * (b.a - a.a)};
}

}  // namespace sofa::helper
