import type { Scene } from '../scene.ts'
import { fanWaveSea } from './art/fan-wave-sea.ts'
import { goldenGeometry } from './art/golden-geometry.ts'
import { gouacheHills } from './art/gouache-hills.ts'
import { inkMountains } from './art/ink-mountains.ts'
import { paperCanyon } from './art/paper-canyon.ts'
import { stainedGlass } from './art/stained-glass.ts'

export const scenes: Scene[] = [
  paperCanyon,
  fanWaveSea,
  goldenGeometry,
  gouacheHills,
  inkMountains,
  stainedGlass,
]
