import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of whole processes take the longest. They come first, so that none runs alone at the end. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { first = [], rest = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      relative(import.meta.dirname, moduleId).startsWith('test/') ? 'first' : 'rest',
    )
    return [...first, ...rest]
  }
}

/**
 * Two rings: `npm test` is what a change needs to be trusted, `npm run test:long` the rest. `*.long.test.ts` is in the second alone;
 * `*.random.test.ts` is in both, with more runs in the second (`fuzzRuns`). By file name, `vitest run`
 * finds all.
 */
const rings: Readonly<Record<string, { include?: string[]; exclude?: string[] }>> = {
  quick: { exclude: [...configDefaults.exclude, '**/*.long.test.ts'] },
  long: { include: ['packages/*/{src,test}/**/*.{long,random}.test.ts', 'test/**/*.{long,random}.test.ts'] },
}

export default defineConfig(({ mode }) => ({
  test: {
    // A busy machine may take its time.
    expect: { poll: { timeout: 60_000 } },
    include: ['packages/*/{src,test}/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    env: { MUSTER_TEST_RING: mode },
    ...rings[mode],
    setupFiles: ['packages/server/src/testing/fail-on-deprecated-queries.ts'],
    globalSetup: ['packages/server/src/testing/temporary-files.ts', 'packages/server/src/testing/postgres.ts'],
    // A process for each file would load the service anew for each. Files clean up after themselves.
    isolate: false,
    // Most tests wait for a database, a disk or a process: with one worker for each core, a quarter of the machine is idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProcessesFirst },
    // Only a test that hangs takes this long, on the busiest machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}))
