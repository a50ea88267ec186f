import type { Scene } from '../scene.ts'
import { coastRoad } from './cars/coast-road.ts'
import { desertRoad } from './cars/desert-road.ts'
import { forestHeadlights } from './cars/forest-headlights.ts'
import { passAtDusk } from './cars/pass-at-dusk.ts'
import { redRibbon } from './cars/red-ribbon.ts'
import { studioContour } from './cars/studio-contour.ts'

export const scenes: Scene[] = [
  studioContour,
  coastRoad,
  redRibbon,
  forestHeadlights,
  passAtDusk,
  desertRoad,
]
