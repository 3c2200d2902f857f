// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/BvhMotion.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "Sofa/Helper/File.h"

namespace sofa::component::mapping {

bool BvhMotion::fail(std::string problem) {
  m_problem = std::move(problem);
  return false;
}

bool BvhMotion::read(const std::filesystem::path& file) {
  *this = {};
  const auto text = helper::readFile(file);
  if (!text) return fail("cannot be opened");
  std::istringstream in(*text);
  return readHierarchy(in) && readMotion(in);
}

bool BvhMotion::readHierarchy(std::istream& in) {
  constexpr std::size_t none = ~std::size_t{0};
  struct Open {
    int body;
    std::size_t joint;  ///< none of an end
  };
  std::vector<Open> open;
  std::string word;
  in >> word;
  if (word != "HIERARCHY") return fail("does not begin with HIERARCHY");
  while (in >> word && word != "MOTION") {
    if (word == "ROOT" || word == "JOINT" || word == "End") {
      Joint joint;
      joint.parent = open.empty() ? 0 : open.back().body;
      joint.body = m_bodies++;
      std::string brace;
      if (!(in >> joint.name >> brace) || brace != "{")
        return fail(fmt::format("has no {{ behind {} {}", word, joint.name));
      open.push_back({joint.body, word == "End" ? none : m_joints.size()});
      if (word != "End") m_joints.push_back(std::move(joint));
    } else if (word == "}" && !open.empty()) {
      open.pop_back();
    } else if (word == "OFFSET" && !open.empty()) {
      type::Vec3 offset;
      if (!(in >> offset.x() >> offset.y() >> offset.z())) return fail("has an OFFSET without three numbers");
      if (open.back().joint != none) m_joints[open.back().joint].offset = offset;
    } else if (word == "CHANNELS" && !open.empty() && open.back().joint != none) {
      if (!readChannels(in, m_joints[open.back().joint])) return false;
    } else {
      return fail(fmt::format("has '{}' where a joint is described", word));
    }
  }
  if (word != "MOTION" || !open.empty()) return fail("ends within its HIERARCHY");
  return true;
}

bool BvhMotion::readChannels(std::istream& in, Joint& joint) {
  std::size_t count = 0;
  constexpr std::size_t most = 6;
  if (!(in >> count) || count > most)
    return fail(fmt::format("gives the joint {} no number of channels up to 6", joint.name));
  for (std::size_t i = 0; i < count; ++i) {
    std::string word;
    in >> word;
    const bool isRotation = word.ends_with("rotation"), isPosition = word.ends_with("position");
    if (word.empty() || word[0] < 'X' || word[0] > 'Z' || !(isRotation || isPosition))
      return fail(fmt::format("has the channel '{}', which is neither of X, Y, Z with position or rotation", word));
    joint.channels.push_back({word[0] - 'X', isRotation});
  }
  m_channels += count;
  return true;
}

bool BvhMotion::readMotion(std::istream& in) {
  std::string word, time;
  std::size_t frames = 0;
  double frameTime = 0;
  if (!(in >> word >> frames) || word != "Frames:" || !(in >> word >> time >> frameTime) || word + time != "FrameTime:")
    return fail("has no 'Frames:' and 'Frame Time:' behind MOTION");
  constexpr double toRadians = 3.14 / 180;
  std::vector<double> factors;
  for (const Joint& joint : m_joints)
    for (const Channel& channel : joint.channels) factors.push_back(channel.isRotation ? toRadians : 1);
  if (factors.empty()) return fail("has no channels");
  double value = 0;
  while (m_values.size() / factors.size() < frames && in >> value)
    m_values.push_back(value * factors[m_values.size() % factors.size()]);
  if (m_values.empty() || m_values.size() != frames * m_channels)
    return fail(fmt::format("has {} values for {} frames of {} channels", m_values.size(), frames, m_channels));
  return true;
}

}  // namespace sofa::component::mapping
