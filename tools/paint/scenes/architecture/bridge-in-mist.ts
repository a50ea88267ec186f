import { type Rgb, ramp, rgb } from '../../color.ts'
import { add, bell, cover, glow } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Light, Scene, Shade } from '../../scene.ts'
import { clamp, mix, segment, smoothstep } from '../../shape.ts'

const vanishing = { x: 1.36, y: 0.75 }
const eyeHeight = 4
const deck = { left: -35, right: -23, low: 9, high: 10.4 }
const pylonHeight = 47
const pylons = 7
const cablesPerSide = 9

interface Stroke {
  ax: number
  ay: number
  bx: number
  by: number
  wa: number
  wb: number
}

interface Group {
  strokes: Stroke[]
  low: { x: number; y: number }
  high: { x: number; y: number }
  distance: number
}

const toFrame = (x: number, y: number, z: number) => ({
  x: vanishing.x + x / z,
  y: vanishing.y - (y - eyeHeight) / z,
})

const createStroke = (a: number[], b: number[], halfWidth: number): Stroke => {
  const from = toFrame(a[0], a[1], a[2])
  const to = toFrame(b[0], b[1], b[2])
  const [wa, wb] = [halfWidth / a[2], halfWidth / b[2]]
  return { ax: from.x, ay: from.y, bx: to.x, by: to.y, wa, wb }
}

/**
 * Creates one leg of a pylon, which leans inwards, and the cables that fan out from it to the deck
 * in both directions.
 */
const createSide = (z: number, foot: number, edge: number): Stroke[] => {
  const head = mix(foot, (deck.left + deck.right) / 2, 0.42)
  const strokes = [createStroke([foot, -1, z], [head, pylonHeight, z], 0.75)]
  for (let n = 0; n < cablesPerSide; n++) {
    const hang = pylonHeight - 1.5 - (cablesPerSide - 1 - n) * 2.2
    const top = mix(foot, head, hang / pylonHeight)
    for (const way of [-1, 1]) {
      const at = z + way * (6 + n * 3.8)
      if (at > 6) strokes.push(createStroke([top, hang, z], [edge, deck.high, at], 0.055))
    }
  }
  return strokes
}

const toGroup = (strokes: Stroke[], distance: number): Group => {
  const margin = 0.8 / distance + 0.002
  const xs = strokes.flatMap((one) => [one.ax, one.bx])
  const ys = strokes.flatMap((one) => [one.ay, one.by])
  return {
    strokes,
    low: { x: Math.min(...xs) - margin, y: Math.min(...ys) - margin },
    high: { x: Math.max(...xs) + margin, y: Math.max(...ys) + margin },
    distance,
  }
}

const distances = Array.from({ length: pylons }, (_, i) => 72 + (pylons - 1 - i) * 76)

const farSides = distances.map((z) => {
  const beams = [12, 41].map((y) => {
    const lean = 0.42 * (y / pylonHeight)
    const middle = (deck.left + deck.right) / 2
    const [left, right] = [mix(deck.left - 2, middle, lean), mix(deck.right + 2, middle, lean)]
    return createStroke([left, y - 4, z], [right, y - 4, z], 0.6)
  })
  return toGroup([...createSide(z, deck.left - 2, deck.left), ...beams], z)
})
const nearSides = distances.map((z) => toGroup(createSide(z, deck.right + 2, deck.right), z))

