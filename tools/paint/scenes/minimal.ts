import type { Scene } from '../scene.ts'
import { arches } from './minimal/arches.ts'
import { ivorySphere } from './minimal/ivory-sphere.ts'
import { leafShadow } from './minimal/leaf-shadow.ts'
import { paperHills } from './minimal/paper-hills.ts'
import { sailInMist } from './minimal/sail-in-mist.ts'
import { silverRipple } from './minimal/silver-ripple.ts'

export const scenes: Scene[] = [
  ivorySphere,
  paperHills,
  sailInMist,
  arches,
  leafShadow,
  silverRipple,
]
