import { rgb } from '../../color.ts'
import { add, bell, sink } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const moon = { x: 1.09, y: 0.47, radius: 0.152 }
const bead = -0.78

const prepare = (random: Random, frame: Frame): Shade => {
  const plume = createNoise2(random)
  const silver = rgb('#e8edf2')
  const blue = rgb('#8fa6c8')
  const flame = rgb('#ff3d5e')
  const white = rgb('#fffaf0')

  return (x, y, out) => {
    const dx = x - moon.x
    const dy = y - moon.y
    const r = Math.sqrt(dx * dx + dy * dy)
    const above = r / moon.radius
    if (above > 4.2) return
    const cos = dx / r
    const sin = dy / r

    // Samples noise on a circle, so that the ring of the corona has no seam. The streamers bend
    // outwards with the distance.
    const sweep = 0.22 * Math.log(above + 0.01)
    const a = cos * 2.1 + sweep * sin
    const b = sin * 2.1 - sweep * cos
    const broad = fbm(plume, a + 7, b + 3, 3)
    const fine = fbm(plume, a * 5.2 + above * 0.25, b * 5.2, 4, 0.6)
    const hair = plume(a * 26 + 0.6 * fine, b * 26 + above * 0.3)
    const equator = 0.62 + 0.38 * (cos * 0.94 + sin * 0.34) ** 2
    const streamers = clamp(0.5 + 1.1 * broad * equator + 0.36 * fine + 0.07 * hair)
    const height = Math.max(0, above - 1)
    const inner = Math.exp(-height / 0.13)
    const outer = Math.exp(-height / (0.2 + 0.62 * streamers * equator))

    const outside = smoothstep(moon.radius - frame.pixel, moon.radius + frame.pixel, r)
    add(out, white, outside * (inner * 0.85 + 0.16 * Math.exp(-height / 0.42)))
    add(out, silver, outside * outer * (0.1 + 0.75 * streamers * streamers) * 0.62)
    add(out, blue, outside * outer * 0.13 * streamers)
    const loops = smoothstep(0.12, 0.6, fbm(plume, cos * 7 + 2, sin * 7 - above * 3, 3))
    add(out, flame, outside * Math.exp(-height / (0.012 + 0.03 * loops)) * (0.25 + 1.3 * loops))

    const bx = dx - Math.cos(bead) * moon.radius
    const by = dy - Math.sin(bead) * moon.radius
    const spark = Math.hypot(bx, by)
    const spread = Math.max(outside, smoothstep(0.03, 0.0, spark))
    add(out, white, spread * (3.2 * bell(spark, 0.0125) + 0.6 * bell(spark, 0.045)))
    sink(out, 0.0036 + 0.012 * smoothstep(2.4, 4.1, above))
  }
}

export const eclipse: Scene = {
  name: 'total-eclipse',
  title: 'Total Eclipse',
  category: 'amoled',
  width: 3840,
  height: 2160,
  seed: 19,
  tags: ['amoled', 'eclipse', 'sun', 'moon', 'corona', 'space', 'black', 'silver'],
  description:
    'The silver corona of the sun streams out around the black disc of the moon, with one bead of light at its edge.',
  mood: 'awe',
  artStyle: 'astrophotography',
  objects: ['sun', 'moon', 'corona'],
  prepare,
}
