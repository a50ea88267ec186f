export interface ListPage<T> {
  number: number
  last: number
  start: number
  items: readonly T[]
}

const usualPerPage = 60

export const findPage = (count: number, asked: string | undefined, perPage = usualPerPage) => {
  const last = Math.max(1, Math.ceil(count / perPage))
  const wanted = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : 1
  const number = Math.min(last, Math.max(1, wanted))
  return { number, last, start: (number - 1) * perPage }
}

export const toListPage = <T>(
  all: readonly T[],
  asked: string | undefined,
  perPage = usualPerPage,
): ListPage<T> => {
  const page = findPage(all.length, asked, perPage)
  return { ...page, items: all.slice(page.start, page.start + perPage) }
}
