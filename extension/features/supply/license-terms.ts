import { readLicense, toWebAddress } from '../../../shared/license.ts'
import type { DeckWallpaper } from '../wallpaper/deck.ts'

/** Adds what the license of a wallpaper demands, and leaves out links that do not lead to the web. */
export const withTerms = (wallpaper: DeckWallpaper): DeckWallpaper => {
  const { license, license_url, credit_url, source_url, light } = wallpaper
  const { demandsCredit, forbidsChanges } = readLicense(license ?? '', license_url ?? '')
  return {
    ...wallpaper,
    credit_url: toLink(credit_url),
    license_url: toLink(license_url),
    source_url: toLink(source_url),
    // The background beside a whole picture may be lighter or darker than every part of the picture.
    light: forbidsChanges ? null : light,
    terms: [demandsCredit && 'credit', forbidsChanges && 'whole'].filter(Boolean).join(' '),
  }
}

const toLink = (address: string | null) => toWebAddress(address ?? '') ?? null
