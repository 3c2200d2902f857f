// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SurfaceShaders.h"

namespace sofa::gl {
namespace {

using Shape = SurfaceVariant::Shape;

/// Vertices of a diverged simulation are put out of the view; faces with one are not sent at all.
constexpr std::string_view finiteGlsl = R"(
bool finite(vec3 p) { return all(lessThan(abs(p), vec3(1e15))); }
)";

constexpr std::string_view litVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texcoord;
layout(location = 3) in vec4 color;
uniform mat4 viewProjection;
uniform float size;
out Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} vertex;
void main() {
  vertex.world = position;
  vertex.normal = normal;
  vertex.texcoord = texcoord;
  vertex.color = color;
  gl_Position = finite(position) ? viewProjection * vec4(position, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = size;
  clip(position);
}
)";

/// Lines as quads of `size` pixels, which has no limit in width (the core profile's lines have).
constexpr std::string_view wideLineGlsl = R"(
uniform vec2 viewport;
uniform float size;
/// Cut before the plane of the eye, where the division would turn the direction round.
bool cutAtNearPlane(inout vec4 a, inout vec4 b, out vec2 t) {
  t = vec2(0.0, 1.0);
  float da = a.z + a.w, db = b.z + b.w;
  if (da < 0.0 && db < 0.0) return false;
  if (da < 0.0) t.x = da / (da - db);
  if (db < 0.0) t.y = da / (da - db);
  vec4 from = mix(a, b, t.x), to = mix(a, b, t.y);
  a = from;
  b = to;
  return true;
}
vec2 sideways(vec4 a, vec4 b) {
  vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
  float l = length(along);
  along = l > 1e-6 ? along / l : vec2(1.0, 0.0);
  return size * vec2(-along.y, along.x) / viewport;
}
)";

constexpr std::string_view lineGeometry = R"(
layout(triangle_strip, max_vertices = 4) out;
in Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} vertex[];
out Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} corner;
void emit(int i, int j, float t, vec4 position) {
  corner.world = mix(vertex[i].world, vertex[j].world, t);
  corner.normal = mix(vertex[i].normal, vertex[j].normal, t);
  corner.texcoord = mix(vertex[i].texcoord, vertex[j].texcoord, t);
  corner.color = mix(vertex[i].color, vertex[j].color, t);
  for (int k = 0; k < 8; ++k)
    gl_ClipDistance[k] = mix(gl_in[i].gl_ClipDistance[k], gl_in[j].gl_ClipDistance[k], t);
  gl_Position = position;
  EmitVertex();
}
void line(int i, int j) {
  vec4 a = gl_in[i].gl_Position, b = gl_in[j].gl_Position;
  vec2 t;
  if (!cutAtNearPlane(a, b, t)) return;
  vec2 side = sideways(a, b);
  emit(i, j, t.x, vec4(a.xy - side * a.w, a.zw));
  emit(i, j, t.x, vec4(a.xy + side * a.w, a.zw));
  emit(i, j, t.y, vec4(b.xy - side * b.w, b.zw));
  emit(i, j, t.y, vec4(b.xy + side * b.w, b.zw));
  EndPrimitive();
}
)";

/// Weights of transparent colours by their distance along the line of sight (McGuire and Bavoil 2013, equation 9).
constexpr std::string_view weightGlsl = R"(
#define WEIGHTED
uniform vec4 depthPlane;  // distance of a point, scaled
layout(location = 1) out float weight;
vec4 weighted(vec4 color, vec3 world) {
  float z = dot(depthPlane, vec4(world, 1.0));
  float w = color.a * clamp(0.03 / (1e-5 + z * z * z * z), 1e-2, 1e3);
  weight = w;
  return vec4(w * color.rgb, color.a);
}
)";

