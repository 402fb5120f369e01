import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
