import { packWebRows } from '../../../extension/features/sources/web/packed-rows.ts'

export const packIndex = (index: unknown, pause = async () => {}) =>
  packWebRows(new Blob([JSON.stringify(index)]), { pause })
