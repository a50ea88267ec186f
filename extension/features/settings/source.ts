/** Which wallpapers of the server: all, the person's favorites, or somebody's, by `@` and the username. */
export type Source = 'all' | 'favorites' | List
export type List = `@${string}`

export const isList = (source: unknown): source is List =>
  typeof source === 'string' && /^@./.test(source)

export const parseSource = (value: unknown): Source =>
  value === 'favorites' || isList(value) ? value : 'all'
