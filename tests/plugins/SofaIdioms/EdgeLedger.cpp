// SPDX-License-Identifier: Apache-2.0
// A component of no other kind that keeps a book of edges by a handler class.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/objectmodel/BaseObject.h>
#include <sofa/core/topology/TopologyData.h>
#include <sofa/core/topology/TopologyDataHandler.h>

namespace sofaidioms {

class EdgeLedger : public sofa::core::objectmodel::BaseObject {
 public:
  SOFA_CLASS(EdgeLedger, sofa::core::objectmodel::BaseObject);

  struct Entry {
    sofa::Index low = 0, high = 0;
  };
  typedef sofa::type::vector<sofa::Index> Ends;

  class EdgeHandler : public sofa::core::topology::TopologyDataHandler<sofa::topology::Edge, Ends> {
   public:
    typedef sofa::core::topology::TopologyDataHandler<sofa::topology::Edge, Ends> Inherit;
    EdgeHandler(EdgeLedger* ledger, sofa::core::topology::EdgeData<Ends>* data) : Inherit(data), m_ledger(ledger) {}
    void applyCreateFunction(sofa::Index, sofa::Index& sum, const sofa::topology::Edge& edge,
                             const sofa::type::vector<sofa::Index>&, const sofa::type::vector<SReal>&) override {
      sum = edge[0] + edge[1];
      m_ledger->m_created++;
    }
    void applyDestroyFunction(sofa::Index, sofa::Index& sum) override { m_ledger->m_lost += sum; }

   private:
    EdgeLedger* m_ledger;
  };

  sofa::core::topology::EdgeData<Ends> d_sums;
  sofa::Data<std::string> d_report;

  void init() override {
    auto* topology = this->getContext()->getMeshTopology();
    if (!topology) return;
    m_handler = std::make_unique<EdgeHandler>(this, &d_sums);
    d_sums.createTopologyHandler(topology, m_handler.get());
    auto& sums = *d_sums.beginEdit();
    for (const auto& edge : topology->getEdges()) sums.push_back(edge[0] + edge[1]);
    d_sums.endEdit();
    f_listening.setValue(true);
  }
  void handleEvent(sofa::core::objectmodel::Event* event) override {
    if (sofa::simulation::AnimateEndEvent::checkEventType(event)) {
      std::ostringstream text;
      text << "created " << m_created << " lost " << m_lost;
      d_report.setValue(text.str());
    }
  }

 protected:
  EdgeLedger()
      : d_sums(initData(&d_sums, "sums", "of the numbers of the ends")),
        d_report(initData(&d_report, std::string(), "report", "what happened")) {}

 private:
  std::unique_ptr<EdgeHandler> m_handler;
  int m_created = 0;
  sofa::Index m_lost = 0;
};

int EdgeLedgerClass = sofa::core::RegisterObject("Keeps a book of edges").add<EdgeLedger>();

}  // namespace sofaidioms
