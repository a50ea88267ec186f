import { readLicense, toWebAddress } from '../../../shared/license.ts'
import type { DeckWallpaper } from '../wallpaper/deck.ts'

/** Adds what the license of a wallpaper demands, and leaves out links that do not lead to the web. */
export const withTerms = (wallpaper: DeckWallpaper): DeckWallpaper => {
  const { license, license_url, credit_url, source_url } = wallpaper
  const { demandsCredit, forbidsChanges } = readLicense(license ?? '', license_url ?? '')
  return {
    ...wallpaper,
    credit_url: toLink(credit_url),
    license_url: toLink(license_url),
    source_url: toLink(source_url),
    terms: [demandsCredit && 'credit', forbidsChanges && 'whole'].filter(Boolean).join(' '),
    // A whole picture is in the middle of the screen. The background beside it may be lighter or darker than every part of it.
    ...(forbidsChanges && { focal: null, light: null }),
  }
}

const toLink = (address: string | null) => toWebAddress(address ?? '') ?? null
