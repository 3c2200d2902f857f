// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/MeshFile.h"

#include "Sofa/Component/Playback/Blocks.h"
#include "Sofa/Core/Contract/ElementsOf.h"

namespace sofa::component::playback {
namespace {

using helper::mesh::FormatError;

void readPoints(std::vector<type::Index>& points, std::size_t wanted, helper::mesh::LineReader& lines) {
  std::string_view line;
  const std::size_t header = lines.number();
  if (wanted > 0 && !lines.next(line)) throw FormatError(header, "the line with the points of the elements is missing");
  type::TextReader in(line);
  type::Index point = 0;
  while (points.size() < wanted && in.read(point)) points.push_back(point);
  if (points.size() < wanted || !in.atEnd())
    throw FormatError(lines.number(), fmt::format("{} numbers of points should stand here, and nothing else", wanted));
}

}  // namespace

std::vector<MeshFrame> MeshFrame::read(std::string_view text) {
  return readBlocks<MeshFrame>(
      text, [&](MeshFrame& frame, std::string_view key, type::TextReader& in, helper::mesh::LineReader& lines) {
        forEachKindOfElement([&]<class E>(std::size_t kind, std::string_view title, std::string_view) {
          if (key != fmt::format("{}=", title)) return;
          std::uint32_t count = 0;
          if (!in.read(count) || count > text.size())
            throw FormatError(lines.number(), fmt::format("there is no number of elements after \"{}\"", key));
          List& list = frame.lists[kind];
          list.given = true;
          list.points.clear();
          readPoints(list.points, count * E().size(), lines);
        });
      });
}

bool usesMesh(const core::Node& node, std::string& why) {
  if (core::meshTopology(node)) return true;
  why = "No mesh is visible from this node: put it below or after a topology.";
  return false;
}

std::string meshBlock(const core::BaseMeshTopology& mesh) {
  std::string text;
  forEachKindOfElement([&]<class E>(std::size_t, std::string_view title, std::string_view) {
    const auto& elements = core::elementsOf<E>(mesh);
    text += fmt::format("  {}= {}\n", title, elements.size());
    for (const E& element : elements)
      for (const type::Index i : element) text += fmt::format("{} ", i);
    if (!elements.empty()) text.pop_back();
    text += '\n';
  });
  return text;
}

}  // namespace sofa::component::playback
