import { rgb } from '../../color.ts'
import { add, bell, sink } from '../../light.ts'
import { createNoise2, fbm, type Noise2, ridged } from '../../noise.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

// Coordinates relative to the jellyfish: u to the right and v up, in radii of its bell, slightly
// rotated.
const place = { x: 0.262, y: 0.29, radius: 0.152, turn: 0.3 }

interface Strand {
  middle: (down: number) => number
  length: number
  strength: number
  phase: number
}

/** Creates a tentacle that hangs from the bell's rim at `root`. A longer tentacle sways more. */
const createStrand = (noise: Noise2, random: Random, root: number, length: number): Strand => {
  const salt = random() * 90
  const swing = between(random, 0.12, 0.3)
  return {
    middle: tabulate(0, length, 500, (down) => {
      const gather = root * (1 - 0.42 * smoothstep(0, 1.6, down))
      const drift = 0.1 * down + 0.045 * down * down
      const sway = noise(down * 0.85 + salt, salt) * swing * smoothstep(0, 1.2, down)
      return gather + drift + sway + 0.035 * noise(down * 3.2, salt + 7) * clamp(down)
    }),
    length,
    strength: between(random, 0.5, 1),
    phase: random() * 9,
  }
}

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const lace = createNoise2(random)
  const tentacles = Array.from({ length: 22 }, (_, i) =>
    createStrand(
      noise,
      random,
      mix(-0.9, 0.9, (i + random() * 0.7) / 22),
      between(random, 1.7, 3.5),
    ),
  )
  const arms = Array.from({ length: 5 }, (_, i) =>
    createStrand(noise, random, mix(-0.3, 0.3, i / 4), between(random, 1.7, 2.6)),
  )
  const aqua = rgb('#5ff0f2')
  const cyan = rgb('#1fb4e6')
  const deep = rgb('#0a3f8f')
  const violet = rgb('#b48cff')
  const white = rgb('#eaffff')
  const cos = Math.cos(place.turn)
  const sin = Math.sin(place.turn)
  const thin = frame.pixel / place.radius

  const dome = (u: number, v: number, out: Light) => {
    const scallops = 0.022 * Math.cos(Math.asin(clamp(u, -1, 1)) * 19)
    const edge = -0.16 - 0.2 * Math.sqrt(Math.max(0, 1 - u * u)) + scallops
    const half = v > 0 ? 1 : 1 - 0.22 * v * v * 4
    const rr = Math.sqrt((u / half) ** 2 + (v > 0 ? (v / 0.86) ** 2 : 0))
    if (rr >= 1 || v < edge - 0.05) return
    const inside = smoothstep(edge - thin, edge + thin * 1.5, v) * smoothstep(1, 1 - thin * 2, rr)
    const depth = Math.sqrt(1 - rr * rr)
    const rim = Math.exp(-(1 - rr) / 0.035) + 0.4 * Math.exp(-(1 - rr) / 0.14)
    const turn = Math.asin(clamp(u / Math.max(0.05, Math.sqrt(1 - clamp(v / 0.86) ** 2)), -1, 1))
    const ribs = Math.abs(Math.sin(turn * 8 + 0.35 * noise(turn * 3, v * 3)))
    const rib = Math.exp(-ribs / 0.09) * smoothstep(0.75, -0.2, v) * (0.35 + 0.65 * depth)
    const flesh = 0.5 + 0.5 * fbm(lace, u * 5 + turn, v * 5, 4)
    const lit = mix(0.45, 1, smoothstep(-0.9, 0.9, -u * 0.5 + v))
    const hem = Math.exp(-(v - edge) / 0.03)
    add(out, deep, inside * (0.2 + 0.5 * flesh * (1 - 0.5 * depth)))
    add(out, cyan, inside * lit * (0.34 * rim + 0.13 * rib + 0.07 * flesh * flesh))
    add(out, aqua, inside * lit * (0.5 * rim ** 1.6 + 0.1 * rib * flesh))
    add(out, white, inside * 0.22 * hem * (0.4 + 0.6 * Math.exp(-ribs / 0.2)))
    const crown = Math.exp(-((Math.hypot(u + 0.22, v - 0.62) / 0.3) ** 2))
    add(out, white, inside * 0.1 * crown)
    for (let k = 0; k < 4; k++) {
      const ring = Math.hypot(
        u - [-0.24, 0.22, -0.02, 0.01][k],
        (v - [0.24, 0.22, 0.11, 0.35][k]) * 1.9,
      )
      const loop = Math.exp(-(((ring - 0.16) / 0.05) ** 2)) * (k < 2 ? 1 : 0.55)
      add(out, violet, inside * loop * (0.1 + 0.24 * flesh))
    }
    add(out, violet, inside * 0.12 * Math.exp(-((u * u) / 0.16 + (v - 0.2) ** 2 / 0.07)))
  }

  const strands = (u: number, v: number, out: Light) => {
    const down = -v - 0.1
    if (down < 0 || down > 3.6) return
    for (const strand of tentacles) {
      if (down > strand.length) continue
      const d = Math.abs(u - strand.middle(down))
      if (d > 0.12) continue
      const fade =
        (1 - down / strand.length) ** 1.2 * strand.strength * smoothstep(0.12, 0.26, down)
      const beads =
        0.78 +
        0.22 *
          Math.sin(down * 30 + strand.phase * 5 + 4 * noise(down * 3, strand.phase)) *
          smoothstep(0, 0.6, down)
      const width = mix(0.011, 0.006, down / strand.length)
      add(out, aqua, fade * (0.42 * beads * bell(d, width) + 0.03 * Math.exp(-d / 0.03)))
    }
    for (const arm of arms) {
      if (down > arm.length) continue
      const t = down / arm.length
      const frill = 0.16 * noise(down * 5 + arm.phase, arm.phase) * (1 - t)
      const width = mix(0.17, 0.03, t ** 0.7) * smoothstep(-0.06, 0.25, down + 0.1)
      const side = (u - arm.middle(down) - frill * 0.4) / width
      if (Math.abs(side) > 1.3) continue
      const folds = ridged(lace, side * 1.6 + arm.phase, down * 4.2 + arm.phase, 4)
      const skin = smoothstep(1.15, 0.6, Math.abs(side) + 0.35 * noise(down * 11, arm.phase + side))
      const fade = (1 - t) ** 1.1 * smoothstep(0, 0.35, down)
      add(out, cyan, skin * fade * (0.05 + 0.3 * folds * folds))
      add(out, violet, skin * fade * 0.34 * folds ** 3)
    }
  }

  return (x, y, out) => {
    const dx = (x - place.x) / place.radius
    const dy = (place.y - y) / place.radius
    const u = dx * cos + dy * sin
    const v = -dx * sin + dy * cos
    if (u * u + (v + 1.1) ** 2 > 14) return
    strands(u, v, out)
    dome(u, v, out)
    const halo = Math.hypot(u, v * 1.05 + 0.02)
    add(out, deep, 0.055 * Math.exp(-Math.max(0, halo - 0.9) / 0.2))
    sink(out, 0.0042)
  }
}

export const jellyfish: Scene = {
  name: 'deep-drifter',
  title: 'Deep Drifter',
  category: 'amoled',
  width: 2160,
  height: 3840,
  seed: 61,
  tags: ['amoled', 'jellyfish', 'sea', 'bioluminescence', 'aqua', 'cyan', 'underwater', 'black'],
  description:
    'A jellyfish glows aqua and violet from within and trails its long tentacles through black water.',
  mood: 'mysterious',
  artStyle: 'illustration',
  objects: ['jellyfish', 'tentacles', 'sea'],
  prepare,
}
