import type { Allocate } from '../../../shared/catalogue/number-lists.ts'

export const sharedMemory: Allocate = (bytes) => new SharedArrayBuffer(bytes)

export const sharedBytes = (length: number) => new Uint8Array(sharedMemory(length))

/** Copies bytes into memory that threads share, one part after another. */
export const toSharedBytes = (...parts: readonly Uint8Array[]) => {
  const shared = sharedBytes(parts.reduce((sum, { length }) => sum + length, 0))
  let used = 0
  for (const part of parts) {
    shared.set(part, used)
    used += part.length
  }
  return shared
}

export const toSharedFloat64 = (numbers: ArrayLike<number>) => {
  const shared = new Float64Array(sharedMemory(numbers.length * 8))
  shared.set(numbers)
  return shared
}

/** Collects bytes. A plain array of as many numbers would take eight times the memory. */
export const createByteList = () => {
  let bytes = new Uint8Array(1_024)
  let length = 0
  const reserve = (more: number) => {
    if (length + more <= bytes.length) return
    const longer = new Uint8Array(Math.max(length + more, bytes.length * 2))
    longer.set(bytes)
    bytes = longer
  }
  return {
    add: (text: string) => {
      // A code unit takes three bytes at most.
      reserve(text.length * 3)
      length += encoder.encodeInto(text, bytes.subarray(length)).written
    },
    length: () => length,
    part: (from: number, to: number) => bytes.subarray(from, to),
    pack: () => toSharedBytes(bytes.subarray(0, length)),
  }
}

const encoder = new TextEncoder()
