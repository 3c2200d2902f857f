// SPDX-License-Identifier: Apache-2.0
#pragma once
// Qt and the standard library, for the sources of the viewer; project headers stay out.
#include "Sofa/Precompiled.h"

#include <QtCore>
#include <QtGui>
#include <QtWidgets>
