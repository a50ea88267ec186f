/**
 * For threads that come and go. V8 keeps the pages of young objects that an ended thread had, and lets the
 * serving thread free them later, in one go: 25 ms for the usual 21 MB of them.
 */
export const threadLimits = { maxYoungGenerationSizeMb: 6 }
