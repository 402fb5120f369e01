import { createRepository } from '../src/repository/create-repository.ts'
import { filesInMemory } from '../src/repository/file-source.ts'
import type { GitFacts } from '../src/repository/git-facts.ts'
import type { HostingFacts } from '../src/repository/hosting-facts.ts'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** A miniature repository: files, and what git and the host say about it. */
export interface Mini {
  readonly files: Files
  readonly git?: GitFacts
  readonly hosting?: HostingFacts
}

export function repositoryOf({ files, git, hosting }: Mini) {
  return createRepository(filesInMemory(files), { ...(git && { git }), ...(hosting && { hosting }) })
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** A manifest of npm with these runtime dependencies. */
export function npm(dependencies: readonly string[] = [], more: object = {}): string {
  return json({
    name: 'mini',
    private: true,
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '1.0.0'])),
    ...more,
  })
}

const source = { 'src/main.ts': 'export const answer = 42\n' }

/** A library, which skips what only a service can meet. */
export const library: Files = { 'package.json': npm([], { exports: './src/main.ts' }), ...source }

/** A library with a test. */
export const tested: Files = { ...library, 'src/main.test.ts': 'it()\n' }

export function service(dependencies: readonly string[] = []): Files {
  return { 'package.json': npm(['fastify', ...dependencies]), 'src/main.ts': 'listen(process.env.PORT)\n' }
}

export function frontend(dependencies: readonly string[] = []): Files {
  return { 'package.json': npm(['react-dom', ...dependencies]), 'src/app.tsx': 'export const App = () => null\n' }
}

/** A workflow that runs these commands. */
export function ci(...commands: readonly string[]): Files {
  const steps = ['npm test', ...commands].map((command) => `      - run: ${command}\n`).join('')
  return { '.github/workflows/ci.yml': `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps}` }
}

/** Two libraries in one repository. */
export const pair: Files = {
  'a/package.json': npm([], { name: 'a', exports: './main.js' }),
  'a/main.js': 'exports.a = 1\n',
  'b/package.json': npm([], { name: 'b', exports: './main.js' }),
  'b/main.js': 'exports.b = 1\n',
}

export const prose =
  'This is what the project is about, in a few sentences that somebody took the time to write down. '.repeat(2)
