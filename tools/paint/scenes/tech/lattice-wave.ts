import { mixRgb, type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell } from '../../light.ts'
import { createNoise2, type Noise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'
import { createTiles } from '../../tiles.ts'

const eye = { y: 1.5, tilt: 0.2 }
const spacing = 0.135
const near = 1.3
const far = 12.5
const focus = 4.2

interface Dot {
  x: number
  y: number
  radius: number
  blur: number
  light: Rgb
}

const createSwell = (noise: Noise2) => {
  return (x: number, z: number) =>
    0.42 * Math.sin(z * 0.85 + 0.5 * x + 1.3 * noise(x * 0.22, z * 0.2)) +
    0.2 * Math.sin(x * 1.5 - z * 0.4 + 2 * noise(x * 0.2 + 9, z * 0.2)) +
    0.3 * noise(x * 0.3 - 4, z * 0.3 + 7)
}

const amber = [rgb('#5a2410'), rgb('#e0701c'), rgb('#ffc566'), rgb('#fff3d0')] as const

const pickLight = (height: number): Rgb => {
  const t = clamp(0.5 + height * 0.85) * 3
  const i = Math.min(2, Math.floor(t))
  return mixRgb(amber[i], amber[i + 1], t - i)
}

const projectDots = (noise: Noise2, aspect: number): Dot[] => {
  const swell = createSwell(noise)
  const dots: Dot[] = []
  for (let row = 0; ; row++) {
    // Rows of dots are farther apart in the distance, which avoids moiré patterns.
    const z = near * Math.exp(row * 0.0335)
    if (z > far) return dots
    const step = spacing * Math.max(1, z / focus) ** 0.72
    const half = Math.ceil((aspect * 0.62 * z) / step)
    for (let k = -half; k <= half; k++) {
      const x = (k + (row % 2) * 0.5) * step
      const dot = projectDot(x, swell(x, z), z, aspect)
      if (dot) dots.push(dot)
    }
  }
}

const projectDot = (x: number, height: number, z: number, aspect: number): Dot | undefined => {
  const sx = aspect / 2 + (x / z) * 0.95
  const sy = 0.5 - eye.tilt + ((eye.y - height) / z) * 0.95
  const blur = 0.0125 * Math.abs(1 / focus - 1 / z) * focus
  const radius = Math.max(0.0075 / z, 0.00042) * (0.75 + 0.5 * smoothstep(-0.5, 0.7, height))
  if (sy < -0.05 || sy > 1.05 || sx < -0.05 || sx > aspect + 0.05) return undefined
  // A dot out of focus spreads its light over a larger area. A distant dot fades into the haze.
  const spread = (radius / (radius + blur)) ** 1.5
  const clear = smoothstep(far, near + 3, z) ** 1.2
  const strength = mix(0.14, 1.25, spread) * clear * (0.25 + 0.95 * smoothstep(-0.6, 0.7, height))
  const [r, g, b] = pickLight(height)
  return { x: sx, y: sy, radius, blur, light: [r * strength, g * strength, b * strength] }
}

const prepare = (random: Random, { aspect, pixel }: Frame): Shade => {
  const dots = projectDots(createNoise2(random), aspect)
  const bounds = dots.map(({ x, y, radius, blur }) => {
    const reach = radius + blur + 0.001
    return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
  })
  const near = createTiles(bounds, aspect, 0.008)
  const air = ramp([
    [0, '#0a0f1f'],
    [0.24, '#141b33'],
    [0.34, '#33283f'],
    [0.4, '#4a2f3a'],
    [0.5, '#1d1a2c'],
    [1, '#070910'],
  ])
  const horizon = rgb('#ff9a4a')

  return (x, y, out) => {
    air(y + 0.02, out)
    const away = Math.hypot((x - 1.18) * 0.55, (y - 0.36) * 2.4)
    add(out, horizon, 0.3 * bell(away, 0.24) + 0.08 * bell(away, 0.6))
    for (const index of near(x, y)) {
      const dot = dots[index]
      const d = Math.hypot(x - dot.x, y - dot.y)
      const outer = dot.radius + dot.blur * 0.5 + pixel * 0.5
      if (d > outer) continue
      add(out, dot.light, smoothstep(outer, Math.max(0, dot.radius - dot.blur * 0.5 - pixel), d))
    }
  }
}

export const latticeWave: Scene = {
  name: 'lattice-wave',
  title: 'Lattice Wave',
  category: 'tech',
  width: 3840,
  height: 2160,
  seed: 14,
  tags: ['particles', 'wave', 'data', 'gold', 'amber', 'dots', 'dark', 'depth'],
  description:
    'Thousands of points of amber light form a slow wave that rolls back into dusk haze; the nearest ones are out of focus.',
  mood: 'focused',
  artStyle: 'data art',
  objects: ['points', 'wave'],
  encode: { edge: 0.03, bytes: 270_000 },
  prepare,
}
