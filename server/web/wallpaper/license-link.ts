/** Where a licence can be read; `undefined` when it is not a name that everybody uses alike. */
export const findLicenseUrl = (license: string): string | undefined => {
  if (/^https?:\/\/[^\s]+$/i.test(license)) return license
  if (/^CC0(-1\.0)?$/i.test(license)) return 'https://creativecommons.org/publicdomain/zero/1.0/'
  const [, kind, version] = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](\d\.\d)$/i.exec(license) ?? []
  if (kind !== undefined)
    return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`
  return spdx.has(license) ? `https://spdx.org/licenses/${license}.html` : undefined
}

/** Names of the SPDX list that pictures have, besides those of Creative Commons. */
const spdx: ReadonlySet<string> = new Set(['MIT', 'Apache-2.0', 'OFL-1.1', 'Unlicense', 'WTFPL'])
