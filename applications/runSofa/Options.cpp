// SPDX-License-Identifier: Apache-2.0
#include "Options.h"

#include "About.h"
#include "Doctor.h"
#include "OptionsWithoutEffect.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <fstream>
#include <sstream>

#include "Sofa/Compatibility/Catalogue/ComponentComparison.h"
#include "Sofa/Compatibility/Catalogue/ComponentTable.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ComponentHelp.h"
#include "Sofa/Core/Service/FormerNames.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/Console.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Run/EndOfRun.h"
#include "Sofa/Simulation/Run/FrontEndLibrary.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"
#include "Sofa/Simulation/Scene/SceneUpgrade.h"
#include "Sofa/Version.h"

namespace helper = sofa::helper;
namespace simulation = sofa::simulation;
using helper::Severity;
using sofa::simulation::ExitStatus;

namespace {

constexpr int usage = static_cast<int>(ExitStatus::usage);

/// What is only text on the command line until it is checked.
struct RawOptions {
  std::string steps = "1000";
  std::string stateAt;
  std::vector<std::string> assignments, sceneArguments;
  std::string check, pluginList, verification;
  bool hideProgressBar = false, noSceneCheck = false, noAutoload = false, keepGoing = false;
};

std::optional<long> wholeNumber(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool readSteps(const std::string& text, long& steps) {
  const auto value = text == "infinite" ? -1 : wholeNumber(text);
  if (!value || *value < -1) {
    simulation::report(
        Severity::Error,
        fmt::format("-n {}: a number of steps is expected, or \"infinite\" (or -1) to go on until a signal.", text));
    return false;
  }
  steps = *value;
  return true;
}

bool readStateSteps(const std::string& text, std::set<long>& steps) {
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    const auto value = wholeNumber(part);
    if (!value || *value < 0) {
      simulation::report(
          Severity::Error,
          fmt::format("--state-at {}: \"{}\" is not a step; write for example --state-at 0,1,10,100", text, part));
      return false;
    }
    steps.insert(*value);
  }
  return true;
}

bool readAssignments(const std::vector<std::string>& texts,
                     std::vector<std::pair<std::string, std::string>>& assignments) {
  for (const auto& text : texts) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0) {
      simulation::report(Severity::Error, fmt::format("--set {}: write --set /path/component.data=value", text));
      return false;
    }
    assignments.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return true;
}

void addRunOptions(CLI::App& app, Options& o, RawOptions& raw) {
  auto& b = o.batch;
  app.add_option("scene", b.scene, "scene file (.scn, .xml, .py); without it the default example is run");
  app.add_option(
      "-g,--gui", o.gui,
      "front end: qt (window), batch (no display), offscreen (pictures without a display) [qt, or batch where "
      "there is no display]");
  app.add_option("-n,--nbIter", raw.steps, "steps to run, or \"infinite\" [1000]");
  app.add_option("--threads", o.threads, "number of threads, 1 to 1024; results do not depend on it [1]");
  app.add_option("--data-path", o.dataFolders, "folder to search for meshes and included scenes (repeatable)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-l,--load", o.plugins, "plugins to load (repeatable, or separated by commas)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--argv", raw.sceneArguments, "arguments of a Python scene (repeatable, or separated by commas)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--set", raw.assignments, "/path/component.data=value, applied to the loaded scene (repeatable)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--resume", b.resume, "continue from a checkpoint of the same scene");
  app.add_option("--check", raw.check, "load and validate the scene; nothing is run or written")
      ->expected(0, 1)
      ->type_name("[SCENE]");
  app.add_flag("--noscenecheck", raw.noSceneCheck, "skip the checks for likely mistakes");
  app.add_flag("--allow-plugin-paths", o.allowPluginPaths,
               "let scenes load plugins by file, not only by a name in the plugin path");
  app.add_flag("--all-messages", o.allMessages,
               "also print the messages that follow from a component that could not be created");
  app.add_flag("--strict", o.batch.strict,
               "treat warnings as errors (exit status 1) and refuse class names of former versions of SOFA");
  app.add_option("--compatibility", o.compatibility,
                 "reproduce defects of SOFA v26.06 (SOFA), or not (exact), in scenes whose root does not say [SOFA]")
      ->check(CLI::IsMember({"SOFA", "exact"}));
  app.add_flag("--keep-going", raw.keepGoing, "go on after exceptions of controllers in Python; the status is still 1");
  app.add_flag("--noautoload", raw.noAutoload, "do not read the list of plugins (plugin_list.conf)");
}

