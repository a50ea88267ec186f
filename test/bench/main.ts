const names = [
  'catalogue',
  'favorites',
  'history',
  'large-pictures',
  'near-duplicates',
  'newtab',
  'own-pictures',
  'server',
  'troubles',
  'web-catalogue',
]
const [name = ''] = process.argv.splice(2, 1)

if (names.includes(name)) {
  await import(`./${name}.ts`)
} else {
  console.error(`Unknown benchmark '${name}'. Expected one of: ${names.join(', ')}`)
  process.exitCode = 1
}
