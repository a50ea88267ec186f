/** The category names that every catalogue may use (spec §2.5); an index can add names of its own. */
export const categoryNames = [
  'abstract',
  'amoled',
  'anime',
  'architecture',
  'art',
  'cars',
  'minimal',
  'nature',
  'tech',
] as const

export type CategoryName = (typeof categoryNames)[number]