void addOutputOptions(CLI::App& app, Options& o, RawOptions& raw) {
  auto& b = o.batch;
  app.add_option("--state-at", raw.stateAt, "record the states at these steps, such as 0,1,10,100");
  app.add_option("--state-out", b.stateOut,
                 "write the recorded states to this JSON file; without --state-at the last states and the times");
  app.add_option("--times-out", b.timesOut, "write the times of loading and of the steps to this JSON file");
  app.add_option("--export", b.exportFolder, "write time series for ParaView (.vtu, .vtp, .pvd) into this folder");
  app.add_option("--export-every", b.exportEvery, "steps between two exported frames [1]")->check(CLI::PositiveNumber);
  app.add_option("--checkpoint-every", b.checkpointEvery, "steps between two checkpoints, written as SCENE.checkpoint")
      ->check(CLI::PositiveNumber);
  app.add_flag("--hideProgressBar", raw.hideProgressBar, "print no progress and no summary");
  app.add_flag("--profile", b.profile, "print a table of times at the end");
  app.add_option("--profile-out", b.profileOut, "write a trace for chrome://tracing, Perfetto or Speedscope");
  app.add_flag("-b,--computationTimeAtBegin", b.timeInit,
               "print the times of loading and initialisation (qt: and of the first picture)");
  app.add_option("--computationTimeSampling", b.timerSampling, "report times every N steps; 0 never [0]")
      ->check(CLI::NonNegativeNumber);
  app.add_option("-o,--computationTimeOutputType", b.timerOutput, "stdout, json or ljson [stdout]")
      ->check(CLI::IsMember({"stdout", "json", "ljson"}));
  app.add_option("-c,--colors", o.colors, "yes, no or auto [auto]")->check(CLI::IsMember({"yes", "no", "auto"}));
  app.add_option("-f,--formatting", o.formatting, "format of messages: auto, sofa, clang, rich, test [auto]")
      ->check(CLI::IsMember({"auto", "sofa", "clang", "rich", "test"}));
  app.add_flag("-p,--factory", o.printFactory, "print the classes the factory knows");
  app.add_option("--list-components", o.listPattern, "list the components whose name contains PATTERN")
      ->expected(0, 1)
      ->type_name("[PATTERN]");
  app.add_flag("--component-table", o.componentTable, "print which components of SOFA v26.06 are there, as Markdown");
  app.add_option("--compare-components", o.componentCatalogue,
                 "list how the components differ from those of a catalogue (JSON file)");
  app.add_flag("--doctor", o.doctor, "tell what is found, missing or in conflict, and what to do about it");
  app.add_option("--upgrade", o.upgrade, "write SCENE with today's class names beside it, as NAME.upgraded.scn")
      ->type_name("SCENE");
  app.add_option("--describe", o.describe, "print Data, links, templates and an example of a component");
}

/// What only front ends that draw look at.
void addViewerOptions(CLI::App& app, Options& o) {
  auto& f = o.frontEnd;
  app.add_flag("-a,--start", f.startAnimated, "qt: animate at once");
  app.add_flag("-i,--interactive", f.watchFile, "qt: reload the scene when its file changes");
  app.add_flag("--tmp", f.temporary, "qt: keep the scene out of the list of recent ones");
  app.add_flag("-r,--recent", o.recent, "qt: open the last scene again, if none is given");
  app.add_flag("--fullscreen", f.fullScreen, "qt: fill the screen");
  app.add_option("--compare", f.compareWith, "qt: show a second scene beside the first, step by step");
  app.add_option("--msaa", f.samples, "qt, offscreen: samples per pixel, 0 for none [4]")->check(CLI::Range(0, 64));
  app.add_option("--width", f.width, "qt, offscreen: width of the view (pixels) [800]")->check(CLI::Range(1, 16384));
  app.add_option("--height", f.height, "qt, offscreen: height of the view (pixels) [600]")->check(CLI::Range(1, 16384));
  app.add_option("--screenshot-every", f.screenshotEvery, "offscreen: steps between pictures; 0 for the last only [0]")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--out", f.outFolder, "offscreen: folder for the pictures [.]");
  app.add_option("--view", f.viewFile, "qt, offscreen: look from this saved view [SCENE.view]");
}

/// False after an error message if there are words that no option takes.
bool checkUnknown(const CLI::App& app, const std::vector<std::string>& extras) {
  std::vector<std::string> known;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  for (const auto& extra : extras)
    if (extra.starts_with('-'))
      simulation::report(Severity::Error, fmt::format("Unknown option {}.{} --help lists them all.", extra,
                                                      helper::didYouMean(extra.substr(0, extra.find('=')), known)));
    else
      simulation::report(Severity::Error,
                         fmt::format("{}: one scene is run at a time, and it is named already.", extra));
  return extras.empty();
}

/// False after an error message if an option ends in "=": the parser would take what comes next for its value.
bool checkAssigned(int argc, char** argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    simulation::report(Severity::Error, fmt::format("{}: a value is expected after the equals sign.", word));
    return false;
  }
  return true;
}