constexpr std::string_view litFragment = R"(
in Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} pixel;
layout(location = 0) out vec4 result;
uniform vec4 toViewer;  // position of the eye, or, with w = 0, the direction to it
uniform vec4 emission;  // and the ambient light of the scene
uniform vec4 ambient, diffuse, specular;
uniform float shininess;
uniform vec4 sky;        // where more light comes from, and how much of it
uniform float shoulder;  // brightness from which on colours come nearer to 1; 1: they are cut
vec3 toned(vec3 color) {
  if (shoulder >= 1.0) return min(color, 1.0);
  float most = max(color.r, max(color.g, color.b)), over = (most - shoulder) / (1.0 - shoulder);
  return over > 0.0 ? color * ((shoulder + (1.0 - shoulder) * over / (1.0 + over)) / most) : color;
}
#if LIGHTS > 0
uniform vec4 lightColor[LIGHTS];         // w: attenuation
uniform vec4 lightAmbient[LIGHTS];       // w: exponent of the cone
uniform vec4 lightSpecular[LIGHTS];      // w: what a shadow takes away
uniform vec4 lightPosition[LIGHTS];      // w = 0: direction to the light
uniform vec4 lightAxis[LIGHTS];          // w: cosine of the cone's half angle, below -1 for none
#endif
#ifdef TEXTURED
uniform sampler2D colorTexture;
#endif
#ifdef SHADOWS
uniform sampler2DArray shadowMaps;       // moments of the distance along the axis of the map, 0 to 1
uniform mat4 shadowMatrix[LIGHTS];
uniform vec4 shadowDepth[LIGHTS];        // plane that gives the distance of a point
uniform vec4 shadowKind[LIGHTS];         // 0 none, 1 hard, 2 soft; size of a texel; bleeding cut off; least variance
float hardShadow(vec3 at, float depth) {
  vec2 texels = vec2(textureSize(shadowMaps, 0).xy), p = at.xy * texels - 0.5;
  ivec3 corner = ivec3(ivec2(floor(p)), int(at.z));
  vec2 f = fract(p);
  ivec2 last = ivec2(texels) - 1;
  float lit[4];
  for (int i = 0; i < 4; ++i) {
    ivec2 texel = clamp(corner.xy + ivec2(i & 1, i >> 1), ivec2(0), last);
    lit[i] = depth > texelFetch(shadowMaps, ivec3(texel, corner.z), 0).r ? 0.0 : 1.0;
  }
  return mix(mix(lit[0], lit[1], f.x), mix(lit[2], lit[3], f.x), f.y);
}
/// Upper bound of the part of the area that is nearer to the light (Chebyshev).
float softShadow(vec3 at, float depth, float bleeding, float leastVariance) {
  vec2 moments = texture(shadowMaps, at).rg;
  float behind = depth - moments.x;
  if (behind <= 0.0) return 1.0;
  float variance = max(moments.y - moments.x * moments.x, leastVariance);
  return clamp((variance / (variance + behind * behind) - bleeding) / (1.0 - bleeding), 0.0, 1.0);
}
float visible(int i, vec3 n, vec3 l) {
  if (shadowKind[i].x == 0.0) return 1.0;
  vec4 at = shadowMatrix[i] * vec4(pixel.world, 1.0);
  vec3 p = at.xyz / at.w;
  if (at.w <= 0.0 || any(lessThan(p.xy, vec2(0.0))) || any(greaterThan(p.xy, vec2(1.0)))) return 1.0;
  float depth = dot(shadowDepth[i], vec4(pixel.world, 1.0));
  if (depth < 0.0 || depth > 1.0) return 1.0;
  // Slanted faces vary within a texel of the map, and hard shadows look at two by two.
  float c = clamp(dot(n, l), 0.1, 1.0);
  float bias = 0.0005 + shadowKind[i].y * (0.5 + 1.5 * sqrt(1.0 - c * c) / c);
  vec3 texel = vec3(p.xy, float(i));
  return shadowKind[i].x == 1.0 ? hardShadow(texel, depth - bias)
                                : softShadow(texel, depth - bias, shadowKind[i].z, shadowKind[i].w);
}
#endif
void main() {
  vec3 v = normalize(toViewer.xyz - toViewer.w * pixel.world);
  // Lines have no plane of their own: they are lit as if they faced the viewer.
  vec3 right = dFdx(pixel.world), up = dFdy(pixel.world);
  float unit = 1.0 / max(max(length(right), length(up)), 1e-30);
  vec3 across = cross(unit * right, unit * up);
  float area = dot(across, across);
  vec3 face = area > 1e-8 ? across * inversesqrt(area) : v;
  // The side that is seen is lit. The order of the corners would tell which it is, too, but normals of files and of grids
  // often disagree with it.
  if (dot(face, v) < 0.0) face = -face;
#ifdef FLAT
  vec3 n = face;
#else
  float l2 = dot(pixel.normal, pixel.normal);
  vec3 n = l2 > 1e-20 ? pixel.normal * inversesqrt(l2) : face;
  if (dot(n, v) < 0.0 && dot(n, face) < 0.0) n = -n;
  // A normal that turns from the viewer far more than its face does, as at the far edges of a box, would make the face
  // black there: it is turned back a little.
  float seen = dot(n, v), least = 0.6 * dot(face, v);
  if (seen < least) n = normalize(n + (least - seen) * v);
#endif
#ifdef COLORS
  vec4 base = pixel.color;
  vec3 baseAmbient = 0.2 * base.rgb;
#else
  vec4 base = diffuse;
  vec3 baseAmbient = ambient.rgb;
#endif
  vec3 sum = emission.rgb + sky.w * (0.5 + 0.5 * dot(n, sky.xyz)) * base.rgb;
#if LIGHTS > 0
  for (int i = 0; i < LIGHTS; ++i) {
    vec3 l = lightPosition[i].xyz - lightPosition[i].w * pixel.world;
    float d = length(l);
    l /= max(d, 1e-30);
    float strength = lightPosition[i].w == 0.0 ? 1.0 : 1.0 / (1.0 + lightColor[i].w * d);
    if (lightAxis[i].w >= -1.0) {
      float c = -dot(l, lightAxis[i].xyz);
      strength *= c < lightAxis[i].w ? 0.0 : pow(max(c, 1e-6), lightAmbient[i].w);
    }
    vec3 light = baseAmbient * lightAmbient[i].rgb;
    float incident = max(dot(n, l), 0.0);
    vec3 direct = incident * base.rgb * lightColor[i].rgb;
#ifdef SPECULAR
    if (incident > 0.0)
      direct += pow(max(dot(n, normalize(l + v)), 0.0), shininess) * specular.rgb * lightSpecular[i].rgb;
#endif
#ifdef SHADOWS
    direct *= 1.0 - lightSpecular[i].w * (1.0 - visible(i, n, l));
#endif
    sum += strength * (light + direct);
  }
#endif
  result = vec4(toned(sum), base.a);
#ifdef TEXTURED
  result *= texture(colorTexture, pixel.texcoord);
#endif
#ifdef WEIGHTED
  result = weighted(result, pixel.world);
#endif
}
)";

