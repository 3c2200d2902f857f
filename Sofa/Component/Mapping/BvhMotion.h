// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::component::mapping {

/// A skeleton and its motion, from a file of Biovision (.bvh): a tree of joints, each with the place of its frame in
/// that of its parent and some channels, and a value of every channel for each frame.
///
/// Bodies are numbered in the order of the file: 0 is the world, 1 the root, and ends of the skeleton count too.
class BvhMotion {
 public:
  struct Channel {
    int axis = 0;
    bool isRotation = false;
  };
  struct Joint {
    std::string name;
    int parent = 0, body = 0;
    type::Vec3 offset = type::Vec3::Zero();
    std::vector<Channel> channels;
  };

  /// False if it cannot be read; problem() says why.
  bool read(const std::filesystem::path& file);
  const std::string& problem() const { return m_problem; }

  const std::vector<Joint>& joints() const { return m_joints; }
  int bodies() const { return m_bodies; }
  std::size_t channels() const { return m_channels; }
  std::size_t frames() const { return m_channels == 0 ? 0 : m_values.size() / m_channels; }
  /// Lengths, and angles in radians, of the channels of a frame, in the order of the joints. Degrees are turned into
  /// radians by 3.14 / 180, as trajectories of SOFA have it.
  double value(std::size_t frame, std::size_t channel) const { return m_values[frame * m_channels + channel]; }

 private:
  bool readHierarchy(std::istream& in);
  bool readChannels(std::istream& in, Joint& joint);
  bool readMotion(std::istream& in);
  bool fail(std::string problem);

  std::vector<Joint> m_joints;
  std::vector<double> m_values;
  std::size_t m_channels = 0;
  int m_bodies = 1;
  std::string m_problem;
};

}  // namespace sofa::component::mapping
