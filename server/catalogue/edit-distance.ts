/**
 * How many typing errors turn one word into another: letters that are missing, too many, wrong, or
 * swapped with their neighbour (restricted Damerau–Levenshtein). `max + 1` for anything above `max`.
 */
export const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1
  const start = commonStart(a, b)
  const end = commonEnd(a, b, start)
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  // A single error leaves at most two swapped letters between the common ends.
  if (max < 2 && Math.max(left.length, right.length) > 2) return max + 1
  return Math.min(countErrors(left, right), max + 1)
}

const commonStart = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  let start = 0
  while (start < length && a[start] === b[start]) start++
  return start
}

const commonEnd = (a: string, b: string, start: number): number => {
  const length = Math.min(a.length, b.length) - start
  let end = 0
  while (end < length && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return end
}

const countErrors = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + wrong)
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) least = Math.min(least, beforeLast[column - 2]! + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[b.length]!
}
