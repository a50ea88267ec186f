import type { Scene } from '../scene.ts'

export const scenes: Scene[] = []
