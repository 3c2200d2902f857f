// SPDX-License-Identifier: Apache-2.0
#include <Python.h>
#include <dlfcn.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "Sofa/Helper/Message.h"
#include "Sofa/Simulation/Run/ScriptConsole.h"
#include "Sofa/Simulation/Run/StopSignals.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"

/// The plugin with which a program that is not Python reads scenes written in Python: it starts an interpreter when the
/// first one is asked for. The package Sofa does the rest, as it does in python3.
namespace {

namespace fs = std::filesystem;
using sofa::helper::Severity;

constexpr const char* extensions[] = {".py", ".py3", ".pyscn", ".py3scn"};

void tell(std::string text) { sofa::helper::send(Severity::Error, "SofaPython3", std::move(text)); }

/// The exception that is set, as text; none is set afterwards.
std::string takeException() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  PyObject* text = value ? PyObject_Str(value) : nullptr;
  const char* characters = text ? PyUnicode_AsUTF8(text) : nullptr;
  std::string message = characters ? characters : "unknown";
  PyErr_Clear();
  for (PyObject* object : {text, type, value, trace}) Py_XDECREF(object);
  return message;
}

/// Beside this library.
fs::path packageFolder() {
  Dl_info library{};
  ::dladdr(reinterpret_cast<const void*>(&packageFolder), &library);
  std::error_code ignored;
  return fs::canonical(library.dli_fname, ignored).parent_path() / "python3" / "site-packages";
}

/// The interpreter of an active virtual environment that fits, else the one the plugin was built for: PATH may have
/// another one first, whose modules would not fit.
std::string interpreter() {
  const char* environment = std::getenv("VIRTUAL_ENV");
  std::error_code ignored;
  const fs::path folder = environment ? environment : "";
  const auto version = "python" + std::to_string(PY_MAJOR_VERSION) + "." + std::to_string(PY_MINOR_VERSION);
  if (environment && fs::exists(folder / "lib" / version, ignored) && fs::exists(folder / "bin" / "python3", ignored))
    return folder / "bin" / "python3";
  return SOFA_PYTHON_EXECUTABLE;
}

bool initialise() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;  // Ctrl-C is the program's
  config.parse_argv = 0;
  PyConfig_SetBytesString(&config, &config.program_name, interpreter().c_str());
  const PyStatus status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status))
    tell(std::string("Python cannot be started: ") + (status.err_msg ? status.err_msg : ""));
  return !PyStatus_Exception(status);
}

void addFolder(PyObject* path, Py_ssize_t place, const std::string& folder) {
  PyObject* text = PyUnicode_FromString(folder.c_str());
  PyList_Insert(path, place, text);
  Py_XDECREF(text);
}

/// False after an error message.
bool callRuntime(const char* function) {
  PyObject* module = PyImport_ImportModule("SofaRuntime");
  PyObject* result = module ? PyObject_CallMethod(module, function, nullptr) : nullptr;
  const bool works = result != nullptr;
  if (!works) tell("The Python package of the program cannot be used: " + takeException());
  Py_XDECREF(result);
  Py_XDECREF(module);
  return works;
}

void forgetInterrupt() {
  const PyGILState_STATE state = PyGILState_Ensure();
  if (PyErr_CheckSignals() != 0) PyErr_Clear();
  PyGILState_Release(state);
}

/// Signals stay the program's, which has the script that runs raise KeyboardInterrupt.
void takeInterrupts() {
  struct sigaction ofProgram {};
  ::sigaction(SIGINT, nullptr, &ofProgram);
  PyRun_SimpleString("import signal; signal.signal(signal.SIGINT, signal.default_int_handler)");
  ::sigaction(SIGINT, &ofProgram, nullptr);
  sofa::simulation::StopSignals::setScripts({&PyErr_SetInterrupt, &forgetInterrupt});
}

void end() {
  const PyGILState_STATE state = PyGILState_Ensure();
  callRuntime("_end");
  PyGILState_Release(state);
}

/// Starts the interpreter; the package then reads scenes. False after an error message.
bool start() {
  // Modules made of C++ look for the interpreter's functions among those that all see.
  Dl_info python{};
  if (::dladdr(reinterpret_cast<const void*>(&Py_IsInitialized), &python) != 0)
    ::dlopen(python.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  if (!initialise()) return false;
  PyObject* path = PySys_GetObject("path");
  addFolder(path, 0, "");
  addFolder(path, 1, packageFolder());
  takeInterrupts();
  const bool works = callRuntime("_begin");
  std::atexit(&end);
  PyEval_SaveThread();
  return works;
}

bool started() {
  static const bool works = start();
  return works;
}

std::shared_ptr<sofa::simulation::Node> load(const std::string& file) {
  std::string problem;
  if (started())
    if (const auto loader = sofa::simulation::findSceneLoader(fs::path(file).extension().string(), problem))
      return loader(file);
  tell(file + " cannot be loaded: Python could not be started, see above.");
  return nullptr;
}

/// The package, once it is there, makes consoles itself.
std::shared_ptr<sofa::simulation::ScriptConsole> makeConsole() {
  std::string told;
  return started() ? sofa::simulation::makeScriptConsole(told) : nullptr;
}

}  // namespace

/// The program calls it when it has loaded the plugin.
extern "C" __attribute__((visibility("default"))) void initExternalModule() {
  if (Py_IsInitialized()) return;  // in python3: the package reads scenes already
  for (const char* extension : extensions) sofa::simulation::setSceneLoader(extension, &load);
  sofa::simulation::setScriptConsoleMaker(&makeConsole);
}
