#!/usr/bin/env node
import { explainOldNode } from '../process/node-version.js'

// Node before 24.15 warns that `node:sqlite` is experimental. `startThread` hides the same warning of threads.
const { emitWarning } = process
process.emitWarning = (/** @type {[any, any]} */ ...given) => {
  if (given[1] !== 'ExperimentalWarning') emitWarning.apply(process, given)
}

// The server's modules are not imported statically, because older versions of Node refuse them before any line runs.
const refusal = explainOldNode({ isClone: import.meta.url.endsWith('/cli/fresco.js') })
if (refusal === undefined) {
  const { main } = await import('./commands.ts')
  await main(process.argv.slice(2))
} else {
  console.error(refusal)
  process.exitCode = 1
}
