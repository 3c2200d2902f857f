// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "Sofa/Component/Topology/ListTopology.h"

namespace sofa::component::topology {

/// Changes of a mesh at given times, as a text file names them (docs/manual/topology.md, "Files of changes").
class ChangeScript {
 public:
  /// Elements that go, of the kind of the mesh's modifier.
  struct Removal {
    std::vector<Index> elements;
  };
  /// New points, each inside of a triangle: its weights are b0, b1 and 1 - b0 - b1.
  struct PointsInTriangles {
    struct Point {
      Index triangle;
      double b0, b1;
    };
    std::vector<Point> points;
  };
  /// Elements that come, with the points of one after those of the other.
  struct Addition {
    ElementType type;
    std::vector<Index> nodes;
    std::vector<Index> ancestors;  ///< one each, or none
  };
  /// A way over a surface along which it is cut.
  struct Incision {
    std::vector<type::Vec3> points;
    std::vector<Index> triangles;  ///< of each point, or none
  };
  struct Command {
    int line = 0;
    std::variant<Removal, PointsInTriangles, Addition, Incision> what;
  };
  struct Block {
    double time = 0;
    std::vector<Command> commands;
  };
  struct Problem {
    int line = 0;
    std::string text;
    bool isError = true;
  };

  /// Whether numbers that are missing in a removal are 0, as SOFA v26.06 has them; else such a command is wrong.
  void completeRemovals(bool completes) { m_completesRemovals = completes; }
  /// Reads a text, plain or compressed by gzip. Commands that are wrong are left out and told in problems().
  /// False if the file cannot be read at all.
  bool read(const std::filesystem::path& file);
  void parse(std::string_view text);

  const std::vector<Block>& blocks() const { return m_blocks; }
  const std::vector<Problem>& problems() const { return m_problems; }

 private:
  struct Lines;
  void parseAddition(std::string_view words, Lines& lines);
  void parseRemoval(std::string_view words, Lines& lines);
  void parseIncision(std::string_view words, Lines& lines);
  void add(int line, decltype(Command::what) what);
  void complain(int line, std::string text, bool isError = true) {
    m_problems.push_back({line, std::move(text), isError});
  }

  std::vector<Block> m_blocks;
  std::vector<Problem> m_problems;
  bool m_completesRemovals = true;
};

}  // namespace sofa::component::topology
