import { packRows } from '../../../extension/features/sources/web/packed-rows.ts'

export const packIndex = (index: unknown, pause = async () => {}) =>
  packRows(new Blob([JSON.stringify(index)]), { pause })
