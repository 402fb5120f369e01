import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { agentIds } from '@muster/contract/agents'
import { describe, expect, it } from 'vitest'
import { demoCommand, ownerKey, projectRoot, startServer, temporaryDataDir } from './running-server.ts'

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')

/** The blocks of the tour that a reader pastes into one shell, in order. */
const pasted = [...(readme.split('## Two minutes with curl')[1]?.matchAll(/```sh\n(.*?)```/gs) ?? [])].map(
  (match) => match[1],
)

describe('the README', () => {
  it('has curl lines that work when they are pasted', async () => {
    const environment = { MUSTER_DATA_DIR: await temporaryDataDir(), MUSTER_NOW: '2026-02-02T09:00:00Z' }
    const server = await startServer(environment, demoCommand)
    // `-f` turns an error answer into a failure of the line.
    const script = ['set -euo pipefail', 'curl() { command curl -f "$@"; echo; }', ...pasted].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env.PATH, MUSTER_API_URL: server.address, MUSTER_API_KEY: ownerKey },
    })
    const answers = stdout.trim().split('\n')
    expect(answers.length).toBeGreaterThanOrEqual(13)
    for (const answer of answers) expect(JSON.parse(answer)).toBeTypeOf('object')
    for (const date of ['2026-01-26', '2026-01-30']) {
      expect(stdout).toMatch(new RegExp(`"date":"${date}","daily_active_users":[1-9]`))
      expect(stdout).toMatch(new RegExp(`"date":"${date}","group_key":"atlas-4","billable_tokens":[1-9]`))
    }
    expect(stdout).toContain('"completeThrough":"2026-02-01"')
    expect(stdout).toContain('Fix the failing test.')
    expect(stdout).toContain('"maxAutonomyLevel":"medium"')
    expect(stdout).toContain('"limit":50000000')
    expect(stdout).toContain('report.publish')
  })
})

describe('the documents', () => {
  it('link only to files that exist', () => {
    const pages = globSync(['*.md', 'docs/**/*.md', '.agents/**/*.md'], { cwd: projectRoot })
    expect(pages).toContain('AGENTS.md')
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/\]\(([^)#]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => globSync(join(dirname(page), target), { cwd: projectRoot }).length === 0)
        .map((target) => `${page} → ${target}`),
    )
    expect(pages.length).toBeGreaterThan(8)
    expect(broken).toEqual([])
  })

  it('have a page for every agent, which the list of agents links to', () => {
    const list = readFileSync(join(projectRoot, 'docs/agents/README.md'), 'utf8')
    expect(agentIds.filter((id) => !list.includes(`](${id}.md) | \`${id}\` |`))).toEqual([])
  })

  it.each(['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md'])(
    '%s names only paths that exist',
    (page) => {
      const text = readFileSync(join(projectRoot, page), 'utf8')
      const inSentences = [...text.matchAll(/`(\w[\w.-]*(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path)
      const inMaps = [...text.matchAll(/^ {2}(\S+(?:,? \S+)*?) {2,}/gm)].flatMap(([, names = '']) => names.split(/,? /))
      const paths = [...inSentences, ...inMaps].filter((path) => /^[\w./-]+(\/|\.(ts|tsx|css|md))$/.test(path))
      expect(paths.filter((path) => !exists(path) && path !== 'data/')).toEqual([])
    },
  )
})

const projectFiles = globSync('{packages,bench,chaos,clients,docs,scripts,test}/**', {
  cwd: projectRoot,
  exclude: (name) => name.includes('node_modules'),
})

/** Whether the end of some path of the project is this one. */
function exists(path: string): boolean {
  return [...projectFiles, ...globSync('*', { cwd: projectRoot })].some((file) =>
    `/${file}`.endsWith(`/${path.replace(/\/$/, '')}`),
  )
}