const prepare = (random: Random, frame: Frame): Shade => {
  const noise = createNoise2(random)
  const sky = ramp([
    [0, '#7f95ad'],
    [0.3, '#a9b7c4'],
    [0.55, '#d3d1cc'],
    [0.74, '#efe0cd'],
  ])
  const steel = rgb('#39495a')
  const warm = rgb('#ffd9ac')
  const pale = rgb('#fff3e0')
  const sun = { x: 1.43, y: 0.5 }
  const fog = new Float64Array(3)

  const air = (x: number, y: number, out: Light) => {
    const drift = fbm(noise, x * 1.1, y * 3.2, 3)
    sky(y + 0.035 * drift, out)
    const away = Math.hypot(x - sun.x, y - sun.y)
    add(out, warm, 0.3 * bell(away, 0.42) + 0.07 * glow(away, 0.05))
    add(out, pale, 0.5 * smoothstep(0.036, 0.031, away))
  }

  /** Returns the visibility at a distance. Mist on the water lowers it. */
  const clarity = (distance: number, y: number, x: number) => {
    const bank = smoothstep(0.42, 0.76, y + 0.03 * fbm(noise, x * 1.6 + distance, y * 5, 3))
    return Math.exp(-distance * mix(0.0034, 0.0105, bank))
  }

  const paintStrokes = (group: Group, x: number, y: number, out: Light) => {
    const { low, high } = group
    if (x < low.x || x > high.x || y < low.y || y > high.y) return
    let seen = 0
    for (const one of group.strokes) {
      const d = segment(x, y, one.ax, one.ay, one.bx, one.by)
      if (d > 0.03) continue
      const reach = (x - one.ax) * (one.bx - one.ax) + (y - one.ay) * (one.by - one.ay)
      const along = clamp(reach / ((one.bx - one.ax) ** 2 + (one.by - one.ay) ** 2))
      const half = mix(one.wa, one.wb, along)
      const thin = Math.min(1, (half * 2) / frame.pixel)
      seen = Math.max(seen, thin * smoothstep(frame.pixel * 0.6, -frame.pixel * 0.6, d - half))
    }
    if (seen > 0) paintSteel(group.distance, x, y, seen, out)
  }

  const paintSteel = (distance: number, x: number, y: number, seen: number, out: Light) => {
    air(x, y, fog)
    cover(fog, steel, clarity(distance, y, x))
    cover(out, fog, seen)
  }

  const paintDeck = (x: number, y: number, out: Light) => {
    if (x < vanishing.x && y < vanishing.y) {
      const side = deck.right / (x - vanishing.x)
      const height = eyeHeight + (vanishing.y - y) * side
      if (height > deck.low && height < deck.high + 1.1) {
        const parapet = height > deck.high ? 0.4 : 1
        if (side < 900) paintSteel(side, x, y, parapet, out)
        return
      }
      const under = (deck.low - eyeHeight) / (vanishing.y - y)
      const across = (x - vanishing.x) * under
      if (under < 900 && across > deck.left && across < deck.right)
        paintSteel(under * 0.8, x, y, 1, out)
    }
  }

  const view = (x: number, y: number, out: Light) => {
    air(x, y, out)
    for (const group of farSides) paintStrokes(group, x, y, out)
    paintDeck(x, y, out)
    for (const group of nearSides) paintStrokes(group, x, y, out)
  }

  const water: Rgb = rgb('#8b9aa8')
  return (x, y, out) => {
    if (y < vanishing.y) {
      view(x, y, out)
      return
    }
    const depth = (y - vanishing.y) / (1 - vanishing.y)
    const close = 1 / (depth + 0.06)
    const wave = fbm(noise, (x - vanishing.x) * close * 1.3, close * 6, 2)
    view(x + 0.005 * depth * wave, 2 * vanishing.y - y + 0.014 * depth * wave, out)
    cover(out, water, 0.34 + 0.26 * depth)
    air(x, vanishing.y, fog)
    cover(out, fog, 0.9 * Math.exp(-depth * 5))
  }
}

export const bridgeInMist: Scene = {
  name: 'bridge-in-mist',
  title: 'The Bridge into the Mist',
  category: 'architecture',
  width: 7680,
  height: 4320,
  seed: 344,
  tags: ['bridge', 'mist', 'fog', 'morning', 'water', 'cables', 'silver', '8k'],
  description:
    'The pylons and cables of a long bridge recede over silver water and dissolve, one after another, into bright morning mist.',
  mood: 'quiet',
  artStyle: 'architectural photography',
  objects: ['bridge', 'pylons', 'cables', 'water', 'sun'],
  prepare,
}
