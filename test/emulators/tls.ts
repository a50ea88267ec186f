import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'

/** A self-signed certificate. Browsers can be told to trust its fingerprint. */
export interface SelfSigned {
  key: string
  cert: string
  fingerprint: string
}

/**
 * Creates a self-signed certificate for a host name and 127.0.0.1. It is valid for a week. It is
 * built by hand, because Node cannot create certificates and `openssl` may not be installed.
 * @see RFC 5280 §4.1
 */
export const makeSelfSigned = (host: string): SelfSigned => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tbs = toBeSigned(host, publicKey.export({ type: 'spki', format: 'der' }))
  const signature = sign('sha256', tbs, privateKey)
  const der = sequence(tbs, ecdsaWithSha256, node(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: toPem(der),
    fingerprint: new X509Certificate(der).fingerprint256,
  }
}

const dayMs = 86_400_000

const toBeSigned = (host: string, publicKey: Buffer): Buffer => {
  const now = Date.now()
  const name = sequence(node(0x31, sequence(commonName, node(0x0c, Buffer.from(host)))))
  const validity = sequence(utcTime(now - dayMs), utcTime(now + 7 * dayMs))
  // Starts with 0x01, because DER would read a serial number with a leading one-bit as negative.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)])
  return sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, serial),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey,
    node(0xa3, sequence(subjectAltName(host))),
  )
}

const subjectAltName = (host: string): Buffer => {
  const names = sequence(node(0x82, Buffer.from(host)), node(0x87, Buffer.from([127, 0, 0, 1])))
  return sequence(subjectAltNameOid, node(0x04, names))
}

const node = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body])
}

const lengthOf = ({ length }: Buffer): number[] => {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

const sequence = (...content: Buffer[]) => node(0x30, ...content)
const objectId = (hex: string) => node(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = objectId('550403')
const subjectAltNameOid = objectId('551d11')

const utcTime = (at: number) =>
  node(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const toPem = (der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
