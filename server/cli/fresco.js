#!/usr/bin/env node
// Node before 24.15 warns that `node:sqlite` is experimental. `startThread` hides the same warning of threads.
const { emitWarning } = process
process.emitWarning = (/** @type {[any, any]} */ ...given) => {
  if (given[1] !== 'ExperimentalWarning') emitWarning.apply(process, given)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// No import is static, because older versions of Node refuse the server's modules before any line of them runs.
if (major >= 24 || (major === 22 && minor >= 18)) {
  const { main } = await import('./commands.ts')
  await main(process.argv.slice(2))
} else {
  console.error(
    `Fresco needs Node 22.18, 24 or newer, and this is Node ${process.versions.node}. You can get a newer one at https://nodejs.org`,
  )
  process.exitCode = 1
}
