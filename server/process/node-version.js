/**
 * Returns one sentence if a version of Node cannot run Fresco. This file has no imports, so that an old Node can run
 * it. Node 22 runs the package, but not the sources, because it does not know `await using`.
 * @param {{ isClone: boolean, version?: string }} given
 */
export const explainOldNode = ({ isClone, version = process.versions.node }) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= 24 || (!isClone && major === 22 && minor >= 18)) return undefined
  const [needed, advice] = isClone
    ? ['Node 24', 'Run it with npm, such as "npm start": "npm ci" installs a Node for it']
    : ['Node 22.18, 24', 'You can get a newer one at https://nodejs.org']
  return `Fresco needs ${needed} or newer, and this is Node ${version}. ${advice}`
}
