// A component that is told of events: it kicks one point at regular times.
#include <Sofa/Core/Contract/DrawList.h>
#include <Sofa/Core/Contract/State.h>
#include <Sofa/Core/ObjectModel/Archive.h>
#include <Sofa/Core/Service/ObjectFactory.h>

using namespace sofa;
using type::Vec3;
using type::Vec3Types;

class PulseController : public core::Component {
 public:
  core::Data<unsigned> d_index{this, "index", 0, "point that is kicked"};
  core::Data<Vec3> d_velocity{this, "velocity", Vec3(0, 1, 0), "added at each kick (m/s)"};
  core::Data<double> d_period{this, "period", 0.1, "time between kicks (s)", {.group = "Time", .required = true}};
  core::Link<core::State<Vec3Types>> l_state{this, "state", "state of the point; default: the node's"};

  PulseController() { d_listening.set(true); }

  void init() override {
    if (!l_state) l_state.set(dynamic_cast<core::State<Vec3Types>*>(core::mechanicalState(*context())));
    if (l_state && d_index.value() < l_state->size() && d_period.value() > 0) return setValid();
    error("a state with a point {} and a period above 0 are needed", d_index.value());
    setInvalid();
  }

  void handleEvent(core::Event& event) override {
    if (!isValid() || !core::eventAs<core::AnimateBeginEvent>(event)) return;
    if (context()->time() + 1e-9 < m_kicks * d_period.value()) return;
    l_state->writeDerivs(core::vec::velocity)[d_index.value()] += d_velocity.value();
    ++m_kicks;
    info("kick {} at {} s", m_kicks, context()->time());
  }
  void reset() override { m_kicks = 0; }
  void archive(core::Archive& archive) override { archive.io(m_kicks); }

  void draw(core::DrawList& list) const override {
    if (!isValid() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
    const Vec3 point = l_state->positions()[d_index.value()];
    list.arrow(point, point + 0.2 * d_velocity.value(), 0.02, {1, 0.5f, 0, 1});
  }

 private:
  int m_kicks = 0;
};

const auto registered =
    core::Register("PulseController", "ExamplePlugin", "kicks a point at regular times").add<PulseController>();
