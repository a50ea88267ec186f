/* Arrays in memory that threads share. Posting one to another thread costs nothing. */

export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length))

export const sharedUint32 = (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4))

export const toSharedBytes = (bytes: ArrayLike<number>) => {
  const shared = sharedBytes(bytes.length)
  shared.set(bytes)
  return shared
}

export const toSharedUint32 = (numbers: ArrayLike<number>) => {
  const shared = sharedUint32(numbers.length)
  shared.set(numbers)
  return shared
}

export const toSharedFloat64 = (numbers: ArrayLike<number>) => {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.length * 8))
  shared.set(numbers)
  return shared
}

/*
 * Lists of numbers that grow in a typed array. The garbage collector takes longer for a plain array of a
 * million numbers than it takes to fill that array.
 */

export const createUint32List = (first: readonly number[] = []) =>
  createList<Uint32Array>(
    Uint32Array.from(first),
    (length) => new Uint32Array(length),
    sharedUint32,
  )

export const createByteList = () =>
  createList<Uint8Array>(new Uint8Array(), (length) => new Uint8Array(length), sharedBytes)

type Numbers = Uint8Array | Uint32Array

const createList = <T extends Numbers>(
  first: T,
  make: (length: number) => T,
  makeShared: (length: number) => T,
) => {
  let numbers = first
  let length = first.length
  const copyTo = (to: T): T => {
    to.set(numbers.subarray(0, length))
    return to
  }
  return {
    push: (number: number) => {
      if (length === numbers.length) numbers = copyTo(make(Math.max(64, length * 2)))
      numbers[length++] = number
    },
    length: () => length,
    // biome-ignore lint/style/noNonNullAssertion: callers only ask for numbers that they pushed
    at: (index: number) => numbers[index]!,
    pack: () => copyTo(makeShared(length)),
  }
}
