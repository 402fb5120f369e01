import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'

interface NodeTool {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  readonly install: string
  /** Followed by the name of a script. */
  readonly run: string
  /** Followed by the name of a program that a package brings. */
  readonly execute: string
  /** Makes the lock file and installs nothing. No script of a package is run, as far as the tool can be told so. */
  readonly lock: readonly string[]
  readonly lockFile: string
}

const tools: Readonly<Record<NodeTool['name'], NodeTool>> = {
  npm: {
    name: 'npm',
    install: 'npm ci',
    run: 'npm run',
    execute: 'npx',
    lock: ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'],
    lockFile: 'package-lock.json',
  },
  pnpm: {
    name: 'pnpm',
    install: 'pnpm install',
    run: 'pnpm run',
    execute: 'pnpm exec',
    lock: ['pnpm', 'install', '--lockfile-only', '--ignore-scripts', '--ignore-pnpmfile'],
    lockFile: 'pnpm-lock.yaml',
  },
  yarn: {
    name: 'yarn',
    install: 'yarn install',
    run: 'yarn run',
    execute: 'yarn exec',
    lock: ['yarn', 'install', '--mode=update-lockfile'],
    lockFile: 'yarn.lock',
  },
  bun: {
    name: 'bun',
    install: 'bun install',
    run: 'bun run',
    execute: 'bunx',
    lock: ['bun', 'install', '--lockfile-only', '--ignore-scripts'],
    lockFile: 'bun.lock',
  },
}

/** The package manager of the manifest at the root: by its lock file, or by what the manifest asks for. */
export function nodeTool(repository: Repository): NodeTool {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(at(repository.data('package.json').value, 'packageManager')))?.[1]
  const locked = Object.values(tools).find(({ lockFile }) => repository.has(lockFile))
  if (locked) return locked
  const hasWorkspace = repository.has('pnpm-workspace.yaml')
  const tool = tools[(named ?? (hasWorkspace ? 'pnpm' : 'npm')) as NodeTool['name']]
  // Without a lock file, `npm ci` refuses.
  return tool.name === 'npm' ? { ...tool, install: 'npm install' } : tool
}
