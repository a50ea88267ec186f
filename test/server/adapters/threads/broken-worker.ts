/** A fake worker of a catalogue. The version of its document says how it fails. */
import { parentPort } from 'node:worker_threads'
import type { WorkerJob } from '../../../../server/adapters/threads/catalogue-thread.ts'

parentPort?.once('message', ({ document: { version } }: WorkerJob) => {
  if (version === 'dies') process.exit(3)
  if (version === 'throws') throw new Error('out of paint')
  if (version === 'hangs') for (;;);
})