/// False after an error message if an option is given an empty name of a file, a component or the like.
bool checkEmpty(const CLI::App& app) {
  bool good = true;
  for (const auto* option : app.get_options()) {
    if (option->count() == 0 || option->get_expected_min() == 0) continue;
    const auto& results = option->results();
    if (std::none_of(results.begin(), results.end(), [](const auto& text) { return text.empty(); })) continue;
    simulation::report(Severity::Error, fmt::format("{}: a value is expected that is not empty.", option->get_name()));
    good = false;
  }
  return good;
}

/// The scene may stand after --check as well as anywhere else, but only one.
bool chooseScene(const CLI::App& app, const RawOptions& raw, Options& options) {
  auto& batch = options.batch;
  batch.checkOnly = app.count("--check") > 0;
  if (!batch.checkOnly) return true;
  options.gui = "batch";
  if (!raw.check.empty() && !batch.scene.empty()) {
    simulation::report(Severity::Error,
                       fmt::format("--check {} {}: one scene is checked at a time.", raw.check, batch.scene));
    return false;
  }
  if (batch.scene.empty()) batch.scene = raw.check;
  if (!batch.scene.empty()) return true;
  simulation::report(Severity::Error, "--check: name the scene to check.");
  return false;
}

bool useColors(const std::string& choice) {
  if (choice != "auto") return choice == "yes";
  if (const char* environment = std::getenv("SOFA_COLOR_TERMINAL")) return std::string_view(environment) == "yes";
  return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

void loadPlugins(const Options& options) {
  std::vector<std::string> names = options.plugins;
  if (options.autoload)
    for (const char* list : {"plugin_list.conf", "plugin_list.conf.default"}) {
      std::ifstream stream(sofa::helper::installationPrefix() / "lib" / list);
      if (!stream) continue;
      for (std::string line; std::getline(stream, line);)
        if (const auto name = line.substr(0, line.find(' ')); !name.empty() && name[0] != '#') names.push_back(name);
      break;
    }
  for (const auto& name : names) {
    const auto result = sofa::core::PluginManager::instance().load(name);
    if (!result.loaded)
      simulation::report(Severity::Error, result.message);
    else if (!result.message.empty())
      simulation::report(Severity::Warning, result.message);
  }
}

/// "file:line:1: severity: text", which editors make clickable.
class ClangStyle : public sofa::helper::MessageHandler {
 public:
  void process(const sofa::helper::Message& m) override {
    static constexpr const char* names[] = {"info", "suggestion", "deprecated", "warning", "error", "fatal error"};
    const std::string sender = m.path.empty() ? m.sender : m.sender + "(" + m.path + ")";
    const std::string line = fmt::format("{}:{}:1: {}: [{}] {}", m.location.file.empty() ? "-" : m.location.file,
                                         m.location.line, names[static_cast<int>(m.severity)], sender, m.text);
    helper::printText(stderr, helper::printable(line, helper::LineBreaks::areEscaped) + "\n");
  }
};

/// Ends the program at the first error, for tests.
class StopAtError : public sofa::helper::MessageHandler {
 public:
  void process(const sofa::helper::Message& m) override {
    if (m.severity >= Severity::Error) std::_Exit(static_cast<int>(ExitStatus::badInput));
  }
};

int help(const std::string& text, const std::string& missing) {
  helper::print("{}", text.empty() ? missing : text);
  return text.empty() ? static_cast<int>(ExitStatus::badInput) : 0;
}

int compareWithCatalogue(const std::string& file) {
  const auto text = helper::readFile(file);
  std::string problem = text ? "" : "it cannot be read.";
  const auto differences = text ? sofa::compatibility::compareComponents(*text, problem)
                                : std::vector<sofa::compatibility::ComponentDifference>();
  if (!problem.empty()) {
    simulation::report(Severity::Error, fmt::format("--compare-components {}: {}", file, problem));
    return usage;
  }
  std::string lines;
  std::size_t unexplained = 0;
  for (const auto& [what, reason] : differences) {
    lines += fmt::format("{}: {}\n", what, reason.empty() ? "NO REASON IS KNOWN" : reason);
    unexplained += reason.empty();
  }
  helper::print("{}{} differences, {} of them without a known reason\n", lines, differences.size(), unexplained);
  return 0;
}

}  // namespace

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  CLI::App app{
      fmt::format("runSofa {}: simulates a scene.\nExit status: 0 good, 1 error in the scene or another input, 2 wrong "
                  "usage, 3 diverged, 128 + N stopped by signal N (130: Ctrl-C).",
                  SOFA_VERSION)};
  app.allow_extras();
  app.set_version_flag("--version", aboutText);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  RawOptions raw;
  addRunOptions(app, options, raw);
  addOutputOptions(app, options, raw);
  addViewerOptions(app, options);
  addTrustOptions(app, options.trust);
  if (!checkAssigned(argc, argv)) return usage;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : usage;
  }
  if (!checkUnknown(app, app.remaining()) || !checkEmpty(app) || !chooseScene(app, raw, options)) return usage;
  options.listComponents = app.count("--list-components") > 0;
  options.autoload = !raw.noAutoload && !options.trust.untrusted;
  auto& batch = options.batch;
  batch.progressBar = !raw.hideProgressBar;
  batch.sceneChecks = !raw.noSceneCheck;
  if (options.threads < 1 || options.threads > 1024) {
    simulation::report(Severity::Error,
                       fmt::format("--threads {}: a number from 1 to 1024 is expected.", options.threads));
    return usage;
  }
  options.frontEnd.sizeGiven = app.count("--width") + app.count("--height") > 0;
  const bool runs = !options.listComponents && !options.componentTable && options.componentCatalogue.empty() &&
                    options.describe.empty() && options.upgrade.empty() && !options.doctor && !options.batch.checkOnly;
  if (options.gui.empty()) options.gui = runs ? simulation::defaultFrontEnd() : "batch";
  warnWithoutFrontEnd(app, options.gui);
  options.frontEnd.argumentCount = argc;
  options.frontEnd.arguments = argv;
  if (!readSteps(raw.steps, batch.steps) || !readStateSteps(raw.stateAt, batch.stateAt) ||
      !readAssignments(raw.assignments, batch.assignments))
    return usage;
  warnWithoutOthers(app, batch);
  simulation::setSceneArguments(raw.sceneArguments);
  simulation::keepGoing(raw.keepGoing);
  return std::nullopt;
}

