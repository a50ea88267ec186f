import type { ServerResponse } from 'node:http'

type Send = (response: ServerResponse) => unknown

const type = { 'Content-Type': 'application/json' }

const refuse =
  (status: number, message: string): Send =>
  (response) =>
    response.writeHead(status, type).end(JSON.stringify({ error: { message } }))

const sendHalf: Send = (response) => {
  response.writeHead(200, { ...type, 'Content-Length': 100 })
  response.write('{"resources":[{"public_id":')
}

const senders = {
  hang: () => undefined,
  'stalled body': sendHalf,
  'cut body': (response) => {
    sendHalf(response)
    setTimeout(() => response.destroy(), 20)
  },
  'refused connection': (response) => response.socket?.destroy(),
  'malformed JSON': (response) => response.writeHead(200, type).end('{"resources":['),
  '500': refuse(500, 'General Error'),
  '400': refuse(400, 'Invalid image file'),
  '401': refuse(401, 'Unknown API key 482715936104827'),
  '404': refuse(404, 'Invalid cloud_name emulated'),
  '420': refuse(420, 'Rate Limit Exceeded. Limit of 500 api operations reached.'),
  redirect: (response) =>
    response.writeHead(302, { Location: 'http://127.0.0.1:9/elsewhere' }).end(),
} satisfies Record<string, Send>

export type CloudinaryFault = keyof typeof senders

export const cloudinaryFaults = Object.keys(senders) as CloudinaryFault[]

export const sendCloudinaryFault = (response: ServerResponse, fault: CloudinaryFault) =>
  senders[fault](response)
