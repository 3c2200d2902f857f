// Dark lines where the distance from the viewer jumps, in a picture that is given.
uniform sampler2D colorTexture, depthTexture;
uniform vec2 pixelSize;
uniform float zNear, zFar;  // distances that depths 0 and 1 mean
uniform float jump;         // the smallest that shows

float distanceAt(vec2 p) {
  float depth = texture2D(depthTexture, p).r;
  return zNear * zFar / (zFar - depth * (zFar - zNear));
}

void main() {
  vec2 p = gl_TexCoord[0].st;
  // Along a slope the distances before and behind differ alike, so that only bends and borders count.
  float bendX = abs(distanceAt(p + vec2(pixelSize.x, 0.0)) + distanceAt(p - vec2(pixelSize.x, 0.0)) - 2.0 * distanceAt(p));
  float bendY = abs(distanceAt(p + vec2(0.0, pixelSize.y)) + distanceAt(p - vec2(0.0, pixelSize.y)) - 2.0 * distanceAt(p));
  float line = smoothstep(0.5 * jump, jump, max(bendX, bendY));
  gl_FragColor = vec4(texture2D(colorTexture, p).rgb * (1.0 - line), 1.0);
}
