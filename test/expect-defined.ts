export const expectDefined = <T>(value: T | null | undefined): T => {
  if (value === undefined || value === null) throw new Error(`Expected a value, but got ${value}`)
  return value
}
