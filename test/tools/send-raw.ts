import { connect } from 'node:net'

/** Sends bytes that no HTTP client would send, and reads the answer to its end. */
export const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => (answer += data))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
