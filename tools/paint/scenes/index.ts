/** Loads scenes one category at a time, because a worker thread needs only one category. */
import { type CategoryName, categoryNames } from '../../../shared/filter-values.ts'
import type { Scene } from '../scene.ts'

const loaders: Record<CategoryName, () => Promise<{ scenes: Scene[] }>> = {
  abstract: () => import('./abstract.ts'),
  amoled: () => import('./amoled.ts'),
  anime: () => import('./anime.ts'),
  architecture: () => import('./architecture.ts'),
  art: () => import('./art.ts'),
  cars: () => import('./cars.ts'),
  minimal: () => import('./minimal.ts'),
  nature: () => import('./nature.ts'),
  tech: () => import('./tech.ts'),
}

export const loadScenes = async (category: CategoryName): Promise<Scene[]> =>
  (await loaders[category]()).scenes

/** Loads all scenes, sorted by category as in the catalogue. */
export const loadAllScenes = async (): Promise<Scene[]> => {
  return (await Promise.all(categoryNames.map(loadScenes))).flat()
}
