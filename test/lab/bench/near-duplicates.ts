/**
 * Measures how reliably edited copies of a picture are recognized. It cuts 1,026 pictures out of
 * the sample catalogue. Those with enough contrast for a hash are compared with eight edited copies
 * of themselves, and with each other.
 * Run it with `npm run lab -- bench near-duplicates`. It takes a few minutes.
 */
import {
  cutPictures,
  distanceOf,
  editNames,
  hashEdits,
} from '../../server/pictures/edited-pictures.ts'

const found: NonNullable<Awaited<ReturnType<typeof hashEdits>>>[] = []
let flat = 0
for await (const picture of cutPictures(54, 19)) {
  const hashes = await hashEdits(picture)
  if (hashes === undefined) flat++
  else found.push(hashes)
}
console.log(`${found.length} pictures; ${flat} more have too little contrast for a hash`)

const share = (count: number, of: number) => `${((100 * count) / of).toFixed(3)} %`
const farthest = 64
const distances = found.map(({ original, edited }) =>
  edited.map((hash) => (hash === undefined ? farthest : distanceOf(original, hash))),
)
const pairs = found.flatMap(({ original }, at) =>
  found.slice(0, at).map((other) => distanceOf(original, other.original)),
)
for (const most of [6, 7, 8, 10, 12, 14, 16, 18]) {
  const isNear = (distance: number | undefined) => distance !== undefined && distance <= most
  const byEdit = editNames.map(
    (name, edit) =>
      `${name} ${share(distances.filter((each) => isNear(each[edit])).length, found.length)}`,
  )
  console.log(`At most ${most} bits differ`)
  console.log(
    `  recognized      ${share(distances.flat().filter(isNear).length, 8 * found.length)}`,
  )
  console.log(`                  ${byEdit.join(', ')}`)
  console.log(`  wrongly matched ${share(pairs.filter(isNear).length, pairs.length)}`)
}
