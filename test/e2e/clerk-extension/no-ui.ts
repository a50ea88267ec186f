export const ui = undefined
