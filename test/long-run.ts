/** `npm run test:all`; `npm test` has to end within minutes, and shows the same with less repetition. */
export const isLongRun = import.meta.env.MODE === 'all'
