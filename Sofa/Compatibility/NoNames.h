// SPDX-License-Identifier: Apache-2.0
// No include guard. Undoes what Sofa/Compatibility/Names.h defines.
#undef DataEngine
#undef Mapping
#undef Quat
#undef Visitor
#undef ColorMap
