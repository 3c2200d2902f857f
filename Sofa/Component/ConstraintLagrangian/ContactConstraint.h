// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::constraintlagrangian {

/// Keeps points of one body outside of another: per contact one row along the normal and, with friction, one along each
/// of two tangents. What derives from it says the law of a contact.
///
/// With Q on the first body, P on the second, and the normal n from the first to the second, the normal violation is
/// d = (P - Q).n - distance; tangential ones are how far the points slide while they touch (docs/manual/
/// constraint-problem.md, "Contacts"). Filled by a response; without contacts it does nothing.
class ContactConstraint : public core::BaseLagrangianConstraint {
 public:
  struct Contact {
    type::Index index1 = 0, index2 = 0;
    type::Vec3 normal;          ///< unit, from the first body to the second
    double distance = 0;        ///< that the points are to keep (m)
    double friction = 0;        ///< Coulomb's mu; 0: no tangential rows
    double tolerance = 0;       ///< error that is small enough for this contact; 0: the solver's
    std::int64_t identity = 0;  ///< the same at the next step
  };
  core::Link<core::State<type::Vec3Types>> l_object1{this, "object1", "first state; default: the one of this node"};
  core::Link<core::State<type::Vec3Types>> l_object2{this, "object2", "second state; default: the one of this node"};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Vec3Types>(node, description, "object1", why) &&
           core::checkState<type::Vec3Types>(node, description, "object2", why);
  }

  void init() override;
  void clear() { m_contacts.clear(); }
  void add(const Contact& contact) { m_contacts.push_back(contact); }
  const std::vector<Contact>& contacts() const { return m_contacts; }
  void addRows(core::ConstraintProblem& problem) override;
  /// Appends the contacts with the forces of the last solve. The unit of a multiplier depends on the scheme of the
  /// solver that moves the bodies: a force in newtons is lambda times what a solution adds to the acceleration.
  void listActing(const core::OdeSolver& solver, std::vector<core::ActingContact>& list) const;
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;
  /// A number that responseParams may set; null for names that it has not.
  virtual double* setting(std::string_view name) { return name == "warmStart" ? &m_warmStart : nullptr; }

 protected:
  /// Of a contact with friction, whose block has three rows, or of one without.
  virtual void setLaw(core::ConstraintBlock& block, const Contact& contact) const = 0;

 private:
  using Rows = std::array<double, 3>;  ///< along the normal and the tangents
  using Frame = std::array<type::Vec3, 3>;
  /// Of the points of a state: where they are, and their free motion.
  struct Motion {
    Motion(const core::State<type::Vec3Types>& state, const core::ConstraintParams& params);
    const std::vector<type::Vec3>& x;
    const std::vector<type::Vec3>*xFree = nullptr, *vFree = nullptr;  ///< one of them: what constraints are about
  };
  struct ContactMotion {
    bool hasPoints;
    int firstRow;
    Frame frame;
    Rows violation;
  };
  static Rows violationOf(const Contact& contact, const Frame& frame, const Motion& motion1, const Motion& motion2,
                          double dt);
  /// Calls use(contact, its motion) for all, by all threads.
  template <class Use>
  void forContacts(const Use& use);
  /// Sets m_motions but for the rows.
  void findMotions(const core::ConstraintParams& params);
  /// Adds the directions of the constraint's rows.
  void addDirections(core::ConstraintJacobian& jacobian, int firstRow, std::size_t rows);
  bool hasPoints(const Contact& c) const { return c.index1 < l_object1->size() && c.index2 < l_object2->size(); }
  static int rowsOf(const Contact& contact) { return contact.friction > 0 ? 3 : 1; }

  std::vector<Contact> m_contacts;
  std::vector<ContactMotion> m_motions;  ///< of each
  double m_warmStart = 0;  ///< other than 0: solvers start from the multipliers of the last solve; in SOFA from zeros
  double m_dt = 0;         ///< of the last solve (s)
  bool m_wasNew = false;   ///< at the last solve
  bool m_isNew = true;     ///< until its first rows, whose multipliers the next solve does not start from
};

/// The normal and two tangents t, s that make a right-handed frame (n, s, t). Throws nothing: where the usual choice
/// has no direction, n parallel to (1, 1, 1), another one is taken.
std::array<type::Vec3, 3> contactFrame(const type::Vec3& normal);

}  // namespace sofa::component::constraintlagrangian
