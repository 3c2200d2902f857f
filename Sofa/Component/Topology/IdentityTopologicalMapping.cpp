// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshEdit.h"
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

/// The points, edges and triangles of another mesh, in the same order.
class IdentityTopologicalMapping final : public TopologicalMapping {
 public:
  core::MeshChanges follow(const core::MeshChanges& ofSource) override {
    auto* output = dynamic_cast<ListTopology*>(l_output.get());
    if (!isValid() || !l_input || !output) return TopologicalMapping::follow(ofSource);
    const std::size_t revision = output->revision();
    // Elements that were added are read from the input, where they are numbered as after the last step.
    if (!ofSource.known || ofSource.steps.size() > 1 || !fits(*output, ofSource)) return makeAnew();
    for (const auto& step : ofSource.steps) {
      MeshEdit edit(*output);
      if (output->list<Edge>()) take(edit, step->of<Edge>(), l_input->edges());
      if (output->list<Triangle>()) take(edit, step->of<Triangle>(), l_input->triangles());
      edit.removePoints(step->points().removed());
      edit.addPoints(ancestorsOf(step->points()));
      edit.finish();
    }
    return output->changesSince(revision);
  }

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override {
    if (!input.quads().empty() || !input.tetrahedra().empty() || !input.hexahedra().empty())
      info("Points, edges and triangles of '{}' are taken over; quads and volumes are not.", input.path());
    output.clear(input.nbPoints());
    output.setFollowing(true);
    if (output.list<Edge>()) output.derive<Edge>(lists<Edge>(input), [&input] { return input.edges(); });
    if (output.list<Triangle>())
      output.derive<Triangle>(lists<Triangle>(input), [&input] { return input.triangles(); });
    output.init();
    return true;
  }

 private:
  /// Whether the output is what the input was before.
  static bool fits(const ListTopology& output, const core::MeshChanges& ofSource) {
    return std::ranges::all_of(ofSource.steps, [&](const auto& step) {
      return output.nbPoints() == step->points().before() &&
             (!output.list<Edge>() || output.edges().size() == step->template of<Edge>().before()) &&
             (!output.list<Triangle>() || output.triangles().size() == step->template of<Triangle>().before());
    });
  }
  static std::vector<core::Ancestors> ancestorsOf(const core::ElementChange& change) {
    std::vector<core::Ancestors> all(change.added());
    for (Index k = 0; k < change.added(); ++k)
      if (const auto* ancestors = change.ancestors(k)) all[k] = *ancestors;
    return all;
  }
  template <class E>
  static void take(MeshEdit& edit, const core::ElementChange& change, const std::vector<E>& now) {
    edit.remove<E>(change.removed());
    const auto ancestors = ancestorsOf(change);
    for (Index k = 0; k < change.added(); ++k) edit.add(now[change.remaining() + k], ancestors[k]);
  }
};

const auto registered = core::Register("IdentityTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "points, edges and triangles of another mesh")
                            .add<IdentityTopologicalMapping>();

}  // namespace
}  // namespace sofa::component::topology
