import { mixRgb, rgb } from '../../color.ts'
import { scale } from '../../light.ts'
import { createNoise2, fbm } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Frame, Scene, Shade } from '../../scene.ts'
import { mix, smoothstep, tabulate } from '../../shape.ts'

const sheets = 7
const disc = { x: 1.18, y: 0.36, radius: 0.115 }

const prepare = (random: Random, frame: Frame): Shade => {
  const curve = createNoise2(random)
  const fibre = createNoise2(random)
  const back = rgb('#efe6cf')
  const moon = rgb('#e0a458')
  const far = rgb('#d9d3b0')
  const middle = rgb('#9a9f6b')
  const near = rgb('#3f4a30')
  const colors = Array.from({ length: sheets }, (_, i) => {
    const t = i / (sheets - 1)
    return t < 0.5 ? mixRgb(far, middle, t * 2) : mixRgb(middle, near, t * 2 - 1)
  })
  const lines = Array.from({ length: sheets }, (_, i) => {
    const t = i / (sheets - 1)
    const base = mix(0.5, 0.98, t)
    return tabulate(-0.1, frame.aspect + 0.1, 4000, (x) => {
      const slow = curve(x * mix(1.5, 0.85, t) + i * 7.7, i * 3.1)
      const quick = curve(x * 2.6 + i * 5, 20 + i)
      return base - 0.16 * slow - 0.03 * quick - 0.05
    })
  })

  /**
   * The shadow that a sheet's edge throws on the sheet behind it. It is dark and narrow near the
   * edge, then faint and wide.
   */
  const drop = (line: (x: number) => number, x: number, y: number, lift: number) => {
    const gap = line(x + 0.011 * lift) - (y - 0.008 * lift)
    return 0.36 * smoothstep(0.014 * lift, -0.006, gap) + 0.3 * smoothstep(0.085 * lift, -0.02, gap)
  }

  return (x, y, out) => {
    out.set(back)
    const grainAt = fbm(fibre, x * 420, y * 420, 2)
    const away = Math.hypot(x - disc.x, y - disc.y) - disc.radius
    let front = -1
    for (let i = sheets - 1; i >= 0 && front < 0; i--) if (y > lines[i](x)) front = i
    if (front >= 0) {
      const color = colors[front]
      const below = y - lines[front](x)
      const shine = 1 + 0.1 * Math.exp(-below / 0.03) - 0.16 * smoothstep(0, 0.3, below)
      for (let c = 0; c < 3; c++) out[c] = color[c] * shine
      if (below < frame.pixel * 1.6) scale(out, 1.16)
    } else if (away < 0) {
      out.set(moon)
      scale(out, 1.03 - 0.14 * smoothstep(disc.y - disc.radius, disc.y + disc.radius, y))
    } else {
      const fall = Math.hypot(x - disc.x - 0.012, y - disc.y - 0.016) - disc.radius
      scale(out, 1.05 - 0.12 * y - 0.3 * smoothstep(0.045, -0.03, fall))
    }
    if (front < sheets - 1) scale(out, 1 - drop(lines[front + 1], x, y, front < 0 ? 0.6 : 1))
    scale(out, (1 + 0.012 * grainAt) * (1.03 - 0.1 * (x / frame.aspect)))
  }
}

export const paperHills: Scene = {
  name: 'paper-hills',
  title: 'Paper Hills',
  category: 'minimal',
  width: 3840,
  height: 2160,
  seed: 21,
  tags: ['minimal', 'paper', 'hills', 'layers', 'olive', 'khaki', 'papercut', 'sun'],
  description:
    'Hills cut from sheets of olive and khaki paper lie one over another below an ochre paper sun.',
  mood: 'warm',
  artStyle: 'papercut',
  objects: ['hills', 'paper', 'sun'],
  prepare,
}
