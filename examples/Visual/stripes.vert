attribute float along;
varying float phase;
varying vec3 normal;
uniform float count;

void main() {
  phase = count * along;
  normal = gl_NormalMatrix * gl_Normal;
  gl_Position = ftransform();
}
