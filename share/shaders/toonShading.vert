// Light in few steps, like in a drawing: what the fragment shader needs, in the camera's axes.
varying vec3 normal;
varying vec3 toEye;

void main() {
  vec4 eye = gl_ModelViewMatrix * gl_Vertex;
  normal = gl_NormalMatrix * gl_Normal;
  toEye = -eye.xyz;
  gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;
}
