// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// Shaders of the solid shapes. Attributes 0 to 4 are of the instance: the rows of its matrix, its colour, its owner.
namespace sofa::gl {

inline constexpr std::string_view glyphMeshVertexGlsl = R"(
layout(location = 0) in vec4 row0;
layout(location = 1) in vec4 row1;
layout(location = 2) in vec4 row2;
layout(location = 3) in vec4 color;
layout(location = 4) in uint owner;
layout(location = 5) in vec3 corner;
layout(location = 6) in vec3 normal;
uniform mat4 view;
out vec3 seenPosition;
out vec3 seenNormal;
out vec4 glyphColor;
flat out uint glyphOwner;
void main() {
  vec4 p = vec4(corner, 1.0);
  vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  // Normals go with the cofactors of the matrix.
  vec3 turned = vec3(dot(cross(row1.xyz, row2.xyz), normal), dot(cross(row2.xyz, row0.xyz), normal),
                     dot(cross(row0.xyz, row1.xyz), normal));
  vec4 seen = view * vec4(world, 1.0);
  seenPosition = seen.xyz;
  float size = max(max(abs(turned.x), abs(turned.y)), max(abs(turned.z), 1e-37));
  seenNormal = mat3(view) * (turned / size);
  glyphColor = color;
  glyphOwner = owner;
  clip(world);
  // All corners of an instance that is nowhere are nowhere.
  bool place = isPlace(row0.xyz) && isPlace(row1.xyz) && isPlace(row2.xyz) && isPlace(vec3(row0.w, row1.w, row2.w));
  gl_Position = place ? projection * seen : nowhere;
}
)";
inline constexpr std::string_view glyphMeshFragmentGlsl = R"(
in vec3 seenPosition;
in vec3 seenNormal;
in vec4 glyphColor;
flat in uint glyphOwner;
void main() {
  vec3 color = lit(glyphColor.rgb, normalize(seenNormal), seenPosition);
  emitFragment(vec4(color, glyphColor.a), glyphOwner, 1.0);
}
)";

/// Lines of a shape's outlines: two triangles each, whose corners know both ends.
inline constexpr std::string_view glyphLineVertexGlsl = R"(
layout(location = 0) in vec4 row0;
layout(location = 1) in vec4 row1;
layout(location = 2) in vec4 row2;
layout(location = 3) in vec4 color;
layout(location = 4) in uint owner;
layout(location = 5) in vec3 from;
layout(location = 6) in vec3 to;
uniform mat4 view;
uniform vec4 viewport;
uniform float size;
out vec4 glyphColor;
flat out uint glyphOwner;
vec3 inWorld(vec3 corner) {
  vec4 p = vec4(corner, 1.0);
  return vec3(dot(row0, p), dot(row1, p), dot(row2, p));
}
void main() {
  glyphColor = color;
  glyphOwner = owner;
  vec3 start = inWorld(from), end = inWorld(to);
  clip(start);
  gl_Position = nowhere;
  if (!isPlace(start) || !isPlace(end)) return;
  vec4 a = projection * (view * vec4(start, 1.0)), b = projection * (view * vec4(end, 1.0));
  float aheadA = a.z + a.w, aheadB = b.z + b.w;  // of the near plane
  if (aheadA < 0.0 && aheadB < 0.0) return;
  float first = aheadA < 0.0 ? aheadA / (aheadA - aheadB) : 0.0;
  float last = aheadB < 0.0 ? aheadA / (aheadA - aheadB) : 1.0;
  vec4 near = mix(a, b, first), far = mix(a, b, last);
  vec2 along = (far.xy / far.w - near.xy / near.w) * viewport.zw;
  vec2 direction = dot(along, along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  int corner = gl_VertexID % 6;  // 0 1 2, 2 1 3
  bool atEnd = corner > 1 && corner != 4, left = corner == 0 || corner == 2 || corner == 3;
  vec2 across = vec2(-direction.y, direction.x) * (left ? size : -size) / viewport.zw;
  vec4 place = atEnd ? far : near;
  clip(mix(start, end, atEnd ? last : first));
  gl_Position = nearer(vec4(place.xy + across * place.w, place.zw));
}
)";
inline constexpr std::string_view glyphLineFragmentGlsl = R"(
in vec4 glyphColor;
flat in uint glyphOwner;
void main() { emitFragment(vec4(glyphColor.rgb, glyphColor.a), glyphOwner, 1.0); }
)";

/// The rectangle around an ellipsoid on the screen. A plane u touches the ellipsoid that a matrix T makes of the unit
/// sphere if u' T D T' u = 0 with D = diag(1, 1, 1, -1); with the planes x = constant and y = constant of the clip
/// space this is a quadratic equation for each of its sides (Sigg et al., GPU-Based Ray-Casting of Quadratic Surfaces,
/// 2006).
inline constexpr std::string_view sphereVertexGlsl = R"(
layout(location = 0) in vec4 row0;
layout(location = 1) in vec4 row1;
layout(location = 2) in vec4 row2;
layout(location = 3) in vec4 color;
layout(location = 4) in uint owner;
uniform mat4 view;
uniform vec4 viewport;
flat out mat3 toUnit;
flat out vec3 center;
flat out vec4 glyphColor;
flat out uint glyphOwner;