constexpr std::string_view pointFragment = R"(
in Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} pixel;
layout(location = 0) out vec4 result;
uniform vec4 diffuse;
void main() {
#ifdef ROUND
  if (length(2.0 * gl_PointCoord - 1.0) > 1.0) discard;
#endif
#ifdef COLORS
  result = pixel.color;
#else
  result = diffuse;
#endif
#ifdef WEIGHTED
  result = weighted(result, pixel.world);
#endif
}
)";

constexpr std::string_view normalGeometry = R"(
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in Varyings {
  vec3 world;
  vec3 normal;
  vec2 texcoord;
  vec4 color;
} vertex[];
uniform mat4 viewProjection;
void main() {
  vec4 a = gl_in[0].gl_Position, b = viewProjection * vec4(vertex[0].world + vertex[0].normal, 1.0);
  vec2 t;
  if (!cutAtNearPlane(a, b, t)) return;
  vec2 side = sideways(a, b);
  for (int i = 0; i < 4; ++i) {
    vec4 end = i < 2 ? a : b;
    for (int k = 0; k < 8; ++k) gl_ClipDistance[k] = gl_in[0].gl_ClipDistance[k];
    gl_Position = vec4(end.xy + (i % 2 == 0 ? -1.0 : 1.0) * side * end.w, end.zw);
    EmitVertex();
  }
  EndPrimitive();
}
)";

