/**
 * The programs that measure and stress Fresco.
 * `npm run lab -- <program> --help` explains one of them.
 */
import { fileURLToPath } from 'node:url'

const programs: Record<string, string> = {
  simulate: './simulation/main.ts',
  fuzz: './fuzz/main.ts',
  load: './load/main.ts',
  bench: './bench/main.ts',
  mutate: './simulation/mutate.ts',
  lighthouse: './lighthouse.ts',
  legibility: './legibility.ts',
}

const [name = '--help'] = process.argv.splice(2, 1)
const program = programs[name]
const choices = `${Object.keys(programs).join(', ')}. See test/lab/README.md`
if (name === '--help') console.log(`Usage: npm run lab -- PROGRAM, one of: ${choices}`)
else if (program === undefined) {
  console.error(`Unknown program '${name}'. Expected one of: ${choices}`)
  process.exitCode = 2
} else {
  const file = new URL(program, import.meta.url)
  process.argv[1] = fileURLToPath(file)
  await import('../tools/help.ts')
  await import(file.href)
}
