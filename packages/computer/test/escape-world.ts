import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AgentPreset } from '../src/agent/preset.ts'
import { placeIn } from '../src/place/place.ts'
import { demoAgent, type Home, temporaryHome } from './start-daemon.ts'

/** What is in the home of a developer, besides folders for caches. */
const files: Readonly<Record<string, string>> = {
  '.agent/settings.json': '{"mine": true}',
  '.agent/credentials.json': '{"token": "old"}',
  '.agent/history/old.json': 'of the user',
  '.agent.json': '{"servers": {}}',
  '.bashrc': '# mine',
  '.cache/tool/built': 'of the user',
  '.claude/settings.json': '{}',
  '.codex/config.toml': '',
  '.config/fish/config.fish': '',
  '.config/pip/pip.conf': '',
  '.config/systemd/user/mine.service': '',
  '.gitconfig': '[user]\n\tname = Dana\n\temail = dana@example.org\n[commit]\n\tgpgSign = true\n',
  '.muster/computer/identity.json': '{"credential": "msc_secret"}',
  '.muster/settings.json': '{}',
  '.npmrc': 'fund=false',
  '.profile': '',
  '.ssh/authorized_keys': '',
  '.vscode-server/data/Machine/settings.json': '{}',
  'bin/tool': '#!/bin/sh\necho the tool of the user\n',
  'elsewhere/notes.txt': 'mine',
}

const inFolder: Readonly<Record<string, string>> = {
  '.claude/settings.json': '{"hooks": {}}',
  '.mcp.json': '{}',
  '.vscode/settings.json': '{}',
  'readme.md': 'A shop.\n',
}

/** A developer's machine: a home with a repository in it, sockets, a port, and an agent with files of its own. */
export async function escapeWorld() {
  const { home } = temporaryHome()
  const at: Home = { home, folder: join(home, 'src/shop'), place: placeIn(home) }
  write(home, files)
  chmodSync(join(home, 'bin/tool'), 0o755)
  mkdirSync(at.folder, { recursive: true })
  const git = (folder: string, ...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'commit.gpgSign=false', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_ALLOW_PROTOCOL: 'file' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const library = join(home, 'src/library')
  for (const folder of [library, at.folder]) {
    mkdirSync(folder, { recursive: true })
    git(folder, 'init', '--quiet', '--initial-branch', 'main')
  }
  write(library, { 'library.txt': 'x' })
  write(at.folder, inFolder)
  for (const folder of [library, at.folder]) {
    git(folder, 'add', '.')
    git(folder, 'commit', '--quiet', '-m', 'first')
  }
  git(at.folder, 'submodule', '--quiet', 'add', library, 'library')
  git(at.folder, 'commit', '--quiet', '-m', 'a library')
  git(at.folder, 'worktree', 'add', '--quiet', join(home, 'src/beside'))
  const sockets = {
    docker: await listen(join(home, '.docker/run/docker.sock')),
    odd: await listen(join(home, 'elsewhere/deep/agent.sock')),
    inFolder: await listen(join(at.folder, 'tmp/puma.sock')),
    abstract: await listen(`\0muster-escape-${process.pid}-${Math.random()}`),
  }
  const web = createHttpServer((_asked, answer) => answer.end('the machine answers'))
  await once(web.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void web.close())
  return { at, git, sockets, port: (web.address() as AddressInfo).port }
}

export type World = Awaited<ReturnType<typeof escapeWorld>>

/** The demo agent, which does what it is told, with files of its own. */
export function agentWithFiles(): AgentPreset {
  return {
    ...demoAgent(),
    stateFolders: ['.agent'],
    userSettings: { '.agent/settings.json': '.agent/settings.json', '.agent/copy.json': '.agent.json' },
    signedInFiles: ['.agent/credentials.json'],
    isSignInRenewed: true,
  }
}

function write(root: string, contents: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

async function listen(path: string): Promise<string> {
  if (!path.startsWith('\0')) mkdirSync(dirname(path), { recursive: true })
  const server = createServer((socket) => socket.on('error', () => {}).end('the socket answers'))
  await once(server.listen(path), 'listening')
  onTestFinished(() => void server.close())
  return path
}

/** All that is below a folder, besides what is left out: paths, modes, contents and where links lead. */
export function everythingIn(root: string, leftOut: readonly string[], folder = ''): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (leftOut.includes(path)) return []
    const found = lstatSync(join(root, path))
    const line = `${path} ${found.mode.toString(8)}`
    if (found.isDirectory()) return [line, ...everythingIn(root, leftOut, path)]
    if (found.isSymbolicLink()) return [`${line} -> ${readlinkSync(join(root, path))}`]
    return found.isFile() ? [`${line} ${readFileSync(join(root, path), 'utf8')}`] : [line]
  })
}
