import type { Scene } from '../scene.ts'
import { alpineDawn } from './nature/alpine-dawn.ts'
import { auroraLake } from './nature/aurora-lake.ts'
import { dunesAtLastLight } from './nature/dunes-at-last-light.ts'
import { forestLight } from './nature/forest-light.ts'
import { galaxyMesa } from './nature/galaxy-mesa.ts'
import { lagoon } from './nature/lagoon.ts'

export const scenes: Scene[] = [
  alpineDawn,
  dunesAtLastLight,
  auroraLake,
  forestLight,
  lagoon,
  galaxyMesa,
]
