# SPDX-License-Identifier: Apache-2.0
# What every target of this repository is compiled and linked with, and helpers that only make building faster.

# ccache with precompiled headers needs to be told that their time stamps don't matter.
find_program(SOFA_CCACHE ccache)
if(SOFA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(settings CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  if(NOT DEFINED ENV{CCACHE_BASEDIR})
    list(APPEND settings CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR} CCACHE_NOHASHDIR=1)
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${settings} ${SOFA_CCACHE})
endif()

foreach(name mold lld)
  find_program(SOFA_LINKER_${name} NAMES ld.${name} ${name})
  if(SOFA_LINKER_${name})
    add_link_options(-fuse-ld=${name})
    break()
  endif()
endforeach()

# In unity builds sources are compiled together with others of their folder only: a new file changes the neighbours of few.
function(sofa_group_by_folder target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(size ${CMAKE_UNITY_BUILD_BATCH_SIZE})
  if(NOT size)
    set(size 8)
  endif()
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(NOT DEFINED count_${folder})
      set(count_${folder} 0)
    endif()
    math(EXPR batch "${count_${folder}} / ${size}")
    math(EXPR count_${folder} "${count_${folder}} + 1")
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH name)
    string(MAKE_C_IDENTIFIER "${name}" name)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Warnings are errors; `cmake --compile-no-warning-as-error` lets a new compiler's pass. Those that gcc 12 gives for code
# the optimiser wrote itself, from inlined std::string and Eigen, are off, and sanitizers are left to warn.
function(sofa_target_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter
    -fno-math-errno -fno-trapping-math -fno-semantic-interposition -fvisibility-inlines-hidden)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wshadow=local
      -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-maybe-uninitialized -Wno-uninitialized)
    # A member of a template that no translation unit instantiates fails here, and not when it is first called.
    target_link_options(${target} PRIVATE LINKER:--no-undefined)
  endif()
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  if(NOT SOFA_SANITIZE)
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endif()
  # In unity builds every source's `registered`, the object that tells the factory of its component, gets a name of its own.
  set_target_properties(${target} PROPERTIES UNITY_BUILD_UNIQUE_ID registered)
  sofa_group_by_folder(${target})
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # it takes sources for headers there
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  # Executables too, though they need it not: position-dependent code can't share the library's precompiled header.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
endfunction()

# A library finds its own functions without looking them up when it is loaded.
function(sofa_bind_to_itself target)
  set(variables)
  foreach(length RANGE 40)  # of the last name, less one
    string(REPEAT "[!0-9]" ${length} rest)
    string(APPEND variables "_ZN*[0-9][a-z_]${rest}E; ")
  endforeach()
  set(list ${PROJECT_BINARY_DIR}/interposable.list)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/interposable.list.in ${list} @ONLY)
  target_link_options(${target} PRIVATE LINKER:--dynamic-list=${list})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${list})
endfunction()
