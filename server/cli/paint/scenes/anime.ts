import type { Scene } from '../scene.ts'
import { summerCumulus } from './anime/summer-cumulus.ts'

export const scenes: Scene[] = [summerCumulus]
