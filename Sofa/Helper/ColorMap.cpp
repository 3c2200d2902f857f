#include "Sofa/Helper/ColorMap.h"

#include <algorithm>
#include <cmath>

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
