import { countOf } from '../program.ts'
import { type Duplicates, type FolderCheck, type Sized, smallest } from './check.ts'

// The most entries of one kind that are printed. `--json` prints all.
const mostPrinted = 20

export const describeCheck = (found: FolderCheck): string[] => {
  const problems = [
    ...section('Broken files', found.broken, ({ path, reason }) => [`${path}: ${reason}`]),
    ...section('Rows without a file', found.rowsWithoutFile, (id) => [id]),
    ...(found.unusableRows > 0
      ? ['', `Rows of more than 16 KB, or without an id or a file name: ${found.unusableRows}`]
      : []),
    ...section('Files without a row', found.filesWithoutRow, (path) => [path]),
    ...section('Duplicates', found.duplicates, describeDuplicates),
    ...section(`Smaller than ${sizeOf(smallest)}`, found.small, (each) => [withSize(each)]),
    ...section('Animated', found.animated, (path) => [path]),
    ...section('Wrong extensions', found.wrongExtensions, ({ path, format }) => [
      `${path}: the picture is a ${format}`,
    ]),
    ...section('Rows without a size', found.rowsWithoutSize, (id) => [id]),
    ...section('Rows without a tone (luminance)', found.rowsWithoutTone, (id) => [id]),
  ]
  const kind = found.hasIndex ? 'an index.json' : 'no index.json'
  return [
    `${found.folder} has ${kind} and ${countOf(found.pictures, 'usable picture')}`,
    ...(problems.length === 0 ? ['No problems were found'] : problems),
  ]
}

const section = <T>(title: string, all: readonly T[], describe: (one: T) => string[]): string[] => {
  if (all.length === 0) return []
  const more = all.length - mostPrinted
  return [
    '',
    `${title}: ${all.length}`,
    ...all.slice(0, mostPrinted).flatMap((one) => describe(one).map((line) => `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
  ]
}

const describeDuplicates = ({ keep, why, others, areIdentical }: Duplicates) => [
  `keep ${withSize(keep)}: ${why}`,
  ...others.map(
    (other) => `  ${withSize(other)}: ${areIdentical ? 'the same file' : 'looks the same'}`,
  ),
]

const sizeOf = ({ width, height }: Pick<Sized, 'width' | 'height'>) => `${width} x ${height}`
const withSize = (picture: Sized) => `${picture.path} (${sizeOf(picture)})`
