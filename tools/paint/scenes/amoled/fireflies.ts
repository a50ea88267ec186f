import { rgb } from '../../color.ts'
import { add, bell, cover, scale, sink } from '../../light.ts'
import { between, type Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep } from '../../shape.ts'

const columnCount = 48

interface Firefly {
  x: number
  y: number
  blur: number
  strength: number
}

interface Blade {
  root: number
  tip: number
  top: number
  half: number
  curve: number
  depth: number
}

const scatterFireflies = (random: Random): Firefly[] => {
  return Array.from({ length: 46 }, (_, i) => {
    const far = i % 3 === 0
    const y = 0.93 - 0.62 * random() ** 1.5
    return {
      x: between(random, 0.02, 0.54),
      y,
      blur: far ? between(random, 0.008, 0.021) : 0.0009 + 0.0028 * random() ** 2,
      strength: far ? between(random, 0.12, 0.3) : between(random, 0.5, 1),
    }
  })
}

const growGrass = (random: Random): Blade[] => {
  const blades = Array.from({ length: 130 }, () => {
    const depth = random()
    const root = between(random, -0.08, 0.64)
    const tall = mix(0.12, 0.36, random() ** 1.6) * mix(0.7, 1.1, depth)
    return {
      root,
      tip: root + between(random, -0.12, 0.12),
      top: 1.02 - tall,
      half: mix(0.002, 0.0085, depth * depth) * between(random, 0.7, 1.2),
      curve: between(random, 1.4, 2.6),
      depth,
    }
  })
  return blades.sort((a, b) => a.depth - b.depth)
}

const sortIntoColumns = (blades: Blade[], aspect: number): Blade[][] =>
  Array.from({ length: columnCount }, (_, i) =>
    blades.filter(
      ({ root, tip }) =>
        Math.min(root, tip) - 0.01 < ((i + 1) / columnCount) * aspect &&
        Math.max(root, tip) + 0.01 > (i / columnCount) * aspect,
    ),
  )

const prepare = (random: Random, frame: Frame): Shade => {
  const fireflies = scatterFireflies(random)
  const columns = sortIntoColumns(growGrass(random), frame.aspect)
  const lime = rgb('#b8f22e')
  const core = rgb('#f6ffc0')
  const leaf = rgb('#7fae2a')
  const black = rgb('#000000')

  const lightAt = (x: number, y: number) => {
    let sum = 0
    for (const fly of fireflies) {
      const d2 = (x - fly.x) ** 2 + (y - fly.y) ** 2
      const far = 1 + d2 / 0.00055
      sum += fly.strength / (far * Math.sqrt(Math.sqrt(far)))
    }
    return sum
  }

  const shadeBlade = (blade: Blade, x: number, y: number, out: Float64Array, lit: number) => {
    const t = (1.02 - y) / (1.02 - blade.top)
    if (t > 1) return
    const middle = blade.root + (blade.tip - blade.root) * t ** blade.curve
    const half = blade.half * (1 - t) ** 0.6
    const lean =
      ((blade.tip - blade.root) * blade.curve * t ** (blade.curve - 1)) / (1.02 - blade.top)
    const off = (x - middle) / Math.sqrt(1 + lean * lean)
    const inside = smoothstep(half + frame.pixel * 0.7, half - frame.pixel * 0.7, Math.abs(off))
    if (inside <= 0) return
    const across = off / Math.max(half, 1e-5)
    const edge = 0.22 + 0.78 * clamp(Math.abs(across + 0.12)) ** 3
    cover(out, black, inside * 0.94)
    add(out, leaf, inside * edge * lit * mix(0.3, 1, blade.depth) * 1.1)
  }

  const addFirefly = (fly: Firefly, x: number, y: number, out: Float64Array) => {
    const d = Math.sqrt((x - fly.x) ** 2 + (y - fly.y) ** 2)
    if (d > (fly.blur > 0.006 ? 0.07 : 0.14)) return
    if (fly.blur > 0.006) {
      const disc = smoothstep(fly.blur * 1.1, fly.blur * 0.82, d)
      add(
        out,
        lime,
        fly.strength * (disc * (0.5 + 0.4 * (d / fly.blur) ** 2) + 0.06 * Math.exp(-d / fly.blur)),
      )
      return
    }
    add(out, core, fly.strength * 1.9 * bell(d, fly.blur))
    add(
      out,
      lime,
      fly.strength *
        (0.42 * bell(d, fly.blur * 3.2) +
          0.17 * Math.exp(-d / 0.01) +
          0.022 * Math.exp(-d / 0.023)),
    )
  }

  return (x, y, out) => {
    if (y < 0.22) return
    for (const fly of fireflies) if (fly.blur > 0.006) addFirefly(fly, x, y, out)
    if (y > 0.6) {
      const lit = lightAt(x, y)
      const column =
        columns[clamp(Math.floor((x / frame.aspect) * columnCount), 0, columnCount - 1)]
      for (const blade of column) if (y > blade.top) shadeBlade(blade, x, y, out, lit)
    }
    for (const fly of fireflies) if (fly.blur <= 0.006) addFirefly(fly, x, y, out)
    scale(out, smoothstep(1.0, 0.92, y))
    sink(out, 0.0034)
  }
}

export const fireflies: Scene = {
  name: 'fireflies',
  title: 'Fireflies',
  category: 'amoled',
  width: 2160,
  height: 3840,
  seed: 4,
  tags: ['amoled', 'fireflies', 'grass', 'night', 'lime', 'green', 'summer', 'bokeh'],
  description:
    'Lime-green fireflies drift over tall grass in the dark and light the edges of the blades.',
  mood: 'magical',
  artStyle: 'night photography',
  objects: ['fireflies', 'grass'],
  encode: { bytes: 280_000, edge: 0.03 },
  prepare,
}
