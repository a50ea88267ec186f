import { toList, toOneOf, toRecord, toText } from '../../platform/unknown.ts'

/** What a person does not want to see again: one wallpaper by its id, or all of a category or tag. */
export interface Blocked {
  kind: 'wallpaper' | 'category' | 'tag'
  name: string
  /** Of a wallpaper, for the list. */
  title: string
}

export const parseBlocked = (value: unknown): Blocked[] =>
  toList(value, (element) => {
    const { kind, name, title } = toRecord(element)
    if (!toText(name)) return
    return {
      kind: toOneOf(kind, ['wallpaper', 'category', 'tag'], 'wallpaper'),
      name: toText(name),
      title: toText(title),
    }
  })
