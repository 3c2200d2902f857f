# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=... -DFILE=... -P Commit.cmake: writes a header with the commit of the sources, anew only if it changed.
# An archive that git made has it in commit.txt; without either it is empty.
file(STRINGS ${SOURCE}/cmake/commit.txt commit LIMIT_COUNT 1)
if(commit MATCHES "Format")
  set(commit)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=* --abbrev=10
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "#pragma once\n#define SOFA_COMMIT \"${commit}\"\n")
if(EXISTS ${FILE})
  file(READ ${FILE} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${FILE} "${text}")
endif()