constexpr std::string_view plainVertex = R"(
layout(location = 0) in vec3 position;
uniform mat4 viewProjection;
uniform float size;
void main() {
  gl_Position = finite(position) ? viewProjection * vec4(position, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = size;
  clip(position);
}
)";

constexpr std::string_view shadowVertex = R"(
layout(location = 0) in vec3 position;
uniform mat4 viewProjection;
uniform vec4 depthPlane;
out float depth;
void main() {
  gl_Position = viewProjection * vec4(position, 1.0);
  depth = dot(depthPlane, vec4(position, 1.0));
  clip(position);
}
)";

constexpr std::string_view shadowFragment = R"(
in float depth;
out vec2 moments;
void main() { moments = vec2(depth, depth * depth); }
)";

std::string join(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const auto part : parts) all += part;
  return all;
}

/// Vertex numbers are those of the primitive; gl_ClipDistance of the next stage must be declared again.
std::string lineShader(Shape shape) {
  constexpr std::string_view declarations = R"(
in gl_PerVertex {
  vec4 gl_Position;
  float gl_PointSize;
  float gl_ClipDistance[8];
} gl_in[];
out float gl_ClipDistance[8];
)";
  if (shape == Shape::edges)
    return join({"layout(lines) in;\n", declarations, wideLineGlsl, lineGeometry, "void main() { line(0, 1); }\n"});
  return join({declarations, wideLineGlsl, normalGeometry});
}

std::string defines(const SurfaceVariant& v) {
  std::string text = fmt::format("#define LIGHTS {}\n", v.lights);
  if (v.shadows) text += "#define SHADOWS\n";
  if (v.specular) text += "#define SPECULAR\n";
  if (v.textured) text += "#define TEXTURED\n";
  if (v.colors) text += "#define COLORS\n";
  if (v.flat) text += "#define FLAT\n";
  if (v.round) text += "#define ROUND\n";
  if (v.weighted) text += weightGlsl;
  return text;
}

}  // namespace

Program& SurfacePrograms::lit(const SurfaceVariant& variant) {
  auto& program = m_lit[variant.key()];
  if (!program) {
    const std::string vertex = join({clipPlanesGlsl, finiteGlsl, litVertex});
    const bool lines = variant.shape == Shape::edges;
    const std::string fragment =
        defines(variant) + std::string(variant.shape == Shape::points ? pointFragment : litFragment);
    program = std::make_unique<Program>("surface", vertex, fragment, lines ? lineShader(variant.shape) : std::string());
  }
  return *program;
}

Program& SurfacePrograms::normals() {
  if (!m_normals)
    m_normals =
        std::make_unique<Program>("normals", join({clipPlanesGlsl, finiteGlsl, litVertex}),
                                  "out vec4 result;\nvoid main() { result = vec4(1.0); }\n", lineShader(Shape::points));
  return *m_normals;
}

Program& SurfacePrograms::ids(Shape shape) {
  auto& program = m_ids[static_cast<unsigned>(shape)];
  if (!program) {
    const bool lines = shape == Shape::edges;
    program = std::make_unique<Program>(
        "picking of surfaces",
        lines ? join({clipPlanesGlsl, finiteGlsl, litVertex}) : join({clipPlanesGlsl, finiteGlsl, plainVertex}),
        "uniform uint owner;\nout uint result;\nvoid main() { result = owner; }\n",
        lines ? lineShader(shape) : std::string());
  }
  return *program;
}

Program& SurfacePrograms::shadowDepth() {
  if (!m_shadowDepth)
    m_shadowDepth =
        std::make_unique<Program>("shadow map", join({clipPlanesGlsl, shadowVertex}), std::string(shadowFragment));
  return *m_shadowDepth;
}

}  // namespace sofa::gl
