/** All that is loaded when something is first asked for: one file, which packs better than two. */
export { press, run } from './commands.ts'
export { Panels } from './panels.tsx'
