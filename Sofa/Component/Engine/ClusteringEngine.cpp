// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "Sofa/Component/Engine/Clusters.h"
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/MeshUpstream.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Results.h"

namespace sofa::component::engine {

/// Groups the points of an object into clusters that overlap: cells around seeds, and what lies near the seeds.
///
/// Along a mesh, a cluster grows from its seed to the neighbours of points of its cell and to those nearer to the seed
/// than `radius`. Without mesh it has the points nearer than `radius`; those that are near no seed go to the nearest.
class ClusteringEngine final : public Engine {
 public:
  using Lists = std::vector<std::vector<Index>>;
  Data<bool> d_useTopo{this, "useTopo", true, "whether distances are taken along the edges of the visible topology"};
  Data<double> d_radius{this, "radius", 1.0, "how near to the seed points belong to a cluster", input};
  Data<double> d_fixedRadius{this, "fixedRadius", 1.0, "the same for fixed points", input};
  Data<int> d_number{this, "number", -1, "number of clusters; negative: one for each point", input};
  List<Vec3> d_fixedPosition{this, "fixedPosition", {}, "points that do not move, numbered behind the others", input};
  List<Vec3> d_position{this, "position", {}, "points; default: rest positions of the visible state", input};
  Data<Lists> d_cluster{this, "cluster", {}, "points of each cluster, the seed first", output};
  Data<std::string> d_inFile{this, "inFile", "", "file to read the clusters from: their points, a line each", input};
  Data<std::string> d_outFile{this, "outFile", "", "file to write the clusters to"};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override {
    if (!followPoints(d_position)) error("There are no points: set position, or add a state to the node.");
    m_topology = d_useTopo.value() ? core::meshUpstreamOf(*this) : nullptr;
    connect();
  }

 protected:
  void doUpdate() override {
    auto& clusters = d_cluster.edit();
    if (!d_inFile.value().empty() && read(clusters)) return;
    const auto& x = d_position.value();
    const std::vector<type::Edge> none;
    const PointDistances distances(x, m_topology ? m_topology->edges() : none);
    const std::size_t count = d_number.value() < 0 ? x.size() : static_cast<std::size_t>(d_number.value());
    SeededCells cells;
    if (d_number.value() < 0) {
      for (Index i = 0; i < count; ++i) cells.seeds.push_back(i), cells.owner.push_back(i);
    } else {
      cells = farthestSeeds(distances, x.size(), count);
    }
    clusters.clear();
    for (const Index seed : cells.seeds) clusters.push_back({seed});
    if (m_topology)
      growAlongMesh(x, distances, cells, clusters);
    else
      growInSpace(x, cells, clusters);
    const auto& fixed = d_fixedPosition.value();
    for (std::size_t c = 0; c < clusters.size(); ++c)
      for (std::size_t k = 0; k < fixed.size(); ++k)
        if ((fixed[k] - x[cells.seeds[c]]).norm() < d_fixedRadius.value())
          clusters[c].push_back(static_cast<Index>(x.size() + k));
    if (!d_outFile.value().empty()) write(clusters);
  }

 private:
  void growAlongMesh(const std::vector<Vec3>& x, const PointDistances& distances, const SeededCells& cells,
                     Lists& clusters) const {
    for (Index c = 0; c < clusters.size(); ++c) {
      auto& cluster = clusters[c];
      std::set<Index> members{cluster.front()};
      for (std::size_t begin = 0, end = 1; begin < end; begin = end, end = cluster.size())
        for (std::size_t k = begin; k < end; ++k)
          for (const Index j : distances.neighbours()[cluster[k]])
            if ((cells.owner[cluster[k]] == c || (x[j] - x[cells.seeds[c]]).norm() < d_radius.value()) &&
                members.insert(j).second)
              cluster.push_back(j);
    }
  }

  void growInSpace(const std::vector<Vec3>& x, const SeededCells& cells, Lists& clusters) const {
    for (Index j = 0; j < x.size(); ++j) {
      bool joined = false;
      for (std::size_t c = 0; c < clusters.size(); ++c)
        if (cells.seeds[c] != j && (x[cells.seeds[c]] - x[j]).norm() < d_radius.value()) {
          clusters[c].push_back(j);
          joined = true;
        }
      if (!joined && cells.owner[j] < clusters.size() && cells.seeds[cells.owner[j]] != j)
        clusters[cells.owner[j]].push_back(j);
    }
  }

