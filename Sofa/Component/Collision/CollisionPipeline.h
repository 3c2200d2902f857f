#pragma once
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {

/// Runs detection and response of the collision models below its node, once per step.
///
/// What takes part is settled at initialisation: every model of the active nodes, and the first intersection, phases
/// and response found. A response stays in its node as long as its pair touches, so that the graph is flattened again
/// only when a pair comes or goes, and then for that pair alone.
class CollisionPipeline : public core::CollisionPipelineBase {
 public:
  core::Data<int> d_nbThreads{this, "nbThreads", 0, "kept for scenes that set it; the program decides on threads"};
  core::Data<std::string> d_taskSchedulerType{this, "taskSchedulerType", "_default", "kept for scenes that set it"};
  core::Data<bool> d_parallelDetection{this, "parallelDetection", false,
                                       "with several sub-pipelines: detect at the same time"};
  core::Data<bool> d_verbose{this, "verbose", false, "report what is found at each step"};
  core::Data<bool> d_draw{
      this, "draw", false, "draw the contacts found, whatever the flags", {.group = "Visualization"}};
  core::Data<int> d_depth{this, "depth", 6, "levels of the hierarchies of boxes"};

  void init() override;
  void resetCollisions() override {}
  void detect() override;
  void respond() override;
  void draw(core::DrawList& list) const override {
    if (d_draw.value() && m_narrowPhase) m_narrowPhase->drawContacts(list);
  }
  void reset() override { m_placements.clear(); }  // the response removes the contacts

 private:
  struct Placement {
    std::size_t serial;  ///< of the contact
    core::Contact* contact;
    core::Context* node;
    bool operator==(const Placement&) const = default;
  };
  bool isComplete();
  void findPlacements();
  void placeResponses();

  // Kept alive, so that what is removed from the scene meanwhile is only skipped.
  std::vector<std::shared_ptr<core::CollisionModel>> m_models;
  std::shared_ptr<core::Intersection> m_intersection;
  std::shared_ptr<core::BroadPhase> m_broadPhase;
  std::shared_ptr<core::NarrowPhase> m_narrowPhase;
  std::shared_ptr<core::ContactManager> m_response;
  bool m_complete = false;

  std::vector<core::CollisionModel*> m_present;  // models of this step
  std::vector<core::ModelPair> m_pairs;
  std::vector<Placement> m_placements, m_wanted;  // where responses are, and where they belong
};

}  // namespace sofa::component::collision
