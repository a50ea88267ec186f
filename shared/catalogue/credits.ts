import { readLicense, toWebAddress } from '../license.ts'
import { isRecord } from '../unknown.ts'
import { dataOf, parseRow, read, readText } from './parse-row.ts'
import type { Wallpaper } from './wallpaper.ts'

/**
 * Reads a row of `index.json` like `parseRow`, together with who made the picture, its license and where it comes from.
 * The script of exported sites shows none of that, and stays small without it.
 */
export const parseCreditedRow = (raw: unknown): Wallpaper | undefined => {
  const wallpaper = parseRow(raw)
  if (wallpaper === undefined || !isRecord(raw)) return undefined
  const data = dataOf(raw)
  const license = read(readText, raw.license, data.license)
  const licenseUrl = read(readAddress, raw.license_url, data.license_url)
  const named = license ?? licenseUrl
  return {
    ...wallpaper,
    credit: read(readText, raw.credit, data.credit),
    creditUrl: read(readAddress, raw.credit_url, data.credit_url),
    license: named === undefined ? undefined : readLicense(named, licenseUrl),
    sourceUrl: read(readAddress, raw.source_url, data.source_url),
  }
}

const readAddress = (value: unknown) =>
  typeof value === 'string' ? toWebAddress(value) : undefined
