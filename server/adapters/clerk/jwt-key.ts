import { createPublicKey, type KeyObject } from 'node:crypto'

/**
 * The public key of a Clerk instance as PEM, from what people paste into a setting: PEM, PEM on one
 * line, with `\n` written out, in quotes, or only its base64. The SDK refuses every token, without
 * saying why, when a key is written in a way that it does not know.
 * @returns `undefined` when it is no RSA public key
 */
export const parseJwtKey = (text: string): string | undefined => {
  const base64 = text
    .replaceAll(String.raw`\n`, '')
    .replace(/-----(BEGIN|END) [A-Z ]+-----/g, '')
    .replace(/[\s"']/g, '')
  const key = readKey(Buffer.from(base64, 'base64'))
  if (key?.asymmetricKeyType !== 'rsa') return undefined
  return key.export({ type: 'spki', format: 'pem' }) as string
}

const readKey = (der: Buffer): KeyObject | undefined => {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
