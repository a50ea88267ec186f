import type { ServerResponse } from 'node:http'

/** Ways in which Cloudinary has failed or could fail. */
export const cloudinaryFaults = [
  'hang',
  'stalled body',
  'cut body',
  'refused connection',
  'malformed JSON',
  'resources that are no list',
  'too large a body',
  'HTML 502',
  '503',
  '500',
  '400',
  '401',
  '404',
  '420',
  '429',
  'redirect',
] as const
export type CloudinaryFault = (typeof cloudinaryFaults)[number]

type Send = (response: ServerResponse, resources: readonly unknown[]) => unknown

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Send =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)

const refusal = (status: number, message: string, headers?: Record<string, string>) =>
  answer(status, JSON.stringify({ error: { message } }), headers)

const sendHalf = (response: ServerResponse, resources: readonly unknown[]) => {
  const body = Buffer.from(JSON.stringify({ resources }))
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length + 100,
  })
  response.write(body.subarray(0, Math.ceil(body.length / 2)))
}

/** A rate-limit error that ends after ten minutes. Cloudinary's real limits are per hour. */
const limited = (status: number): Send => {
  const reset = () => new Date(Date.now() + 600_000).toUTCString()
  return (response, resources) =>
    refusal(status, 'Rate Limit Exceeded. Limit of 500 api operations reached.', {
      'X-FeatureRateLimit-Limit': '500',
      'X-FeatureRateLimit-Remaining': '0',
      'X-FeatureRateLimit-Reset': reset(),
    })(response, resources)
}

const senders: Record<CloudinaryFault, Send> = {
  hang: () => undefined,
  'stalled body': sendHalf,
  'cut body': (response, resources) => {
    sendHalf(response, resources)
    setTimeout(() => response.destroy(), 20)
  },
  'refused connection': (response) => response.socket?.destroy(),
  'malformed JSON': answer(200, '{"resources":[{"public_id":'),
  'resources that are no list': answer(200, '{"resources":{"0":null}}'),
  'too large a body': (response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(`{"resources":[],"padding":"${'x'.repeat(9_000_000)}"}`),
  'HTML 502': answer(502, '<html><h1>502 Bad Gateway</h1></html>', { 'Content-Type': 'text/html' }),
  '503': answer(503, ''),
  '500': refusal(500, 'General Error'),
  '400': refusal(400, 'Invalid image file'),
  '401': refusal(401, 'Unknown API key 482715936104827'),
  '404': refusal(404, 'Invalid cloud_name emulated'),
  '420': limited(420),
  '429': limited(429),
  redirect: answer(302, '', { Location: 'http://127.0.0.1:9/elsewhere' }),
}

export const sendCloudinaryFault = (
  response: ServerResponse,
  fault: CloudinaryFault,
  resources: readonly unknown[],
) => senders[fault](response, resources)
