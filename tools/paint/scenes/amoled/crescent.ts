import { rgb } from '../../color.ts'
import { add, bell, sink } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import { hash, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, smoothstep } from '../../shape.ts'

const moon = { x: 0.3, y: 0.38, radius: 0.186 }
const sun = { x: 0.8, y: 0.46, z: -0.385 }

const craters = (u: number, v: number, density: number, salt: number): number => {
  const i0 = Math.floor(u * density)
  const j0 = Math.floor(v * density)
  let height = 0
  for (let j = j0 - 1; j <= j0 + 1; j++) {
    for (let i = i0 - 1; i <= i0 + 1; i++) {
      if (hash(i, j, salt) > 0.55) continue
      const dx = u * density - i - 0.2 - 0.6 * hash(i, j, salt + 1)
      const dy = v * density - j - 0.2 - 0.6 * hash(i, j, salt + 2)
      const r = Math.hypot(dx, dy) / (0.16 + 0.32 * hash(i, j, salt + 3) ** 2)
      if (r > 1.7) continue
      height += r < 1 ? (r * r - 0.75) * 0.8 : 0.2 * Math.exp(-(((r - 1) / 0.25) ** 2))
    }
  }
  return height / density
}

const prepare = (random: Random, frame: Frame): Shade => {
  const rough = createNoise2(random)
  const maria = createNoise2(random)
  const gray = rgb('#f3ead9')
  const dark = rgb('#8d8579')
  const earth = rgb('#5f7fb0')
  const warm = rgb('#ffe7c2')
  const planet = rgb('#fff4e0')

  // Measures longitude and latitude from the middle of the moon's disc, so that the texture is not
  // distorted there.
  const relief = (u: number, v: number) =>
    craters(u, v, 2.6, 1) +
    craters(u, v, 6.5, 9) +
    craters(u, v, 15, 17) +
    craters(u, v, 34, 25) * 0.8 +
    0.016 * fbm(rough, u * 9, v * 9, 4)

  return (x, y, out) => {
    const dx = (x - moon.x) / moon.radius
    const dy = (y - moon.y) / moon.radius
    const r = Math.hypot(dx, dy)
    const venus = Math.hypot(x - 0.455, y - 0.63)
    if (venus < 0.03) {
      add(out, planet, 2 * bell(venus, 0.0016) + 0.06 * Math.exp(-venus / 0.0035))
      sink(out, 0.002)
      return
    }
    if (r > 1.6) return
    const side = clamp((dx * sun.x + dy * sun.y) / (r * 0.92) + 0.06)
    if (r >= 1) {
      add(out, warm, 0.07 * Math.exp(-(r - 1) / 0.1) * side ** 2)
      add(out, gray, smoothstep(1 + frame.pixel / moon.radius, 1, r) * side * 0.5)
      sink(out, 0.0028)
      return
    }
    const z = Math.sqrt(1 - r * r)
    const u = Math.atan2(dx, z)
    const v = Math.asin(dy)
    const e = 0.0016
    const here = relief(u, v)
    const slopeU = (relief(u + e, v) - here) / e
    const slopeV = (relief(u, v + e) - here) / e
    const facing = dx * sun.x + dy * sun.y - z * -sun.z
    const tilt = 0.5 * (-slopeU * (sun.x * z - sun.z * -dx) - slopeV * sun.y)
    const lit = clamp(facing + tilt * (0.25 + 0.2 * z)) * smoothstep(-0.16, 0.05, facing)
    const sea = smoothstep(-0.1, 0.35, fbm(maria, u * 1.7 + 3, v * 1.7, 5))
    for (let c = 0; c < 3; c++) {
      const soil = gray[c] + (dark[c] - gray[c]) * sea * 0.8
      out[c] = soil * 1.5 * lit ** 0.85 + earth[c] * soil * 0.011 * (0.3 + 0.7 * z)
    }
    sink(out, 0.0016)
  }
}

export const crescent: Scene = {
  name: 'crescent-moon',
  title: 'Crescent Moon',
  category: 'amoled',
  width: 2160,
  height: 3840,
  seed: 52,
  tags: ['amoled', 'moon', 'crescent', 'night', 'black', 'craters', 'venus', 'space'],
  description:
    'A crescent moon with craters along its edge of light hangs in a black sky, Venus below it.',
  mood: 'quiet',
  artStyle: 'astrophotography',
  objects: ['moon', 'planet'],
  prepare,
}
