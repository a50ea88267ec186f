/** The code into which mistakes are planted, and the tests that have to notice them. */
export const sides = {
  extension: {
    mutated: [
      'extension/features/favorites/*.ts',
      'extension/platform/storage/{local-text,stored-item,stored-log}.ts',
      'shared/async.ts',
    ],
    tests: [
      'test/extension/features.stored-shapes.test.ts',
      'test/extension/features/favorites/*.test.ts',
      'test/extension/features/settings/settings-sync*.test.ts',
      'test/extension/platform/storage/*.test.ts',
      'test/extension/remote/*.test.ts',
    ],
  },
  server: {
    mutated: [
      'server/favorites/*.ts',
      'server/adapters/clerk/favorites.ts',
      'server/database/sqlite-favorites.ts',
    ],
    tests: [
      'test/server/favorites/*.test.ts',
      'test/server/adapters/clerk/favorites.test.ts',
      'test/server/database/sqlite-favorites.test.ts',
      'test/server/http/favorites/*.test.ts',
    ],
  },
}

export const sideNames = ['extension', 'server'] as const

/** The environment variable that tells Stryker and Vitest which side is tested. */
export const sideVariable = 'FRESCO_SIDE'

export const side = sideNames.find((name) => name === process.env[sideVariable]) ?? 'extension'