// The two sides of the rectangle in the direction of a row of the matrix to clip space.
vec2 sides(vec4 row, vec4 last, float square) {
  float mixed = dot(row.xyz, last.xyz) - row.w * last.w;
  vec3 across = cross(row.xyz, last.xyz), along = last.w * row.xyz - row.w * last.xyz;
  float root = sqrt(max(0.0, dot(along, along) - dot(across, across)));
  return (vec2(mixed) + vec2(root, -root)) / square;
}

void main() {
  for (int i = 0; i < 8; ++i) gl_ClipDistance[i] = 1.0;  // the fragments are cut
  glyphColor = color;
  glyphOwner = owner;
  vec3 middle = vec3(row0.w, row1.w, row2.w);
  mat3 axes = transpose(mat3(row0.xyz, row1.xyz, row2.xyz));
  center = (view * vec4(middle, 1.0)).xyz;
  toUnit = mat3(0.0);
  gl_Position = nowhere;
  vec3 largest = max(max(abs(axes[0]), abs(axes[1])), abs(axes[2]));
  float scale = max(max(largest.x, largest.y), largest.z);
  if (!isPlace(middle) || !isPlace(axes[0]) || !isPlace(axes[1]) || !isPlace(axes[2]) || !(scale > 0.0)) return;
  mat3 scaled = mat3(view) * axes / scale;
  if (abs(determinant(scaled)) < 1e-12) return;  // flat: it has no inside
  toUnit = inverse(scaled) / scale;

  mat4 toClip = transpose(projection * view * mat4(vec4(axes[0], 0.0), vec4(axes[1], 0.0), vec4(axes[2], 0.0),
                                                   vec4(middle, 1.0)));
  vec4 last = toClip[3];
  float square = dot(last.xyz, last.xyz) - last.w * last.w;
  vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
  if (square < -1e-6 * last.w * last.w) {
    if (last.w <= 0.0) return;  // behind the eye
    vec2 x = sides(toClip[0], last, square), y = sides(toClip[1], last, square);
    vec2 margin = 1.0 / viewport.zw;  // half a pixel
    vec2 least = vec2(min(x.x, x.y), min(y.x, y.y)) - margin, most = vec2(max(x.x, x.y), max(y.x, y.y)) + margin;
    gl_Position = vec4(clamp(mix(least, most, corner), -1.0, 1.0), 0.0, 1.0);
  } else {  // around the eye
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
  }
}
)";
inline constexpr std::string_view sphereFragmentGlsl = R"(
uniform mat4 inverseView;
uniform vec4 viewport;
uniform int clipPlaneCount;
uniform vec4 clipPlanes[8];
flat in mat3 toUnit;
flat in vec3 center;
flat in vec4 glyphColor;
flat in uint glyphOwner;

bool visible(vec3 seen) {
  vec4 clipped = projection * vec4(seen, 1.0);
  if (clipped.w <= 0.0 || abs(clipped.z) > clipped.w) return false;
  vec3 world = (inverseView * vec4(seen, 1.0)).xyz;
  for (int i = 0; i < clipPlaneCount; ++i)
    if (dot(clipPlanes[i].xyz, world) > clipPlanes[i].w) return false;
  return true;
}

void main() {
  vec2 place = (gl_FragCoord.xy - viewport.xy) / viewport.zw * 2.0 - 1.0;
  vec2 ahead = (place + vec2(projection[2][0], projection[2][1]) - vec2(projection[3][0], projection[3][1])) /
               vec2(projection[0][0], projection[1][1]);
  bool parallel = projection[3][3] > 0.5;
  vec3 origin = parallel ? vec3(ahead, 0.0) : vec3(0.0);
  vec3 direction = parallel ? vec3(0.0, 0.0, -1.0) : vec3(ahead, -1.0);
  // From the point of the ray that is nearest to the centre, for the sake of precision.
  origin += dot(center - origin, direction) / dot(direction, direction) * direction;
  vec3 u = toUnit * (origin - center), w = toUnit * direction;
  float a = dot(w, w), b = dot(u, w);
  vec3 nearest = u - b / a * w;
  float inside = 1.0 - length(nearest);
  float coverage = clamp(0.5 + inside / max(fwidth(inside), 1e-12), 0.0, 1.0);
  float halfChord = sqrt(max(0.0, 1.0 - dot(nearest, nearest)) / a);
  float t = -b / a - halfChord;
  if (!visible(origin + t * direction)) {
    t += 2.0 * halfChord;  // cut open: the inside is seen
    if (!visible(origin + t * direction)) discard;
  }
  vec3 seen = origin + t * direction;
  vec3 normal = normalize(transpose(toUnit) * (u + t * w));
  vec4 clipped = projection * vec4(seen, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clipped.z / clipped.w;
  emitFragment(vec4(lit(glyphColor.rgb, normal, seen), glyphColor.a), glyphOwner, coverage);
}
)";

}  // namespace sofa::gl
