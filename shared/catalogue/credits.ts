import { type License, readLicense, toWebAddress } from '../license.ts'
import { cut } from '../text.ts'
import { isRecord } from '../unknown.ts'
import { dataOf, parseRow, read, readText, readWhole } from './parse-row.ts'
import type { Wallpaper } from './wallpaper.ts'

/**
 * Reads a row of `index.json` like `parseRow`, together with who made the picture, its license, where it comes from and
 * the size of its file. Code that only looks for pictures uses `parseRow`, which is smaller.
 */
export const parseCreditedRow = (raw: unknown): Wallpaper | undefined =>
  addCredits(parseRow(raw), raw)

export const addCredits = (
  wallpaper: Wallpaper | undefined,
  raw: unknown,
): Wallpaper | undefined => {
  if (wallpaper === undefined || !isRecord(raw)) return undefined
  const data = dataOf(raw)
  const license = readLicenseOf(raw)
  return {
    ...wallpaper,
    fileSize: read(readWhole, raw.file_size, data.file_size),
    credit: toLine(read(readText, raw.credit, data.credit)),
    creditUrl: read(readAddress, raw.credit_url, data.credit_url),
    license: license && { ...license, name: toLine(license.name) },
    sourceUrl: read(readAddress, raw.source_url, data.source_url),
  }
}

/** Reads the license of a row alone, which is faster than `parseCreditedRow`. */
export const readLicenseOf = (
  raw: Readonly<Record<string, unknown>>,
  toLicense = readLicense,
): License | undefined => {
  const data = dataOf(raw)
  const url = read(readAddress, raw.license_url, data.license_url)
  const text = read(readText, raw.license, data.license) ?? url
  return text === undefined ? undefined : toLicense(text, url)
}

const toLine = <T extends string | undefined>(text: T) =>
  text && cut(text.replace(/[\s\p{Cc}]+/gu, ' '), longestLine)

const longestLine = 200

const readAddress = (value: unknown) =>
  typeof value === 'string' ? toWebAddress(value) : undefined
