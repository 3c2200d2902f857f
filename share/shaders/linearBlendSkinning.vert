// Linear blend skinning: each vertex follows up to four bones, given by their displacements since rest.
const int bones = 20;
uniform mat4 boneMatrix[bones];
attribute vec4 indices;
attribute vec4 weights;
varying vec3 normal;
varying vec3 toEye;

void main() {
  vec4 position = vec4(0.0);
  vec3 direction = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    mat4 bone = boneMatrix[int(indices[i])];
    position += weights[i] * (bone * gl_Vertex);
    direction += weights[i] * (mat3(bone[0].xyz, bone[1].xyz, bone[2].xyz) * gl_Normal);
  }
  normal = gl_NormalMatrix * direction;
  toEye = -(gl_ModelViewMatrix * position).xyz;
  gl_Position = gl_ModelViewProjectionMatrix * position;
}
