// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::setting {
namespace {

/// Without effect: threads belong to the program, which may run several scenes, and results do not depend on them.
class TaskSchedulerSettings final : public core::Component {};

const auto registered = core::Register("TaskSchedulerSettings", "Sofa.Simulation.Core",
                                       "accepted for scenes that have it: the program decides on threads (--threads), "
                                       "and results are the same for any number of them")
                            .ignores("nbThreads", "the program decides on threads (--threads)")
                            .ignores("taskSchedulerType", "there is one kind of threads")
                            .add<TaskSchedulerSettings>();

}  // namespace
}  // namespace sofa::component::setting
