/** Words, each as a number of `words`. */
export interface NumberedWords {
  words: readonly string[]
  numbers: Uint32Array
}

export const numberWords = (words: readonly string[]): NumberedWords => {
  const known = new Map<string, number>()
  const numbers = words.map((word) => {
    const number = known.get(word) ?? known.size
    if (number === known.size) known.set(word, number)
    return number
  })
  return { words: [...known.keys()], numbers: new Uint32Array(numbers) }
}
