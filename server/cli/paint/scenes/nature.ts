import type { Scene } from '../scene.ts'
import { alpineDawn } from './nature/alpine-dawn.ts'

export const scenes: Scene[] = [alpineDawn]
