// SPDX-License-Identifier: Apache-2.0
// No include guard. A few classes of the framework have the names of classes of SOFA that are something else. They must
// keep them: these are the names that the library knows. Code written for SOFA means its own, by macros that headers of
// sofa/ define last, and that they take away before they include headers of the framework.
#ifdef SOFA_AUTHOR_HAS_ENGINE
#define DataEngine AuthorEngine
#endif
#ifdef SOFA_AUTHOR_HAS_MAPPING
#define Mapping AuthorMapping
#endif
#ifdef SOFA_AUTHOR_HAS_QUAT
#define Quat QuatOf
#endif
#ifdef SOFA_AUTHOR_HAS_VISITOR
#define Visitor AuthorVisitor
#endif
#ifdef SOFA_AUTHOR_HAS_COLOR_MAP
#define ColorMap AuthorColorMap
#endif
