import type { Scene } from '../scene.ts'
import { balconyTower } from './architecture/balcony-tower.ts'
import { bridgeInMist } from './architecture/bridge-in-mist.ts'
import { courtyardPool } from './architecture/courtyard-pool.ts'
import { desertPavilion } from './architecture/desert-pavilion.ts'
import { longArches } from './architecture/long-arches.ts'
import { spiral } from './architecture/spiral.ts'

export const scenes: Scene[] = [
  courtyardPool,
  longArches,
  desertPavilion,
  bridgeInMist,
  spiral,
  balconyTower,
]
