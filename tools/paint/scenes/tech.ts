import type { Scene } from '../scene.ts'
import { copperPaths } from './tech/copper-paths.ts'
import { fibreOptics } from './tech/fibre-optics.ts'
import { gyroidLantern } from './tech/gyroid-lantern.ts'
import { latticeWave } from './tech/lattice-wave.ts'
import { lightPillars } from './tech/light-pillars.ts'
import { siliconDusk } from './tech/silicon-dusk.ts'

export const scenes: Scene[] = [
  fibreOptics,
  siliconDusk,
  latticeWave,
  copperPaths,
  gyroidLantern,
  lightPillars,
]
