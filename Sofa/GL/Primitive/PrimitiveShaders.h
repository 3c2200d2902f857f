// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// Pieces of the shaders that draw what components describe.
namespace sofa::gl {

/// What a fragment becomes: a colour, or the number of its owner. `emitFragment` is to be called with the final colour.
/// Coverage below 1 thins opaque edges on multisampled buffers and blended ones anywhere; where neither is the case,
/// the fragment is there or not.
inline constexpr std::string_view colorOutputGlsl = R"(
uniform bool smoothEdges;
out vec4 fragment;
void emitFragment(vec4 color, uint owner, float coverage) {
  if (coverage < 0.1 || (!smoothEdges && coverage < 0.5)) discard;
  fragment = vec4(color.rgb, smoothEdges ? color.a * coverage : color.a);
}
)";
inline constexpr std::string_view ownerOutputGlsl = R"(
uniform uint only;  // 0: all owners
out uint fragment;
void emitFragment(vec4 color, uint owner, float coverage) {
  if (coverage < 0.5 || owner == 0u || (only != 0u && owner != only)) discard;
  fragment = owner;
}
)";

/// Light from over the viewer's left shoulder on both sides of a surface, specular white with shininess 20. Position
/// and normal are in the camera's axes.
inline constexpr std::string_view headLightGlsl = R"(
uniform mat4 projection;
vec3 toEye(vec3 position) { return projection[3][3] > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-position); }
vec3 lit(vec3 color, vec3 normal, vec3 position) {
  vec3 eye = toEye(position);
  if (dot(normal, eye) < 0.0) normal = -normal;
  const vec3 light = vec3(-0.2872, 0.3829, 0.8780);
  float diffuse = max(dot(normal, light), 0.0);
  float specular = diffuse > 0.0 ? pow(max(dot(normal, normalize(light + eye)), 0.0), 20.0) : 0.0;
  return color * (0.2 + 0.8 * diffuse) + vec3(0.5 * specular);
}
)";

/// A little nearer than surfaces in the same place, so that edges drawn on faces are seen: by 1/2000 of the distance,
/// or of half the depth of an orthographic view. Points that are not numbers are nowhere.
inline constexpr std::string_view placeGlsl = R"(
uniform mat4 projection;
const vec4 nowhere = vec4(0.0, 0.0, 2.0, 1.0);
bool isPlace(vec3 p) { return all(lessThan(abs(p), vec3(1e30))); }
vec4 nearer(vec4 clipped) {
  float step = projection[3][3] > 0.5 ? 5e-4 : -5e-4 * projection[3][2];
  return vec4(clipped.xy, max(clipped.z - step, min(clipped.z, -clipped.w)), clipped.w);
}
)";

inline constexpr std::string_view pointVertexGlsl = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uint owner;
uniform mat4 viewProjection;
uniform vec4 viewport;
uniform float size;
flat out vec4 pointColor;
flat out uint pointOwner;
flat out vec2 center;
void main() {
  pointColor = color;
  pointOwner = owner;
  clip(position);
  gl_Position = isPlace(position) ? nearer(viewProjection * vec4(position, 1.0)) : nowhere;
  center = viewport.xy + (0.5 + 0.5 * gl_Position.xy / gl_Position.w) * viewport.zw;
  gl_PointSize = size > 1.5 ? size + 2.0 : size;  // room for the smooth edge
}
)";
inline constexpr std::string_view pointFragmentGlsl = R"(
uniform float size;
flat in vec4 pointColor;
flat in uint pointOwner;
flat in vec2 center;
void main() {
  // gl_PointCoord is not exact on multisampled buffers everywhere.
  float coverage = 1.0;
  if (size > 1.5) coverage = clamp(0.5 * size + 0.5 - length(gl_FragCoord.xy - center), 0.0, 1.0);
  emitFragment(vec4(pointColor.rgb, pointColor.a), pointOwner, coverage);
}
)";

/// A line is an instance of four vertices. Its part behind the eye is cut off before it becomes a strip of pixels.
inline constexpr std::string_view lineVertexGlsl = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec4 fromColor;
layout(location = 2) in uint owner;
layout(location = 3) in vec3 to;
layout(location = 4) in vec4 toColor;
uniform mat4 viewProjection;
uniform vec4 viewport;
uniform float size;
out vec4 lineColor;
flat out uint lineOwner;
void main() {
  lineOwner = owner;
  lineColor = vec4(0.0);
  clip(from);
  gl_Position = nowhere;
  if (!isPlace(from) || !isPlace(to)) return;
  vec4 a = viewProjection * vec4(from, 1.0), b = viewProjection * vec4(to, 1.0);
  float aheadA = a.z + a.w, aheadB = b.z + b.w;  // of the near plane
  if (aheadA < 0.0 && aheadB < 0.0) return;
  float first = aheadA < 0.0 ? aheadA / (aheadA - aheadB) : 0.0;
  float last = aheadB < 0.0 ? aheadA / (aheadA - aheadB) : 1.0;
  vec4 start = mix(a, b, first), end = mix(a, b, last);
  vec2 along = (end.xy / end.w - start.xy / start.w) * viewport.zw;
  vec2 direction = dot(along, along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  bool atEnd = gl_VertexID > 1;
  vec2 across = vec2(-direction.y, direction.x) * (gl_VertexID % 2 == 0 ? size : -size) / viewport.zw;
  vec4 place = atEnd ? end : start;
  lineColor = mix(fromColor, toColor, atEnd ? last : first);
  clip(mix(from, to, atEnd ? last : first));
  gl_Position = nearer(vec4(place.xy + across * place.w, place.zw));
}
)";
inline constexpr std::string_view lineFragmentGlsl = R"(
in vec4 lineColor;
flat in uint lineOwner;
void main() { emitFragment(vec4(lineColor.rgb, lineColor.a), lineOwner, 1.0); }
)";

inline constexpr std::string_view triangleVertexGlsl = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uint owner;
uniform mat4 view;
out vec3 seenPosition;
out vec4 cornerColor;
out float missing;
flat out uint triangleOwner;
void main() {
  vec4 seen = view * vec4(position, 1.0);
  seenPosition = seen.xyz;
  cornerColor = color;
  triangleOwner = owner;
  clip(position);
  missing = isPlace(position) ? 0.0 : 1.0;
  gl_Position = missing == 0.0 ? projection * seen : nowhere;
}
)";
inline constexpr std::string_view triangleFragmentGlsl = R"(
uniform bool shaded;
in vec3 seenPosition;
in vec4 cornerColor;
in float missing;
flat in uint triangleOwner;
void main() {
  if (missing > 0.0) discard;  // a triangle with a corner that is nowhere
  vec3 color = cornerColor.rgb;
  if (shaded) color = lit(color, normalize(cross(dFdx(seenPosition), dFdy(seenPosition))), seenPosition);
  emitFragment(vec4(color, cornerColor.a), triangleOwner, 1.0);
}
)";

}  // namespace sofa::gl
