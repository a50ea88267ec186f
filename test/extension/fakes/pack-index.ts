import { packRows } from '../../../extension/features/web-catalogue/packed-rows.ts'

const encoder = new TextEncoder()

export const packIndex = (index: unknown, pause = async () => {}) =>
  packRows(encoder.encode(JSON.stringify(index)), { pause })
