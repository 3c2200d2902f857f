// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <span>
#include <typeindex>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Geometry/BoxHierarchy.h"

namespace sofa::core {

/// Points fixed to the elements of a collision model, through which a response acts on it.
class ContactPoints {
 public:
  virtual ~ContactPoints() = default;
  /// State whose points the response acts on.
  virtual State<type::Vec3Types>& state() = 0;
  /// Forgets the points of the last detection; `count` new ones follow.
  virtual void restart(std::size_t count) = 0;
  /// Fixes a point in space to an element. `radius` receives the distance of the surface from the point in the state.
  virtual type::Index attach(const type::Vec3& point, type::Index element, double& radius) = 0;
  /// Brings the points to the places and velocities that follow from the model's.
  virtual void finish() {}
  /// Writes or reads where on the model the points are; those read are brought to their places by finish().
  virtual void archive(Archive& /*archive*/) {}
  /// Whether a component of the scene was added by these points and goes with them.
  virtual bool owns(const Component& /*component*/) const { return false; }
};

/// Where elements are taken to go during a step, for detection that looks at the way there.
struct StepMotion {
  enum class End { none, inertia, freeMotion };  ///< nowhere; on with their velocity; to the end of the free motion
  End end = End::none;
  double dt = 0;  ///< of the step (s)
};

/// Geometry by which a body touches others: a list of elements (spheres, points, triangles...) with a box each.
class CollisionModel : public Component {
 public:
  Data<bool> d_active{this, "active", true, "if false, the model is not looked at"};
  Data<bool> d_moving{this, "moving", true, "if false, boxes are computed once"};
  Data<bool> d_simulated{this, "simulated", true, "if false, the model is an obstacle that responses do not move"};
  Data<bool> d_selfCollision{this, "selfCollision", false, "if true, elements of this model can touch each other"};
  Data<double> d_contactDistance{
      this, "contactDistance", 0.0, "skin around each element (m)", {.aliases = {"proximity"}}};
  Data<double> d_contactStiffness{this, "contactStiffness", 10.0,
                                  "stiffness of penalty contacts; the contact's is the product of both models'"};
  Data<double> d_contactFriction{this, "contactFriction", 0.0, "damping of contacts that stick"};
  Data<double> d_contactRestitution{this, "contactRestitution", 0.0,
                                    "kept for scenes that set it; no response uses it"};
  Data<std::string> d_contactResponse{this, "contactResponse", "", "response wished for contacts of this model"};
  Data<type::Color> d_color{this, "color", {1, 0, 0, 1}, "colour it is drawn in"};
  Data<std::set<int>> d_group{this, "group", {}, "models that share a group do not touch each other"};
  Data<unsigned> d_numberOfContacts{this, "numberOfContacts", 0u, "models it touches", {.readOnly = true}};
  Link<Component> l_collisionElementActiver{this, "collisionElementActiver",
                                            "kept for scenes that set it: no component switches single elements off"};

  /// The class whose pairs it takes part in (RegisterIntersector). Classes that others derive from name themselves, so
  /// that a derived model meets what its base meets.
  virtual std::type_index kind() const { return typeid(*this); }
  virtual std::size_t size() const = 0;
  /// State that moves the elements; null if there is none.
  virtual BaseState* state() const = 0;
  /// Reads what detection needs from the state, once per step.
  virtual void updateElements() {}
  /// One box per element, larger by contactDistance on each side.
  virtual void elementBoxes(std::span<type::BoundingBox> boxes) const = 0;
  /// The box around all elements.
  virtual type::BoundingBox boxOfAll();
  /// Takes the ends of the motion of this step, and widens boxes so that they hold the elements all the way. Models
  /// without pairs that look at motions have none.
  virtual void includeMotion(const StepMotion& /*motion*/, std::span<type::BoundingBox> /*boxes*/) {}
  /// Grows when elements are renumbered though their number stays.
  virtual std::size_t revision() const { return 0; }
  /// Whether elements i of this and j of `other`, a model in the same node, may touch: not if they are neighbours.
  virtual bool elementsMayTouch(type::Index /*i*/, const CollisionModel& /*other*/, type::Index /*j*/) const {
    return true;
  }
  /// Null if nothing can be attached to this kind of model.
  virtual std::unique_ptr<ContactPoints> createContactPoints() { return nullptr; }

  bool mayTouch(const CollisionModel& other) const;
  /// Brings elements and boxes to the current positions; `depth` limits the hierarchy.
  virtual void updateBoxes(int depth, const StepMotion& motion = {});
  /// Whether the last updateBoxes() found elements.
  bool hasBoxes() const { return m_count > 0; }
  /// Around the boxes of all elements, as of the last updateBoxes().
  const type::BoundingBox& outerBox() const { return m_outerBox; }
  /// Of the elements of the last updateBoxes(). It is fitted when it is asked for, to their present places: what comes
  /// near no other needs none.
  const geometry::BoxHierarchy& boxes() const;
  /// Around all elements; found anew only if what they are made of changed.
  void computeBoundingBox() override;
  /// The next detection builds the hierarchy anew, as the first one of a scene does.
  void reset() override { m_count = 0; }
  /// The hierarchy of boxes, whose shape, from the first detection, decides the order of contacts.
  void archive(Archive& archive) override;
  /// The levels of the hierarchy of boxes; derived classes add their elements.
  void draw(DrawList& list) const override;

 protected:
  /// Data color if it is set; else what tells moving and simulated models from others.
  type::Color drawnColor() const;

 private:
  /// What boxes are made of: as long as all of it is the same, so are they.
  struct Origin {
    const BaseState* state = nullptr;
    int positions = 0;  ///< VectorChanges of the state
    long data = 0;      ///< changes of the Data of the model
    std::size_t revision = 0;
    bool operator==(const Origin&) const = default;
  };
  /// Nothing if the state does not count its changes.
  std::optional<Origin> origin() const;
  /// Whether the shape of the hierarchy is that of the present elements.
  bool hasCurrentShape() const;
  std::size_t pointCount() const;
  void takeElementBoxes() const;
  void build() const;
  /// How many levels stand below boxes that stand side by side.
  int levelsBelow(geometry::BoxHierarchy::Range range) const;
  void drawBoxes(DrawList& list, geometry::BoxHierarchy::Range range, int level) const;

  // Of the elements that were there when the shape of the hierarchy was chosen:
  std::size_t m_count = 0, m_revision = 0;
  int m_depth = 0;
  std::size_t m_pointCount = 0;                         ///< of the state, as of the last updateBoxes()
  mutable std::vector<type::BoundingBox> m_firstBoxes;  ///< by which it is chosen; until it is built
  mutable geometry::BoxHierarchy m_boxes;
  mutable bool m_isBuilt = false, m_isFitted = false;
  type::BoundingBox m_outerBox;

  mutable std::vector<type::BoundingBox> m_elementBoxes;
  std::optional<Origin> m_boxOrigin;
  type::BoundingBox m_wholeBox;  ///< of the elements, as of m_boxOrigin
};

}  // namespace sofa::core
