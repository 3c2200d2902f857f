#include "ScriptEnd.h"

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of the package Sofa; scripts use what Sofa.Core, Sofa.Simulation and others make of it.";
  using namespace sofa::python;
  bindScriptEnd();
  bindHandles(m);
  bindObjects(m);
  bindData(m);
  bindLinks(m);
  bindNodes(m);
  bindSimulation(m);
  bindMessages(m);
  bindComponents(m);
  bindForces(m);
  bindMappings(m);
  bindFactory(m);
  bindTopology(m);
  bindMatrices(m);
  bindServices(m);
  bindDrawing(m);
  bindEvaluation(m);
  bindConsole(m);
  bindViewer(m);
}
