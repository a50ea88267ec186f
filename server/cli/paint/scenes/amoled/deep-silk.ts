import { oklch, type Rgb } from '../../colour.ts'
import { add, sink } from '../../light.ts'
import { createNoise2, type Noise2 } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { clamp, mix, smoothstep, tabulate } from '../../shape.ts'

const threads = 66

interface Thread {
  /** y of the thread at x */
  line: (x: number) => number
  slope: (x: number) => number
  strength: (x: number) => number
  colour: Rgb
  /** how far its light hangs down, in frame heights */
  fall: number
}

/** Neighbouring threads differ a little, so together they hang like a veil with folds. */
function createThread(noise: Noise2, index: number, aspect: number): Thread {
  const t = index / (threads - 1)
  const y = (x: number) => {
    const sway = noise(x * 0.62 + 1.3 + 0.35 * t, t * 1.15 + 3)
    const fold = noise(x * 1.35 - 0.9 * t, t * 2.3 + 11)
    const swell = 0.1 * Math.sin(x * 2.1 + 0.6 + t * 1.2)
    return 0.55 + 0.26 * sway + 0.15 * fold * Math.sin(Math.PI * t) + swell + mix(-0.09, 0.09, t)
  }
  const step = 0.004
  return {
    line: tabulate(-0.05, aspect + 0.05, 3000, y),
    slope: tabulate(-0.05, aspect + 0.05, 3000, (x) => (y(x + step) - y(x - step)) / (2 * step)),
    strength: tabulate(-0.05, aspect + 0.05, 600, (x) => {
      const ends = smoothstep(0.02, 0.55, x) * smoothstep(aspect - 0.02, aspect - 0.5, x)
      const shimmer = 0.55 + 0.6 * noise(x * 1.1 + 20, t * 3.1)
      return ends * Math.max(0.03, shimmer)
    }),
    colour: oklch(mix(0.45, 0.84, t ** 1.4), mix(0.19, 0.12, t), mix(268, 192, t ** 0.8)),
    fall: mix(0.05, 0.022, t),
  }
}

function prepare(random: Random, frame: Frame): Shade {
  const noise = createNoise2(random)
  const veil = Array.from({ length: threads }, (_, i) => createThread(noise, i, frame.aspect))

  const top = tabulate(0, frame.aspect, 800, (x) => Math.min(...veil.map((t) => t.line(x))) - 0.03)
  const foot = tabulate(0, frame.aspect, 800, (x) => Math.max(...veil.map((t) => t.line(x))) + 0.3)

  return (x, y, out) => {
    if (y < top(x) || y > foot(x)) return
    for (const thread of veil) {
      const gap = y - thread.line(x)
      if (gap < -0.012 || gap > thread.fall * 7) continue
      const slope = thread.slope(x)
      const d = gap / Math.sqrt(1 + slope * slope)
      const strength = thread.strength(x)
      const hang = d > 0 ? Math.exp(-d / thread.fall) : Math.exp(-((d / 0.0011) ** 2))
      const line = d < 0.003 && d > -0.003 ? Math.exp(-((d / 0.00085) ** 2)) : 0
      add(out, thread.colour, strength * (0.046 * hang + 0.17 * line))
    }
    const edge = smoothstep(0.1, 0.25, y) * smoothstep(0.97, 0.8, y)
    for (let c = 0; c < 3; c++) out[c] = out[c]! * edge * (1 + 0.6 * clamp(out[2]!))
    sink(out, 0.006)
  }
}

export const deepSilk: Scene = {
  name: 'deep-silk',
  title: 'Deep Silk',
  category: 'amoled',
  width: 3840,
  height: 2160,
  seed: 88,
  tags: ['amoled', 'silk', 'wave', 'lines', 'blue', 'aqua', 'navy', 'bioluminescence'],
  description:
    'A veil of fine blue and aqua threads hangs in folds in the dark, like light drifting in deep water.',
  mood: 'mysterious',
  artStyle: 'generative',
  objects: ['threads', 'veil', 'light'],
  prepare,
}
