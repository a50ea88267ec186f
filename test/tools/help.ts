/**
 * Prints the first comment of the program that runs, which says how to run it, and ends, if the program was called
 * with `--help`. Import this file before anything else: `node --import ./test/tools/help.ts PROGRAM --help`.
 */
import { readFileSync } from 'node:fs'

const [, program = '', ...options] = process.argv

if (options.includes('--help')) {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(program, 'utf8')) ?? []
  console.log(comment.replace(/^ \* ?/gm, '').trim())
  process.exit()
}
