import type { Scene } from '../scene.ts'
import { aquaGlass } from './abstract/aqua-glass.ts'
import { emberRose } from './abstract/ember-rose.ts'
import { goldenLoop } from './abstract/golden-loop.ts'
import { limeVeil } from './abstract/lime-veil.ts'
import { magentaSilk } from './abstract/magenta-silk.ts'
import { roseTide } from './abstract/rose-tide.ts'

export const scenes: Scene[] = [magentaSilk, emberRose, aquaGlass, roseTide, limeVeil, goldenLoop]
