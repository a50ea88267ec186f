import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../../..')

/** The generators are not below `test/`, where the tools that read all tests would find them. */
export const generatorsDir = join(root, 'node_modules/.cache/generated-clients')

const programs = {
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  'openapi-zod-client': 'openapi-zod-client/bin.js',
}

export type Generator = keyof typeof programs

/**
 * Generates a client in `dir` and compiles it with the calls in `calls/`. Returns the path of the calls.
 */
export const generateClient = async (
  generator: Generator,
  document: unknown,
  dir: string,
): Promise<string> => {
  const modules = join(generatorsDir, 'node_modules')
  if (!existsSync(modules))
    throw new Error('Install the generators: npx node test/tools/generated-clients/install.ts')
  const calls = `${generator}.calls.ts`
  await symlink(modules, join(dir, 'node_modules'), 'junction')
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  await writeFile(join(dir, 'openapi.json'), JSON.stringify(document))
  await cp(join(import.meta.dirname, 'calls', calls), join(dir, calls))
  await run(dir, join(modules, programs[generator]), 'openapi.json', '-o', 'client.ts')
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', '']
  await run(dir, join(root, 'node_modules/typescript/bin/tsc'), ...options, ...target, calls)
  return join(dir, calls)
}

const run = (cwd: string, ...command: string[]) =>
  promisify(execFile)(process.execPath, command, { cwd }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
