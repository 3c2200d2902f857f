# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -P check_package.cmake
# Installs the build tree BUILD to a fresh folder, moves that, and builds the outside project SOURCE with it. The installed
# runSofa then runs a scene with the plugin: an installed framework must be found by find_package, work from any place and
# need nothing of the build tree.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_PREFIX_PATH=${WORK}/prefix)
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/build/loader ${WORK}/build/lib/libOutsidePlugin.so)

set(ENV{SOFA_PLUGIN_PATH} ${WORK}/build/lib)
step(${WORK}/prefix/bin/runSofa -g batch -n 1 --state-out ${WORK}/state.json ${SOURCE}/pull.scn)
file(READ ${WORK}/state.json state)
string(JSON frames LENGTH ${state} frames)
math(EXPR last "${frames} - 1")
string(JSON z GET ${state} frames ${last} states 0 position 2)
if(NOT z MATCHES "^0\\.0?(2$|20000000|19999999)")
  message(FATAL_ERROR "the point pulled by the plugin's component is at z = ${z}, not at 0.02")
endif()

# The examples that users start from: a plugin loaded by RequiredPlugin and by -l, and a program without XML.
foreach(example plugin program)
  step(${CMAKE_COMMAND} -S ${EXAMPLES}/${example} -B ${WORK}/${example} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)  # as the pages print it, without a build type
  step(${CMAKE_COMMAND} --build ${WORK}/${example})
  load_cache(${WORK}/${example} READ_WITH_PREFIX built_ CMAKE_BUILD_TYPE)
  if(NOT built_CMAKE_BUILD_TYPE STREQUAL Release)
    message(FATAL_ERROR "example ${example} was built as '${built_CMAKE_BUILD_TYPE}', not as Release")
  endif()
endforeach()
set(ENV{SOFA_PLUGIN_PATH} ${WORK}/plugin/lib)
step(${WORK}/prefix/bin/runSofa -g batch -n 20 ${EXAMPLES}/plugin/ExamplePlugin.scn)
set(ENV{SOFA_PLUGIN_PATH})
step(${WORK}/prefix/bin/runSofa -g batch -l ${WORK}/plugin/lib/libExamplePlugin.so --describe StretchEnergyForceField)
# Its tests use the installed test kit; where GoogleTest is not installed there are none.
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/plugin --output-on-failure)
step(${WORK}/program/pendulum)
step(${WORK}/program/variations)

# The modules of Python, where they were built: the folder for Python, a file that has Python find it, and runSofa.
if(EXISTS ${WORK}/prefix/lib/libSofaPython3.so)
  set(ENV{PYTHONPATH} ${WORK}/prefix/lib/python3/site-packages)
  step(${PYTHON} ${EXAMPLES}/Python/shaken_beams.py)
  set(ENV{PYTHONPATH})
  file(GLOB folders ${WORK}/prefix/lib/python3.*/*-packages)
  foreach(folder IN LISTS folders)
    step(${PYTHON} -c "import site; site.addsitedir('${folder}'); import Sofa; Sofa.Core.Node('n').addObject('MechanicalObject')")
  endforeach()
  step(${WORK}/prefix/bin/runSofa -g batch -n 2 ${EXAMPLES}/Python/shaken_beams.py --argv 5000)
endif()
