/**
 * Measures one part of Fresco: `npm run lab -- bench server`. The first comment of each file says what it prints.
 * catalogue        what a catalogue of a million rows costs the thread that answers requests
 * folder           processor time of a folder of pictures, at its first start and at restarts
 * newtab           the time from opening a new tab to its picture
 * pulling          requests, bytes, seconds and memory of a server that pulls 20,000 pictures
 * server           processor time of each route, beside the least that it could take
 * tabs             memory of 1, 10 and 30 open tabs with each source of wallpapers
 */
const names = ['catalogue', 'folder', 'newtab', 'pulling', 'server', 'tabs']
const [name = ''] = process.argv.splice(2, 1)

if (names.includes(name)) {
  await import(`./${name}.ts`)
} else {
  console.error(`Unknown benchmark '${name}'. Expected one of: ${names.join(', ')}`)
  process.exitCode = 1
}
