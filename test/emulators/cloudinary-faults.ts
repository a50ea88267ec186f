import type { ServerResponse } from 'node:http'

type Send = (response: ServerResponse, resources: readonly unknown[]) => unknown

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Send =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)

const refusal = (status: number, message: string) =>
  answer(status, JSON.stringify({ error: { message } }))

const sendHalf = (response: ServerResponse, resources: readonly unknown[]) => {
  const body = Buffer.from(JSON.stringify({ resources }))
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length + 100,
  })
  response.write(body.subarray(0, Math.ceil(body.length / 2)))
}

const senders = {
  hang: () => undefined,
  'stalled body': sendHalf,
  'cut body': (response, resources) => {
    sendHalf(response, resources)
    setTimeout(() => response.destroy(), 20)
  },
  'refused connection': (response) => response.socket?.destroy(),
  'malformed JSON': answer(200, '{"resources":[{"public_id":'),
  'too large a body': (response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(`{"resources":[],"padding":"${'x'.repeat(9_000_000)}"}`),
  'HTML 502': answer(502, '<html><h1>502 Bad Gateway</h1></html>', { 'Content-Type': 'text/html' }),
  '500': refusal(500, 'General Error'),
  '400': refusal(400, 'Invalid image file'),
  '401': refusal(401, 'Unknown API key 482715936104827'),
  '404': refusal(404, 'Invalid cloud_name emulated'),
  '420': refusal(420, 'Rate Limit Exceeded. Limit of 500 api operations reached.'),
  redirect: answer(302, '', { Location: 'http://127.0.0.1:9/elsewhere' }),
} satisfies Record<string, Send>

export type CloudinaryFault = keyof typeof senders

export const cloudinaryFaults = Object.keys(senders) as CloudinaryFault[]

export const sendCloudinaryFault = (
  response: ServerResponse,
  fault: CloudinaryFault,
  resources: readonly unknown[],
) => senders[fault](response, resources)
