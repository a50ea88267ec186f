import { ramp, rgb } from '../../color.ts'
import { add, cover, scale } from '../../light.ts'
import { createNoise2, fbm, ridged, warped } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const prepare = (random: Random, frame: Frame): Shade => {
  const coast = createNoise2(random)
  const ripple = createNoise2(random)
  const lace = createNoise2(random)
  const water = ramp([
    [0, '#e9e2c8'],
    [0.035, '#c9e3d0'],
    [0.1, '#93dcd4'],
    [0.22, '#4fc7cb'],
    [0.38, '#1fa5b8'],
    [0.58, '#0f7d9c'],
    [0.9, '#0a5580'],
  ])
  const sand = ramp([
    [0, '#c9b08a'],
    [0.025, '#d8c39e'],
    [0.08, '#ecdcbd'],
    [0.3, '#f3e7cd'],
  ])
  const white = rgb('#fbfdfa')
  const reef = rgb('#0b5a68')

  return (x, y, out) => {
    const bay = fbm(coast, x * 1.5 + 2, y * 1.5, 3)
    const d = 0.78 - y - (x - 0.28) * 0.42 + bay * 0.13
    const wash = 0.02 * fbm(ripple, x * 7, y * 7, 3)
    const edge = d + wash

    if (edge < 0) {
      sand(-edge, out)
      const combed =
        ripple(x * 30 + 3 * ripple(x * 5, y * 5), y * 95) * smoothstep(-0.05, -0.13, edge)
      scale(out, 1 + 0.02 * fbm(lace, x * 160, y * 160, 2) + 0.02 * combed)
    } else {
      const bed = warped(ripple, x * 2.6, y * 2.6, 0.7, 4)
      water(edge * 1.02 + 0.05 * bed * smoothstep(0.03, 0.3, edge), out)
      const patch = smoothstep(0.12, 0.5, warped(coast, x * 5 + 9, y * 5, 0.8, 4))
      cover(out, reef, 0.42 * patch * smoothstep(0.1, 0.26, edge))
      const net = ridged(lace, x * 34 + bed * 3, y * 34 - bed * 3, 2)
      const caustic =
        smoothstep(0.62, 1, net) * smoothstep(0.01, 0.07, edge) * smoothstep(0.4, 0.08, edge)
      add(out, white, 0.12 * caustic)
      const chop = fbm(lace, x * 14 + y * 4, y * 30 - x * 9, 4)
      scale(out, 1 + 0.13 * chop * smoothstep(0.08, 0.5, edge))
    }

    const curl = fbm(lace, x * 9, y * 9, 5)
    const holes = ridged(lace, x * 20 + curl * 1.5, y * 20 + curl * 1.5, 4)
    let foam = 0
    for (let i = 0; i < 3; i++) {
      const at = [-0.004, 0.062, 0.148][i] + 0.016 * coast(x * 4 + i * 9, y * 4)
      const behind = edge - at - 0.008 * curl
      const front = smoothstep(-0.0012, 0.0008, behind)
      const trail = Math.exp(-Math.max(0, behind) / [0.02, 0.016, 0.009][i])
      const torn = smoothstep(0.78 - trail * 0.85, 0.92 - trail * 0.5, holes)
      const lengthwise = [1, 1, smoothstep(-0.15, 0.3, coast(x * 3 + 4, y * 3 + 4))][i]
      foam = Math.max(foam, front * trail * torn * lengthwise)
      const shadow = smoothstep(-0.012, 0, behind) * (1 - front)
      scale(out, 1 - 0.1 * shadow * lengthwise)
    }
    cover(out, white, clamp(foam * 1.25) * 0.95)
    scale(out, 1.02 - 0.12 * Math.hypot(x - frame.aspect / 2, y - 0.6))
  }
}

export const lagoon: Scene = {
  name: 'lagoon-from-above',
  title: 'Lagoon from Above',
  category: 'nature',
  width: 2160,
  height: 3840,
  seed: 9,
  tags: ['beach', 'sea', 'aerial', 'turquoise', 'waves', 'sand', 'summer', 'foam'],
  description:
    'Seen from straight above, clear turquoise water runs out in lacy foam on a pale beach.',
  mood: 'fresh',
  artStyle: 'aerial',
  objects: ['sea', 'beach', 'waves', 'foam'],
  encode: { bytes: 330_000 },
  prepare,
}
