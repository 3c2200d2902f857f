// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/BilateralLagrangianConstraint.h"
#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/ContactSides.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::constraintlagrangian {
namespace {

using core::CollisionModel;
using Ties = BilateralLagrangianConstraint<type::Vec3Types>;

/// Ties the points of two models in contact as they were when they were detected last. With the setting keepAlive they
/// stay tied when the contact is lost.
class StickContactConstraint final : public core::Contact {
 public:
  StickContactConstraint(CollisionModel& first, CollisionModel& second, const core::Intersection& intersection,
                         core::ContactSides sides)
      : Contact(first, second),
        m_intersection(intersection),
        m_sides(std::move(sides)),
        m_ties(std::make_shared<Ties>()) {
    m_ties->setClass("BilateralLagrangianConstraint", Ties::staticTemplateName());
    m_ties->l_object1.set(&m_sides.state1());
    m_ties->l_object2.set(&m_sides.state2());
    m_ties->setValid();
    setResponse(m_ties);
  }
  bool setParameter(const std::string& name, const std::string& value) override {
    type::TextReader reader(value);
    return name == "keepAlive" && type::readBool(reader, m_keepAlive) && reader.atEnd();
  }
  bool staysApart() const override { return m_keepAlive; }
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override {
    const auto selected = m_distinct.select(outputs, DistinctContacts::sizeOfPlaces(m_intersection, first(), second()),
                                            DistinctContacts::From::all);
    auto &firsts = m_ties->d_firstPoint.edit(), &seconds = m_ties->d_secondPoint.edit();
    auto& rest = m_ties->d_restVector.edit();
    firsts.clear();
    seconds.clear();
    rest.clear();
    m_sides.restart(selected.size());
    for (const core::DetectionOutput* output : selected) {
      const auto ends = m_sides.attach(*output);
      firsts.push_back(ends.index1);
      seconds.push_back(ends.index2);
      rest.push_back(output->point2 - output->point1);
    }
    m_sides.finish();
  }
  void archive(core::Archive& archive) override {
    Contact::archive(archive);
    m_sides.archive(archive);
    archive.io(m_ties->d_firstPoint.edit());
    archive.io(m_ties->d_secondPoint.edit());
    archive.io(m_ties->d_restVector.edit());
    if (archive.isLoading() && !m_ties->checkPoints()) archive.fail();
  }
  bool owns(const core::Component& component) const override {
    return Contact::owns(component) || m_sides.owns(component);
  }

 private:
  const core::Intersection& m_intersection;
  core::ContactSides m_sides;
  std::shared_ptr<Ties> m_ties;
  DistinctContacts m_distinct;
  bool m_keepAlive = true;
};

const core::RegisterContact registered("StickContactConstraint",
                                       [](CollisionModel& a, CollisionModel& b,
                                          const core::ContactMaking& how) -> std::unique_ptr<core::Contact> {
                                         auto sides = core::ContactSides::together(a, b);
                                         if (!sides) return nullptr;
                                         return std::make_unique<StickContactConstraint>(a, b, how.intersection,
                                                                                         std::move(*sides));
                                       });

}  // namespace
}  // namespace sofa::component::constraintlagrangian
