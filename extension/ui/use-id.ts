import { useState } from 'preact/hooks'

let last = 0

/** Preact's own `useId` would add its code to every new tab, although only fields need it. */
export const useId = (): string => useState(() => `field-${++last}`)[0]
