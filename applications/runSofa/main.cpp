#include <CLI/CLI.hpp>
#include <chrono>

#include "Sofa/Core/PluginManager.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "Sofa/Simulation/StateRecorder.h"

int main(int argc, char** argv) {
  using namespace sofa;
  CLI::App app{"Runs a simulation scene"};
  app.allow_extras();
  std::string gui = "batch", scene, stateAt, stateOut;
  std::vector<std::string> dataPaths, plugins;
  long steps = 1000;
  int threads = 1;
  app.add_option("-g,--gui", gui);
  app.add_option("-n,--nbIter", steps);
  app.add_option("--threads", threads);
  app.add_option("--data-path", dataPaths)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-l,--load", plugins)->delimiter(',');
  app.add_option("--state-at", stateAt);
  app.add_option("--state-out", stateOut);
  app.add_option("scene", scene);
  CLI11_PARSE(app, argc, argv);

  helper::setThreadCount(threads);
  for (const auto& path : dataPaths) helper::ResourcePath::data().append(path);
  for (const auto& p : plugins) core::PluginManager::instance().load(p);
  using Clock = std::chrono::steady_clock;
  const auto ms = [](auto a, auto b) { return std::chrono::duration<double, std::milli>(b - a).count(); };
  const auto begin = Clock::now();
  auto root = simulation::readScene(scene);
  if (!root) return 1;
  simulation::initRoot(*root);
  simulation::StateRecorder::Timing timing;
  timing.loadMs = ms(begin, Clock::now());
  std::set<long> at;
  std::stringstream list(stateAt);
  for (std::string s; std::getline(list, s, ',');) at.insert(std::stol(s));
  simulation::StateRecorder recorder(at);
  recorder.record(0, *root);
  for (long i = 1; i <= steps; ++i) {
    const auto t = Clock::now();
    simulation::animate(*root);
    timing.stepMs.push_back(ms(t, Clock::now()));
    recorder.record(i, *root);
    if (const auto* bad = simulation::firstNonFiniteState(*root)) {
      bad->error("diverged at step {}", i);
      return 3;
    }
  }
  if (!stateOut.empty()) recorder.write(stateOut, steps, *root, timing);
  simulation::unload(*root);
  return 0;
}
