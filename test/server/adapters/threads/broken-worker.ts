/** A fake catalogue worker that fails. The document's version selects the kind of failure. */
import { parentPort } from 'node:worker_threads'
import type { PackJob } from '../../../../server/adapters/threads/catalogue-worker.ts'

parentPort?.once('message', ({ argument }: { argument: PackJob }) => {
  const { version } = argument.document
  if (version === 'dies') process.exit(3)
  if (version === 'throws') throw new Error('out of paint')
  if (version === 'hangs') for (;;);
})
