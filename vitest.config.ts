import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A busy machine may take its time.
    expect: { poll: { timeout: 20_000 } },
    include: ['packages/*/{src,test}/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    setupFiles: ['packages/server/src/testing/fail-on-deprecated-queries.ts'],
    globalSetup: ['packages/server/src/testing/temporary-files.ts', 'packages/server/src/testing/postgres.ts'],
    // Most tests wait for a database, a disk or a process: with one worker for each core, a quarter of the machine is idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
