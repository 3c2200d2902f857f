# SPDX-License-Identifier: Apache-2.0
# sofa_add_plugin(NAME [NO_INSTALL] sources...)
#
# Makes the plugin library lib<NAME>.so of the sources, linked to Sofa::Sofa. `runSofa -l NAME` or, in a scene,
# <RequiredPlugin name="NAME"/> loads it. Further libraries are added with target_link_libraries(NAME PRIVATE ...).
# The plugin also gets the variable sofaPluginBuildOptions, which the program reads from the file before it loads it: whether
# the plugin was built for the same version, with the same compiler and the same options that matter for its types
# (Sofa/Version.h).
function(sofa_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 plugin "NO_INSTALL" "" "")
  set(sources ${plugin_UNPARSED_ARGUMENTS})
  if(NOT sources)
    message(FATAL_ERROR "sofa_add_plugin(${name}): no sources given; write sofa_add_plugin(${name} File.cpp ...)")
  endif()
  set(handshake ${CMAKE_CURRENT_BINARY_DIR}/${name}.sofaPlugin.cpp)
  file(CONFIGURE OUTPUT ${handshake} CONTENT [[
// Written by sofa_add_plugin().
#include <Sofa/Version.h>
extern "C" {
extern __attribute__((visibility("default"))) const char sofaPluginBuildOptions[];
const char sofaPluginBuildOptions[] = SOFA_BUILD_OPTIONS;
}
]] @ONLY)
  add_library(${name} SHARED ${sources} ${handshake})
  target_link_libraries(${name} PRIVATE Sofa::Sofa)
  set_target_properties(${name} PROPERTIES PREFIX lib INSTALL_RPATH "$ORIGIN")
  if(COMMAND sofa_target_options)
    sofa_target_options(${name})
  endif()
  if(NOT plugin_NO_INSTALL)
    install(TARGETS ${name} LIBRARY DESTINATION lib)
  endif()
endfunction()
