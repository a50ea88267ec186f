/**
 * Plants one mistake of `planted.ts` after another in the real code, and says which of them the simulation finds.
 * `npm run lab -- mutate` looks for each in up to 30,000 seeds, and `npm run lab -- mutate --count 6000` in fewer. At
 * least 95 % have to be found.
 */
process.argv.push('--planted')
await import('./main.ts')
