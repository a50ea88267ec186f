/** Makes the memory of packed numbers. A server makes memory that its threads share. */
export type Allocate = (bytes: number) => ArrayBufferLike

export const allocate: Allocate = (bytes) => new ArrayBuffer(bytes)

// With a plain array of a million numbers, garbage collection would take longer than filling the array.
export const createUint32List = () => {
  let numbers = new Uint32Array(64)
  let length = 0
  return {
    push: (number: number) => {
      if (length === numbers.length) {
        const longer = new Uint32Array(length * 2)
        longer.set(numbers)
        numbers = longer
      }
      numbers[length++] = number
    },
    length: () => length,
    // biome-ignore lint/style/noNonNullAssertion: callers know the numbers that they pushed
    at: (index: number) => numbers[index]!,
    pack: (memory = allocate) => toUint32(numbers.subarray(0, length), memory),
  }
}

export const toUint32 = (numbers: ArrayLike<number>, memory = allocate): Uint32Array => {
  const packed = new Uint32Array(memory(numbers.length * 4))
  packed.set(numbers)
  return packed
}

export const lowerBound = (sorted: Float64Array | Uint32Array, value: number): number =>
  findFirst(sorted.length, (at) => (sorted[at] ?? 0) >= value)

/** Binary search: the first index below `length` that is wanted, or `length`. All later indexes must be wanted, too. */
export const findFirst = (length: number, isWanted: (at: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isWanted(middle)) high = middle
    else low = middle + 1
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

export const takeNext = (numbers: Uint32Array, at: number): number => {
  const number = numbers[at] ?? 0
  numbers[at] = number + 1
  return number
}

/** Returns where each part starts and where the last one ends, from the lengths of the parts. */
export const toStarts = (lengths: ArrayLike<number>): Uint32Array => {
  const starts = new Uint32Array(lengths.length + 1)
  let end = 0
  for (let part = 0; part < lengths.length; part++) starts[part + 1] = end += lengths[part] ?? 0
  return starts
}
