/*
 * Arrays in memory that threads share: posting one costs nothing, whatever its size.
 */

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
