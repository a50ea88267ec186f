import type { Duplex } from 'node:stream'

const tooLarge = {
  status: '431 Request Header Fields Too Large',
  error: 'The address or the headers are too long: expected at most 16 KB together',
}
const malformed = {
  status: '400 Bad Request',
  error: 'This is no HTTP request that can be read: percent-encode what is not ASCII',
}

/** Answers what never became a request in the form of every other error, and hangs up. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const { status, error: text } = error.code === 'HPE_HEADER_OVERFLOW' ? tooLarge : malformed
  const body = JSON.stringify({ error: text })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
  )
}
