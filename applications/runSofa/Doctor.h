// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

/// Prints what the program finds of itself, of the machine and of an installed SOFA, with a remedy for what is missing
/// or in conflict. The exit status: 0 if nothing is broken, else 1; what is optional may be missing.
int examineInstallation(const std::vector<std::string>& dataFolders);
