import { basename, extname } from 'node:path'

/**
 * How the operator calls a program of this folder. `commands.ts` names its commands, such as `fresco export`, and the
 * container has a link without `.ts` in its name. All others are scripts of `package.json`.
 */
export const toProgram = (script: string): string => {
  const called = basename(process.argv[1] ?? '')
  return called !== '' && extname(called) === '' ? called : `npm run ${script} --`
}

export const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
