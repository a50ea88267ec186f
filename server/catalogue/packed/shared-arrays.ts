export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length))

export const sharedUint32 = (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4))

const fill = <T extends Uint8Array | Uint32Array | Float64Array>(
  shared: T,
  numbers: ArrayLike<number>,
): T => {
  shared.set(numbers)
  return shared
}

export const toSharedBytes = (bytes: ArrayLike<number>) => fill(sharedBytes(bytes.length), bytes)

export const toSharedUint32 = (numbers: ArrayLike<number>) =>
  fill(sharedUint32(numbers.length), numbers)

export const toSharedFloat64 = (numbers: ArrayLike<number>) =>
  fill(new Float64Array(new SharedArrayBuffer(numbers.length * 8)), numbers)

export const createUint32List = () =>
  createList<Uint32Array>((length) => new Uint32Array(length), sharedUint32)

export const createByteList = () =>
  createList<Uint8Array>((length) => new Uint8Array(length), sharedBytes)

// With a plain array of a million numbers, garbage collection would take longer than filling the array.
const createList = <T extends Uint8Array | Uint32Array>(
  make: (length: number) => T,
  makeShared: (length: number) => T,
) => {
  let numbers = make(64)
  let length = 0
  const copyTo = (to: T): T => {
    to.set(numbers.subarray(0, length))
    return to
  }
  return {
    push: (number: number) => {
      if (length === numbers.length) numbers = copyTo(make(length * 2))
      numbers[length++] = number
    },
    append: (more: T) => {
      const needed = length + more.length
      if (needed > numbers.length) numbers = copyTo(make(Math.max(needed, numbers.length * 2)))
      numbers.set(more, length)
      length = needed
    },
    length: () => length,
    // biome-ignore lint/style/noNonNullAssertion: callers know the numbers that they pushed
    at: (index: number) => numbers[index]!,
    pack: () => copyTo(makeShared(length)),
  }
}

/** Returns the part of `values` that belongs to a row. `ends` says where the part of each row ends. */
export const partAt = (values: Uint32Array, ends: Uint32Array, row: number): Uint32Array =>
  values.subarray(ends[row - 1] ?? 0, ends[row])

export const lowerBound = (sorted: Float64Array | Uint32Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Sorts the numbers of members by their group with a counting sort. The members of group `g` are `order[starts[g]]`
 * … `order[starts[g + 1] - 1]`.
 */
export const sortByGroup = (
  memberCount: number,
  groupCount: number,
  groupOf: (member: number) => number,
) => {
  const counts = new Uint32Array(groupCount)
  for (let member = 0; member < memberCount; member++) takeNext(counts, groupOf(member))
  const starts = toStarts(counts)
  const next = starts.slice()
  const order = new Uint32Array(memberCount)
  for (let member = 0; member < memberCount; member++)
    order[takeNext(next, groupOf(member))] = member
  return { starts, order }
}

/** Returns a number of the array, and increases it by one. */
export const takeNext = (numbers: Uint32Array, at: number): number => {
  const number = numbers[at] ?? 0
  numbers[at] = number + 1
  return number
}

/** Returns where each of several parts starts whose lengths are known, and where the last one ends. */
export const toStarts = (lengths: ArrayLike<number>): Uint32Array => {
  const starts = new Uint32Array(lengths.length + 1)
  let end = 0
  for (let part = 0; part < lengths.length; part++) starts[part + 1] = end += lengths[part] ?? 0
  return starts
}
