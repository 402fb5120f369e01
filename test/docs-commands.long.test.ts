import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@muster/sdk'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot, sharedServer } from './running-server.ts'

const run = promisify(execFile)
const launcher = join(projectRoot, 'packages/cli/bin/muster.js')

/**
 * Runs every block marked `sh`, each in a shell of its own. A block that a test cannot run is marked `sh skip` on its
 * page and counted here with the reason, so that nobody adds one without thinking.
 */
const skipped: Readonly<Record<string, { readonly blocks: number; readonly why: string }>> = {
  'README.md': { blocks: 1, why: 'The key of the first start; the commands after it run in readme.test.ts.' },
  'docs/computers.md': {
    blocks: 3,
    why: 'One needs an agent of your own; others wait for you at a terminal: chat.test.ts tries them with the demo agent.',
  },
  'docs/mcp.md': { blocks: 1, why: 'It changes the settings of Claude Code; mcp.test.ts asks both ways.' },
  'docs/operations.md': {
    blocks: 2,
    why: 'move-events.long.test.ts moves events, backup.long.test.ts makes and restores backups.',
  },
  'docs/operate/onboarding.md': { blocks: 1, why: 'backup.long.test.ts makes a backup.' },
  'docs/operate/recovery.md': {
    blocks: 3,
    why: 'backup.long.test.ts restores a backup; the others need a second machine.',
  },
  'docs/operate/systemd.md': { blocks: 2, why: 'It makes an account and starts services of the machine.' },
  'docs/operate/upgrading.md': { blocks: 1, why: 'It pulls a newer version.' },
  'docs/packages.md': {
    blocks: 2,
    why: 'packages.long.test.ts packs, python-client.long.test.ts installs the client for Python.',
  },
  'docs/performance.md': { blocks: 8, why: 'Benchmarks take minutes; bench/main.ts has tests of its own options.' },
}

/** These pages have a test of their own. */
const testedElsewhere = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md']

const pages = globSync(['*.md', 'docs/{.,agents,operate}/*.md'], { cwd: projectRoot }).toSorted()

function blocksOf(page: string, mark: string): string[] {
  const text = readFileSync(join(projectRoot, page), 'utf8')
  return [...text.matchAll(/^ *```(\S.*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, language]) => language === mark)
    .map(([, , block]) => block ?? '')
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

const operatorKey = `operator-${'0123456789'.repeat(4)}`
const server = sharedServer({ MUSTER_OPERATOR_KEY: operatorKey })
let clone: string

/** Service and repository are for all pages. Each page has an organization, a home and a copy of its own. */
beforeAll(async () => {
  await run(process.execPath, [join(projectRoot, 'scripts/packing/main.ts'), '--strict'])
  clone = await mkdtemp(join(tmpdir(), 'muster-docs-'))
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${projectRoot}`, clone])
  await run('git', ['-C', clone, 'remote', 'set-url', 'origin', 'https://git.example.org/acme/shop'])
  await writeFile(join(clone, 'README.md'), '\nA line for git diff.\n', { flag: 'a' })
  const { stdout } = await run(launcher, ['readiness', '--json'], { cwd: clone, maxBuffer: 2 ** 24 })
  for (const name of ['before.json', 'readiness.json']) await writeFile(join(clone, name), stdout)
  return () => rm(clone, { recursive: true, force: true })
})

