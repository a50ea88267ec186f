import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

const commands: Readonly<Record<string, string>> = {
  'server/main.js': 'start',
  'server/cli/admin.ts': 'admin',
  'server/cli/catalogue.ts': 'catalogue',
  'server/cli/doctor.ts': 'doctor',
  'server/cli/export.ts': 'export',
  'server/cli/publish.ts': 'publish',
}

/**
 * The folder of an installed package. With FRESCO_PACKAGE, the tests run its programs instead of the
 * repository's, with the Node that FRESCO_NODE names: test/package.long.test.ts.
 */
export const packageDir = process.env.FRESCO_PACKAGE || undefined

export const toCommand = (file: string): [node: string, ...args: string[]] => {
  const command = commands[relative(root, file)]
  if (command === undefined || (packageDir === undefined && command === 'start'))
    return [process.execPath, file]
  return packageDir === undefined
    ? [process.execPath, join(root, 'server/cli/fresco.js'), command]
    : [
        process.env.FRESCO_NODE || process.execPath,
        join(packageDir, 'server/js/fresco.js'),
        command,
      ]
}
