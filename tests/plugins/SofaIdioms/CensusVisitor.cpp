// SPDX-License-Identifier: Apache-2.0
// Counts what a scene has by visitors of its own, and tells all listeners by an event of its own.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/objectmodel/BaseObject.h>
#include <sofa/core/objectmodel/Event.h>
#include <sofa/simulation/MechanicalVisitor.h>
#include <sofa/simulation/Node.h>
#include <sofa/simulation/PropagateEventVisitor.h>
#include <sofa/simulation/Visitor.h>
#include <sofa/simulation/mechanicalvisitor/MechanicalPropagateOnlyPositionAndVelocityVisitor.h>

namespace sofaidioms {

using sofa::simulation::Visitor;

class NameVisitor : public sofa::simulation::Visitor {
 public:
  explicit NameVisitor(const sofa::core::ExecParams* params) : Visitor(params) {}
  Visitor::Result processNodeTopDown(sofa::simulation::Node* node) override {
    names += node->getName() + ">";
    return node->getName() == "hidden" ? RESULT_PRUNE : RESULT_CONTINUE;
  }
  void processNodeBottomUp(sofa::simulation::Node* node) override { names += "<" + node->getName(); }
  const char* getClassName() const override { return "NameVisitor"; }
  std::string names;
};

class CountVisitor : public sofa::simulation::MechanicalVisitor {
 public:
  explicit CountVisitor(const sofa::core::MechanicalParams* mparams) : MechanicalVisitor(mparams) {}
  Result fwdMechanicalState(sofa::simulation::Node*, sofa::core::behavior::BaseMechanicalState* mm) override {
    free += mm->getMatrixSize();
    return RESULT_CONTINUE;
  }
  Result fwdMappedMechanicalState(sofa::simulation::Node*, sofa::core::behavior::BaseMechanicalState* mm) override {
    mapped += mm->getSize();
    return RESULT_CONTINUE;
  }
  std::size_t free = 0, mapped = 0;
};

class CensusEvent : public sofa::core::objectmodel::Event {
 public:
  SOFA_EVENT_H(CensusEvent)
  explicit CensusEvent(std::size_t count) : m_count(count) {}
  std::size_t getCount() const { return m_count; }

 private:
  std::size_t m_count;
};

class Census : public sofa::core::objectmodel::BaseObject {
 public:
  SOFA_CLASS(Census, sofa::core::objectmodel::BaseObject);
  sofa::Data<std::string> d_names;
  sofa::Data<sofa::type::vector<unsigned>> d_counts;

  void bwdInit() override {
    sofa::simulation::Node* root = dynamic_cast<sofa::simulation::Node*>(this->getContext()->getRootContext());
    NameVisitor names(sofa::core::execparams::defaultInstance());
    names.execute(root);
    d_names.setValue(names.names);
    CountVisitor count(sofa::core::mechanicalparams::defaultInstance());
    count.execute(this->getContext());
    d_counts.setValue({unsigned(count.free), unsigned(count.mapped)});
    auto* state = this->getContext()->get<sofa::core::behavior::MechanicalState<sofa::defaulttype::Vec3Types>>(
        sofa::core::objectmodel::BaseContext::SearchDown);
    if (!state) return;
    state->writePositions()[0][0] += 1;
    sofa::simulation::mechanicalvisitor::MechanicalPropagateOnlyPositionAndVelocityVisitor(
        sofa::core::mechanicalparams::defaultInstance())
        .execute(this->getContext());
    CensusEvent event(count.free);
    sofa::simulation::PropagateEventVisitor(sofa::core::execparams::defaultInstance(), &event).execute(root);
  }

 protected:
  Census()
      : d_names(initData(&d_names, std::string(), "nodes", "in the order of the traversal")),
        d_counts(initData(&d_counts, "counts", "reals of free states, points of mapped ones")) {}
};

class CensusListener : public sofa::core::objectmodel::BaseObject {
 public:
  SOFA_CLASS(CensusListener, sofa::core::objectmodel::BaseObject);
  sofa::Data<unsigned> d_heard;
  void handleEvent(sofa::core::objectmodel::Event* event) override {
    if (auto* census = dynamic_cast<CensusEvent*>(event)) d_heard.setValue(unsigned(census->getCount()));
  }

 protected:
  CensusListener() : d_heard(initData(&d_heard, 0u, "heard", "last number")) { f_listening.setValue(true); }
};

int CensusClass = sofa::core::RegisterObject("Counts states").add<Census>();
int CensusListenerClass = sofa::core::RegisterObject("Hears of a census").add<CensusListener>();

}  // namespace sofaidioms
