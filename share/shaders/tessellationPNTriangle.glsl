#version 400
// Curved point-normal triangles (Vlachos, Peters, Boyd and Mitchell 2001): each triangle becomes a cubic patch through its
// corners, across which its normals vary quadratically. All stages are in this file; a macro tells which one is compiled.
uniform float TessellationLevel = 4.0;

#ifdef VertexShader
out vec3 cornerPosition, cornerNormal;

void main() {
  cornerPosition = gl_Vertex.xyz;
  cornerNormal = normalize(gl_Normal);
}
#endif

#ifdef TessellationControlShader
layout(vertices = 3) out;
in vec3 cornerPosition[], cornerNormal[];
// Of each corner i, with j the next one: the corner, two points on the edge to j, and the normal of that edge's middle.
out vec3 patchCorner[], patchNormal[], patchNear[], patchFar[], patchMiddle[];
// The point in the middle of the patch.
patch out vec3 patchCentre;

// A third of the way from a to b, in the plane of a's normal.
vec3 near(vec3 a, vec3 b, vec3 normal) { return (2.0 * a + b - dot(b - a, normal) * normal) / 3.0; }

void main() {
  int i = gl_InvocationID, j = (gl_InvocationID + 1) % 3;
  vec3 a = cornerPosition[i], b = cornerPosition[j], na = cornerNormal[i], nb = cornerNormal[j];
  patchCorner[gl_InvocationID] = a;
  patchNormal[gl_InvocationID] = na;
  patchNear[gl_InvocationID] = near(a, b, na);
  patchFar[gl_InvocationID] = near(b, a, nb);
  vec3 edge = b - a;
  float bend = 2.0 * dot(edge, na + nb) / max(dot(edge, edge), 1e-30);
  patchMiddle[gl_InvocationID] = normalize(na + nb - bend * edge);
  if (i == 0) {
    vec3 edges = vec3(0.0), corners = vec3(0.0);
    for (int k = 0; k < 3; ++k) {
      int next = (k + 1) % 3;
      vec3 p = cornerPosition[k], q = cornerPosition[next];
      edges += near(p, q, cornerNormal[k]) + near(q, p, cornerNormal[next]);
      corners += p;
    }
    patchCentre = edges / 4.0 - corners / 6.0;
    gl_TessLevelInner[0] = TessellationLevel;
    for (int k = 0; k < 3; ++k) gl_TessLevelOuter[k] = TessellationLevel;
  }
}
#endif

#ifdef TessellationEvaluationShader
layout(triangles, equal_spacing, ccw) in;
in vec3 patchCorner[], patchNormal[], patchNear[], patchFar[], patchMiddle[];
patch in vec3 patchCentre;
out vec3 surfacePosition, surfaceNormal;

void main() {
  vec3 t = gl_TessCoord;
  vec3 position = 6.0 * t.x * t.y * t.z * patchCentre, normal = vec3(0.0);
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3;
    position += t[i] * t[i] * t[i] * patchCorner[i] + 3.0 * t[i] * t[j] * (t[i] * patchNear[i] + t[j] * patchFar[i]);
    normal += t[i] * t[i] * patchNormal[i] + t[i] * t[j] * patchMiddle[i];
  }
  surfacePosition = (gl_ModelViewMatrix * vec4(position, 1.0)).xyz;
  surfaceNormal = gl_NormalMatrix * normal;
  gl_Position = gl_ModelViewProjectionMatrix * vec4(position, 1.0);
}
#endif

#ifdef GeometryShader
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec3 surfacePosition[], surfaceNormal[];
out vec3 seenPosition, seenNormal;

void main() {
  for (int i = 0; i < 3; ++i) {
    seenPosition = surfacePosition[i];
    seenNormal = surfaceNormal[i];
    gl_Position = gl_in[i].gl_Position;
    EmitVertex();
  }
  EndPrimitive();
}
#endif

#ifdef FragmentShader
in vec3 seenPosition, seenNormal;
out vec4 color;

void main() {
  vec3 v = normalize(-seenPosition), n = normalize(seenNormal);
  if (dot(n, v) < 0.0) n = -n;
  vec4 position = gl_LightSource[0].position;
  vec3 l = normalize(position.xyz - position.w * seenPosition);
  float facing = max(dot(n, l), 0.0);
  color = gl_FrontLightModelProduct.sceneColor + gl_FrontLightProduct[0].ambient +
          facing * gl_FrontLightProduct[0].diffuse;
  if (facing > 0.0)
    color += pow(max(dot(n, normalize(l + v)), 0.0), gl_FrontMaterial.shininess) * gl_FrontLightProduct[0].specular;
  color.a = gl_FrontMaterial.diffuse.a;
}
#endif
