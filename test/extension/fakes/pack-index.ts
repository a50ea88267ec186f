import { packRows } from '../../../extension/features/web-catalogue/packed-rows.ts'

export const packIndex = (index: unknown, pause = async () => {}) =>
  packRows(new Blob([JSON.stringify(index)]), { pause })