  bool read(Lists& clusters) const {
    const auto file = helper::ResourcePath::data().find(d_inFile.value(), folder());
    const auto text = file ? helper::readFile(*file) : std::nullopt;
    if (!text) {
      error("inFile: '{}' cannot be read; it was searched in {}. The clusters are computed.", d_inFile.value(),
            helper::ResourcePath::data().describe(folder()));
      return false;
    }
    clusters.clear();
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      type::TextReader line(rest.substr(0, end));
      std::vector<Index> cluster;
      if (!type::TextTraits<std::vector<Index>>::read(line, cluster))
        error("inFile: cluster {} of '{}' is not a list of indices.", clusters.size(), file->string());
      if (!cluster.empty()) clusters.push_back(std::move(cluster));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return true;
  }

  void write(const Lists& clusters) {
    std::string text;
    for (const auto& cluster : clusters) text += type::toText(cluster) + "\n";
    m_results.write(d_outFile.value(), text);
  }

  helper::ResultFiles m_results{[this](auto severity, auto text) { message(severity, std::move(text)); }};
  const core::BaseMeshTopology* m_topology = nullptr;
};

/// Some points spread evenly over a mesh: each the farthest from those before, then moved to the middle of the points
/// that are nearest to it, until nothing changes any more.
class MeshSampler final : public Engine {
 public:
  Data<Index> d_number{this, "number", 1, "number of points", input};
  Data<Index> d_maxIter{this, "maxIter", 100, "how often they are moved at most", input};
  List<Vec3> d_position{this, "position", {}, "points to choose from", input};
  List<type::Edge> d_edges{this, "edges", {}, "edges along which distances are taken; none: straight", input};
  List<Index> d_outputIndices{this, "outputIndices", {}, "points chosen", output};
  List<Vec3> d_outputPosition{this, "outputPosition", {}, "where they are", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    const auto& x = d_position.value();
    auto& indices = d_outputIndices.edit();
    auto& points = d_outputPosition.edit();
    indices.clear(), points.clear();
    if (!checkElements(d_edges, x.size())) return;
    const PointDistances distances(x, d_edges.value());
    SeededCells cells = farthestSeeds(distances, x.size(), d_number.value());
    for (Index n = 0; n < d_maxIter.value(); ++n) {
      auto middles = middlesOf(cells);
      if (middles == cells.seeds) break;
      cells = cellsOf(distances, x.size(), std::move(middles));
    }
    indices = cells.seeds;
    for (const Index i : indices) points.push_back(x[i]);
  }

 private:
  /// The point of each cell nearest to the mean of its points; the seed where it is as near.
  std::vector<Index> middlesOf(const SeededCells& cells) const {
    const auto& x = d_position.value();
    std::vector<Vec3> mean(cells.seeds.size(), Vec3::Zero());
    std::vector<double> count(cells.seeds.size(), 0);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (cells.owner[i] != type::invalidIndex) mean[cells.owner[i]] += x[i], ++count[cells.owner[i]];
    std::vector<Index> middles = cells.seeds;
    std::vector<double> nearest;
    for (std::size_t c = 0; c < middles.size(); ++c)
      nearest.push_back((x[middles[c]] - mean[c] / count[c]).norm() * (1 - 1e-12));
    for (Index i = 0; i < x.size(); ++i)
      if (const Index c = cells.owner[i]; c != type::invalidIndex)
        if (const double d = (x[i] - mean[c] / count[c]).norm(); d < nearest[c]) nearest[c] = d, middles[c] = i;
    return middles;
  }
};

namespace {
const auto registered = std::array{
    core::Register("ClusteringEngine", "Sofa.Component.Engine.Analyze", "groups points into clusters that overlap")
        .add<ClusteringEngine>(true),
    core::Register("MeshSampler", "Sofa.Component.Engine.Select", "points spread evenly over a mesh")
        .add<MeshSampler>(true),
};
}  // namespace
}  // namespace sofa::component::engine
