import type { Scene } from '../scene.ts'
import { crescent } from './amoled/crescent.ts'
import { darkDahlia } from './amoled/dark-dahlia.ts'
import { eclipse } from './amoled/eclipse.ts'
import { fireflies } from './amoled/fireflies.ts'
import { jellyfish } from './amoled/jellyfish.ts'
import { nightTrain } from './amoled/night-train.ts'

export const scenes: Scene[] = [eclipse, crescent, jellyfish, fireflies, darkDahlia, nightTrain]
