import type { Scene } from '../scene.ts'
import { crossingAtDusk } from './anime/crossing-at-dusk.ts'
import { hillAtGoldenHour } from './anime/hill-at-golden-hour.ts'
import { lanternNight } from './anime/lantern-night.ts'
import { petalsOverTheLake } from './anime/petals-over-the-lake.ts'
import { rooftopsAfterRain } from './anime/rooftops-after-rain.ts'
import { summerCumulus } from './anime/summer-cumulus.ts'

export const scenes: Scene[] = [
  summerCumulus,
  hillAtGoldenHour,
  crossingAtDusk,
  petalsOverTheLake,
  lanternNight,
  rooftopsAfterRain,
]