/** What a reader of the pages has: a service with a few things in it, and a home with a few files. */
async function prepare() {
  const home = await mkdtemp(join(tmpdir(), 'muster-docs-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const shop = join(home, 'src/shop')
  for (const folder of ['bin', 'src']) await mkdir(join(home, folder), { recursive: true })
  await symlink(launcher, join(home, 'bin/muster'))
  await cp(clone, shop, { recursive: true, verbatimSymlinks: true })

  const operator = createClient({ baseUrl: server().address, apiKey: operatorKey })
  const made = await operator.operator.createOrganization({ name: 'Example', ownerEmail: 'owner@example.org' })
  const key = made.apiKey
  const owner = createClient({ baseUrl: server().address, apiKey: key })
  for (const email of ['alan@example.org', 'lin@example.org']) await owner.users.invite({ email, role: 'member' })
  const computer = await owner.computers.register({ name: 'build-1' })
  const session = await owner.sessions.create({ computerId: computer.id })
  const { messageId } = await owner.messages.post({ sessionId: session.sessionId, text: 'Hello.' })
  const { id: keyId } = await owner.apiKeys.create({ name: 'old' })
  const { id: webhookId } = await owner.webhooks.create({ url: 'https://hooks.example.org/muster' })
  const report = {
    repoUrl: 'https://git.example.org/acme/shop',
    apps: { '.': { description: 'The shop' } },
    report: { readme: { numerator: 1, denominator: 1, rationale: 'README.md tells how to start.' } },
  }
  const { reportId } = await owner.reports.publish(report)
  const { settings } = await owner.controls.get()
  for (const [name, content] of Object.entries({
    'key.txt': `${key}\n`,
    'screen.png': png,
    'app.log': 'It began.\n',
    'event.json': JSON.stringify({ session_id: 's1', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    'settings.json': JSON.stringify(settings),
  })) {
    await writeFile(join(shop, name), content)
  }
  await writeFile(join(home, 'bin/notify-send'), '#!/bin/sh\n', { mode: 0o755 })
  // Only what the service sends is installed, into an empty home.
  const { stdout: npm } = await run('sh', ['-c', 'command -v npm'])
  // The shop is a copy of this repository, whose own packages npm would install as well.
  const shim = `#!/bin/sh\ncase "$*" in */packages/*) cd "$(mktemp -d -p "$HOME")" && exec ${npm.trim()} "$@" ;; esac\n`
  await writeFile(join(home, 'bin/npm'), shim, { mode: 0o755 })
  const words: Record<string, string> = {
    SESSION: session.sessionId,
    MESSAGE: messageId,
    KEY: keyId,
    WEBHOOK: webhookId,
    REPORT: reportId,
    'https://muster.example.org': server().address,
  }
  return { home, shop, key, words }
}

/** Answers yes where a command would ask a person, and logs in with a key from standard input. */
const shellFunctions = `
set -euo pipefail
curl() { command curl --fail --silent --show-error "$@"; echo; }
muster() {
  case "$*" in
    login|'login --url '*) command muster "$@" <<< "$OWNER_KEY" ;;
    *' --write'|*' --undo'|*delete*|*remove*|*revoke*|'hooks connect'*|'hooks trust'*) command muster "$@" --yes ;;
    *) command muster "$@" ;;
  esac
}
npx() {
  case "$1" in
    --yes) command npx "$@" ;;
    *) shift; muster "$@" ;;
  esac
}
`

describe('the commands of the documents', () => {
  for (const page of pages.filter((name) => !testedElsewhere.includes(name))) {
    const blocks = blocksOf(page, 'sh')
    if (blocks.length === 0) continue
    it(`run as they stand in ${page}`, async () => {
      const { home, shop, key, words } = await prepare()
      for (const block of blocks) {
        const known = new RegExp(`(?<![\\w-])(${Object.keys(words).join('|')})(?![\\w-])`, 'g')
        const script = block.replace(known, (word) => words[word] ?? word)
        const environment = {
          PATH: `${join(home, 'bin')}:${process.env.PATH}`,
          HOME: home,
          npm_config_prefix: join(home, 'npm'),
          npm_config_registry: 'http://127.0.0.1:1',
          EDITOR: 'true',
          OWNER_KEY: key,
          MUSTER_API_URL: server().address,
          MUSTER_API_KEY: key,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        }
        // A whole script is meant for a file of its own, so only its grammar is checked.
        const args = block.startsWith('#!') ? ['-n', '-c', script] : ['-c', `${shellFunctions}\n${script}`]
        const ran = run('bash', args, { cwd: shop, env: environment })
        ran.child.stdin?.end()
        await ran.catch((error: { stderr: string; stdout: string }) => {
          throw new Error(`This block of ${page} fails:\n${block}\n${error.stdout}\n${error.stderr}`)
        })
      }
    })
  }

  it('are left out only where a reason is given', () => {
    const left = pages
      .map((page) => [page, blocksOf(page, 'sh skip').length] as const)
      .filter(([, blocks]) => blocks > 0)
    expect(Object.fromEntries(left)).toEqual(
      Object.fromEntries(Object.entries(skipped).map(([page, { blocks }]) => [page, blocks])),
    )
  })
})