int runWith(const Options& options) {
  using namespace sofa;
  static ClangStyle clang;
  static StopAtError stop;
  helper::setConsole(options.formatting != "clang", useColors(options.colors));
  if (options.formatting == "clang") helper::addMessageHandler(&clang);
  if (options.formatting == "test") helper::addMessageHandler(&stop);
  helper::setThreadCount(options.threads);
  for (const auto& folder : options.dataFolders) {
    if (!std::filesystem::is_directory(folder))
      simulation::report(Severity::Warning, fmt::format("--data-path {}: there is no such folder.", folder));
    helper::ResourcePath::data().append(folder);
  }
  auto& plugins = core::PluginManager::instance();
  plugins.setInspectOnly(options.batch.checkOnly);
  applyTrust(options.trust, options.batch.checkOnly ? options.batch.scene : std::string());
  if (options.allowPluginPaths) plugins.setConsent([](const auto&) { return true; });
  core::SceneProblems::setShowAll(options.allMessages);
  loadPlugins(options);
  core::acceptFormerNames(!options.batch.strict);
  if (!options.compatibility.empty()) core::setUsualCompatibility(options.compatibility);
  if (options.doctor) return examineInstallation(options.dataFolders);
  if (options.printFactory) helper::print("{}", core::listComponents(""));
  if (options.componentTable) return help(compatibility::componentTable(), {});
  if (!options.componentCatalogue.empty()) return compareWithCatalogue(options.componentCatalogue);
  if (options.listComponents)
    return help(core::listComponents(options.listPattern),
                fmt::format("No component's name contains \"{}\".\n", options.listPattern));
  if (!options.upgrade.empty())
    return simulation::upgradeSceneFile(options.upgrade) ? 0 : static_cast<int>(ExitStatus::badInput);
  if (!options.describe.empty()) {
    const auto* former = core::ObjectFactory::instance().formerName(options.describe);
    const std::string hint = former && !former->refusal.empty()
                                 ? " " + former->refusal
                                 : helper::didYouMean(options.describe, core::ObjectFactory::instance().classNames());
    return help(core::describeComponent(options.describe),
                fmt::format("There is no component \"{}\".{}\n", options.describe, hint));
  }
  std::string problem;
  const auto* frontEnd = simulation::loadFrontEnd(options.gui, problem);
  if (!frontEnd) {
    simulation::report(Severity::Error, fmt::format("GUI '{}' creation failed: {}", options.gui, problem));
    return usage;
  }
  simulation::FrontEndOptions request = options.frontEnd;
  request.batch = options.batch;
  auto& batch = request.batch;
  if (batch.scene.empty() && !(options.recent && options.gui == "qt")) {
    const auto found = helper::ResourcePath::data().find("Demos/hanging_beam.scn",
                                                         helper::installationPrefix() / "share" / "sofa" / "examples");
    if (!found) {
      simulation::report(Severity::Error,
                         "No scene was given and the default example is not installed. Write runSofa SCENE.");
      return usage;
    }
    batch.scene = found->string();
  }
  return static_cast<int>((*frontEnd)(request));
}
