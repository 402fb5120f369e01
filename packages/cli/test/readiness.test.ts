import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { criterionIds } from '@muster/contract/readiness/catalogue'
import { ReadinessReport } from '@muster/contract/readiness-report'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import type { Log } from 'sarif'
import { describe, expect, it } from 'vitest'
import { library } from '../../readiness/test/mini.ts'
import { stacks } from '../../readiness/test/stacks.ts'
import { committed, git, temporaryDirectory } from '../../readiness/test/temporary-repository.ts'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { textWidth } from '../src/terminal/width.ts'
import { asPerson } from './as-owner.ts'
import { launcher, muster, run, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()
const level2 = stacks['typescript-monorepo'] ?? {}

/** A repository at level 2, with a remote. */
async function shop(more: Record<string, string> = {}): Promise<string> {
  const root = await committed({ ...level2, ...more })
  git(root, 'remote', 'add', 'origin', 'git@git.example.org:acme/shop.git')
  return root
}

describe('muster readiness --json', () => {
  it('prints the report of the contract and nothing else', async () => {
    const { code, stdout, stderr } = await muster(['readiness', await shop(), '--json'])
    expect([code, stderr]).toEqual([0, ''])
    const report = JSON.parse(stdout)
    const ajv = addFormats.default(new Ajv.Ajv({ strict: false }))
    expect([ajv.validate(ReadinessReport, report), ajv.errors]).toEqual([true, null])
    expect(report).toMatchObject({
      repoUrl: 'https://git.example.org/acme/shop',
      branch: 'main',
      hasLocalChanges: false,
      agentVersion: '0.1.0',
      apps: { 'apps/api': { description: 'The shop’s API' } },
      report: {
        codeowners: {
          numerator: 1,
          denominator: 1,
          rationale: expect.stringMatching(/^\.github\/CODEOWNERS:1 has `\* @/),
        },
      },
    })
    expect(report).not.toHaveProperty('modelUsed')
  })

  it('is the same every time, apart from id and time', async () => {
    const root = await shop()
    const [first, second] = await Promise.all([
      muster(['readiness', root, '--json']),
      muster(['readiness', root, '--json']),
    ])
    const stable = (text: string) => text.replace(/"(reportId|createdAt)": .*\n/g, '')
    expect(first.stdout).not.toBe(second.stdout)
    expect(stable(first.stdout)).toBe(stable(second.stdout))
  })
})

describe('muster readiness', () => {
  it('counts one file and one application in words that fit', async () => {
    const { stdout } = await muster(['readiness', await committed({ 'main.go': 'package main\n\nfunc main() {}\n' })])
    expect(stdout).toContain(', 1 application, 1 file\n')
  })

  it('shows the ladder, the pillars, what to do and the next steps', async () => {
    const { code, stdout, stderr } = await muster(['readiness', await shop()])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('git.example.org/acme/shop\nmain, ')
    expect(stdout).toMatch(/Level 2 of 5: Documented\n\d+ of 100 points/)
    expect(stdout).toMatch(
      /✓ 1 Functional +█+░* +\d\/7\n▸ 2 Documented +█+░+ +\d+\/\d+ {2}\d more for level 3\n {2}3 Standardized/,
    )
    expect(stdout).toMatch(/\nSecurity +█+░* +\d+\/\d+ +\d+\n/)
    expect(stdout).toContain(
      '✗ devcontainer\n    There is no development container; add .devcontainer/devcontainer.json with',
    )
    expect(stdout).toContain('Later, at level 3 (Standardized)')
    expect(stdout).toMatch(/Next steps, the best first\n {2}1\. /)
    expect(stdout).toMatch(/\n\d more of level 2 leads? to level 3, whichever they are\.\n/)
    expect(stdout).not.toContain('\u001b')
  })

  it('tells everything with --all', async () => {
    const { stdout } = await muster(['readiness', await shop(), '--all'])
    expect(stdout).toContain('✓ codeowners\n    .github/CODEOWNERS:1 has `* @')
    expect(stdout).not.toContain('Later')
  })

  it('shows which criteria are switched off and why, and does not judge them', async () => {
    const configuration = JSON.stringify({ switchedOff: { devcontainer: 'We work on bare machines.' } })
    const root = await shop({ '.muster/readiness.json': configuration })
    const { stdout } = await muster(['readiness', root])
    expect(stdout).toContain('Switched off\n  devcontainer\n    We work on bare machines.')
    const json = JSON.parse((await muster(['readiness', root, '--json'])).stdout)
    expect(json.switchedOff).toEqual({ devcontainer: { reason: 'We work on bare machines.' } })
    expect(json.report).not.toHaveProperty('devcontainer')
    expect((await muster(['readiness', root, '--markdown'])).stdout).toContain(
      '- `devcontainer`: We work on bare machines.',
    )
  })

  it.each([
    [
      '{"switchedOff": {"devcontaner": "x"}}',
      '"switchedOff" in .muster/readiness.json names "devcontaner", which is no criterion; did you mean devcontainer?',
    ],
    ['{"switchedOff": {"devcontainer": " "}}', 'must say why devcontainer is not judged.'],
    ['{"switchOff": {}}', 'has a field "switchOff", which has no meaning'],
    ['{"switchedOff": []}', 'switchedOff in .muster/readiness.json must be an object.'],
    ['{', '.muster/readiness.json:1 is not valid JSON'],
  ])('refuses the configuration %s', async (configuration, message) => {
    const ended = await muster(['readiness', await shop({ '.muster/readiness.json': configuration })])
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('reads facts that only the host knows from a file', async () => {
    const root = await shop()
    const file = join(await temporaryDirectory(), 'hosting.json')
    writeFileSync(file, JSON.stringify({ branchProtection: true, openIssues: 4, staleIssues: 4 }))
    const { stdout } = await muster(['readiness', root, '--hosting', file, '--json'])
    expect(JSON.parse(stdout).report).toMatchObject({
      branch_protection: { numerator: 1 },
      backlog_health: { numerator: 0 },
    })
    writeFileSync(file, '{"openIssues": "many"}')
    expect(await muster(['readiness', root, '--hosting', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('openIssues must be a number'),
    })
  })

  it('says what is wrong with a path or with options that exclude each other', async () => {
    expect(await muster(['readiness', '/no/such/place'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no directory /no/such/place.'),
    })
    expect(await muster(['readiness', '--sarif', '--badge'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Choose one of --sarif and --badge.'),
    })
    expect(await muster(['readiness', '--fail-under', '6'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--fail-under takes a level: 1 (Functional)'),
    })
  })

  it('evaluates a directory that is no repository, and says so', async () => {
    const { code, stdout, stderr } = await muster(['readiness', await temporaryDirectory()])
    const notes = [
      'This is no git repository, so there is no history.',
      expect.stringMatching(/^No application was found/),
    ]
    expect([code, stderr.trim().split('\n')]).toEqual([0, notes])
    expect(stdout).toContain('Level 1 of 5: Functional')
  })
})

describe('gates', () => {
  it.each([
    [['--fail-under', '2'], 0, ''],
    [['--fail-under', 'documented'], 0, ''],
    [['--fail-under', '3'], 8, 'The repository is at level 2; --fail-under asks for 3.'],
    [['--fail-under', 'Autonomous', '--json'], 8, 'asks for 5'],
  ] as const)('of %j end with %i', async (args, code, message) => {
    const ended = await muster(['readiness', await shop(), ...args])
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) })
    expect(ended.stdout).not.toBe('')
  })

  it('of a baseline end with 9 if anything became worse, and say what', async () => {
    const root = await shop()
    const baseline = join(await temporaryDirectory(), 'baseline.json')
    writeFileSync(baseline, (await muster(['readiness', root, '--json'])).stdout)
    expect((await muster(['readiness', root, '--baseline', baseline])).code).toBe(0)
    git(root, 'rm', '-q', '.github/CODEOWNERS')
    const worse = await muster(['readiness', root, '--baseline', baseline])
    expect(worse).toMatchObject({ code: 9, stderr: expect.stringContaining('Worse than the baseline: codeowners.') })
    expect(worse.stdout).toContain('Beside the baseline\n  Level 2 as before\n  Worse: codeowners')
    expect((await muster(['readiness', root, '--baseline', baseline, '--markdown'])).stdout).toContain(
      '- **Worse:** CODEOWNERS',
    )
  })

  it('refuse a baseline that is no report', async () => {
    const file = join(await temporaryDirectory(), 'baseline.json')
    writeFileSync(file, '{"runs": []}')
    expect(await muster(['readiness', '--baseline', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no report: It has no "report".'),
    })
  })
})

describe('other formats', () => {
  it('are Markdown for a comment, in which no text of others can become markup', async () => {
    const root = await shop({ 'evil @team <b>/package.json': '{"name": "x", broken', 'evil @team <b>/a.js': '' })
    const { stdout } = await muster(['readiness', root, '--markdown'])
    expect(stdout).toMatch(/^## Readiness: level \d of 5 \(\w+\), \d+ of 100 points\n/)
    expect(stdout).toContain('| 1 Functional | ')
    expect(stdout).toContain('<details><summary>Level 3: ')
    expect(stdout).toContain('evil \\@team \\<b\\>')
    const cellsOf = (text = '') =>
      text.split('\n').flatMap((line) => (line.startsWith('| `') ? line.replaceAll('\\|', '').split('|').length : []))
    const [criteria, applications] = stdout.split('<summary>Applications: ')
    expect(new Set(cellsOf(criteria))).toEqual(new Set([6]))
    expect(new Set(cellsOf(applications))).toEqual(new Set([5]))
  })

  it('are SARIF with a rule for every result and a place for each', async () => {
    const { stdout } = await muster(['readiness', await shop(), '--sarif'])
    const log: Log = JSON.parse(stdout)
    expect(log.version).toBe('2.1.0')
    const [only] = log.runs
    const points = { Documentation: expect.any(Number), Security: expect.any(Number) }
    expect(only?.properties).toMatchObject({ level: 2, score: expect.any(Number), pillarScores: points })
    const { rules = [], name, version } = only?.tool.driver ?? { name: '' }
    expect([name, version]).toEqual(['Muster readiness', '0.1.0'])
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(only?.results?.length).toBeGreaterThan(30)
    for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of only?.results ?? []) {
      expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId)
      expect(['warning', 'note']).toContain(level)
      expect(message.text).toMatch(/\.$/)
      const place = locations?.[0]?.physicalLocation
      expect(place?.artifactLocation?.uri).toMatch(/^[\w.%/-]+$/)
      expect(place?.region?.startLine).toBeGreaterThan(0)
      expect(Object.values(partialFingerprints ?? {})).toHaveLength(1)
    }
    const places = only?.results?.filter(({ ruleId }) => ruleId === 'unit_tests_exist')
    expect(places?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri)).toEqual([
      'packages/money/package.json',
    ])
    expect(places?.[0]?.message.text).toBe('There is no test; add a file such as first.test.ts.')
  })

  it('are a badge', async () => {
    const { stdout } = await muster(['readiness', await shop(), '--badge'])
    expect(stdout).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" role="img" aria-label="readiness: level 2 · documented · \d+">/,
    )
    expect(stdout.match(/<(\w+)[ >]/g)?.length).toBe((stdout.match(/<\/\w+>|\/>/g) ?? []).length)
  })
})

describe('muster readiness explain', () => {
  it('tells about a criterion', async () => {
    const { code, stdout } = await muster(['readiness', 'explain', 'devcontainer'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Development container devcontainer\n\nWhy +An agent gets/)
    expect(stdout).toMatch(/Opens +devcontainer_runnable/)
    expect(JSON.parse((await muster(['readiness', 'explain', 'devcontainer', '--json'])).stdout)).toMatchObject({
      id: 'devcontainer',
      level: 2,
    })
  })

  it('lists all of them, and proposes one for a typo', async () => {
    expect((await muster(['readiness', 'explain'])).stdout.trim().split('\n')).toHaveLength(criterionIds.length + 1)
    expect(await muster(['readiness', 'explain', 'codeowner'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no criterion codeowner; did you mean codeowners?'),
    })
  })
})

describe('a full disk', () => {
  it('is reported in a sentence', async () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [launcher, 'readiness', await shop(), '--json'], {
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    expect([status, stderr.toString()]).toEqual([1, 'Error: The answer could not be written: the disk is full.\n'])
  })
})

describe('muster readiness fix', () => {
  it('shows the difference, asks, and writes so that the criterion passes', async () => {
    const root = await shop()
    git(root, 'rm', '-q', '.github/CODEOWNERS')
    git(root, 'commit', '-q', '-m', 'Nobody owns it', '--author', 'Ada <7+ada@users.noreply.github.com>')
    const asked = await muster(['readiness', 'fix', 'codeowners', '--path', root])
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes to go ahead.') })
    expect(asked.stderr).toContain('.github/CODEOWNERS (new)\n+ * @ada')
    expect(existsSync(join(root, '.github/CODEOWNERS'))).toBe(false)
    const { code, stdout } = await muster(['readiness', 'fix', 'codeowners', '--path', root, '--yes', '--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { written: ['.github/CODEOWNERS'], met: ['codeowners'] }])
    const report = JSON.parse((await muster(['readiness', root, '--json'])).stdout)
    expect(report.report.codeowners.numerator).toBe(1)
  })

  it('prepares a branch and a commit with --pr, and leaves other changes alone', async () => {
    const root = await shop()
    git(root, 'config', 'user.name', 'Ada')
    git(root, 'config', 'user.email', 'ada@example.org')
    writeFileSync(join(root, 'README.md'), 'changed by somebody else')
    const { code, stderr } = await muster(['readiness', 'fix', 'security_policy', '--path', root, '--pr', '--yes'])
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Committed on the branch muster/readiness-security-policy.'),
    ])
    expect(git(root, 'branch', '--show-current').trim()).toBe('muster/readiness-security-policy')
    expect(git(root, 'show', '--name-only', '--format=%s', 'HEAD').trim()).toBe('Meet security_policy\n\nSECURITY.md')
    expect(git(root, 'status', '--porcelain').trim()).toBe('M README.md')
    const again = await muster(['readiness', 'fix', 'pr_templates', 'devcontainer', '--path', root, '--yes'])
    expect(again.code).toBe(0)
  })

  it('follows no link out of the repository', async () => {
    const root = await shop()
    const outside = await temporaryDirectory()
    symlinkSync(outside, join(root, '.devcontainer'))
    const { code, stderr } = await muster(['readiness', 'fix', 'devcontainer', '--path', root, '--yes'])
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining('.devcontainer is in the way of')])
    expect(existsSync(join(outside, 'devcontainer.json'))).toBe(false)
  })

  it('says what has to be done by hand, and proposes a criterion for a typo', async () => {
    const root = await shop()
    const { stderr } = await muster(['readiness', 'fix', 'readme', 'test_coverage_thresholds', '--path', root])
    expect(stderr).toContain('README: nothing to do.')
    expect(stderr).toContain('Coverage threshold, by hand: ')
    expect(await muster(['readiness', 'fix', 'codeowner'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean codeowners'),
    })
  })
})

describe('--publish', () => {
  it('sends the report once, however often it is run, and the service shows its history', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { call } = member
    const root = await shop()
    const first = await call(['readiness', root, '--publish'])
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Published as [0-9a-f-]{36}\.\n$/) })
    const second = await call(['readiness', root, '--publish', '--json'])
    const { reportId, repoId } = JSON.parse(second.stdout)
    expect(first.stderr).toContain(reportId)
    const reports = await member.json<object[]>('reports', 'list', '--repo', 'https://git.example.org/acme/shop')
    expect(reports).toHaveLength(1)
    git(root, 'commit', '-q', '--allow-empty', '-m', 'Next')
    await call(['readiness', root, '--publish'])
    const repositories = await member.json<{ repoId: string }[]>('reports', 'repositories')
    expect(repositories.find((each) => each.repoId === repoId)).toMatchObject({
      level: 2,
      trend: 'steady',
      reportCount: 2,
    })
    expect(await member.text('reports', 'repositories')).toMatch(
      /git\.example\.org\/acme\/shop +2 +\d+ +@?= steady +\d+\/\d+/,
    )
    expect(await member.text('reports', 'get', reportId)).toMatch(
      /^Repository +https:\/\/git\.example\.org\/acme\/shop\nLevel +2\n/,
    )
  })

  it('refuses a repository that has no address, unless it is given one', async () => {
    const { call } = await asPerson(server(), server().acme.member.key)
    const root = await committed(library)
    expect(await call(['readiness', root, '--publish'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name it with --repo-url URL.'),
    })
    expect((await call(['readiness', root, '--publish', '--repo-url', 'https://git.example.org/a/b'])).code).toBe(0)
  })

  it('ends with 4 for a guest, and with 3 for somebody without a key', async () => {
    const root = await shop()
    const guest = await asPerson(server(), server().acme.guest.key)
    expect((await guest.call(['readiness', root, '--publish'])).code).toBe(4)
    const env = { HOME: await temporaryHome() }
    expect((await muster(['readiness', root, '--publish'], { env })).code).toBe(3)
  })
})

describe('on a terminal', () => {
  async function inTerminal(columns: number, root: string, env: Record<string, string> = {}) {
    const command = `stty cols ${columns}; ${process.execPath} ${launcher} readiness ${root} --all 2>/dev/null`
    const { stdout } = await run('script', ['-qec', command, '/dev/null'], { env: { TERM: 'xterm', ...env } })
    return stdout.replaceAll('\r\n', '\n').trimEnd()
  }

  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for.
  const colors = /\u001b\[\d+m/g

  it.each([40, 80, 120])('fits into %i columns', async (columns) => {
    const shown = await inTerminal(columns, await shop())
    expect(shown).toMatch(colors)
    const lines = shown.replaceAll(colors, '').split('\n')
    // A single word, such as a path, may be longer than a narrow terminal.
    for (const line of lines)
      expect([line, textWidth(line) <= columns || line.trim().split(' ').length === 1]).toEqual([line, true])
  })

  it('has no colours with NO_COLOR, and says the same', async () => {
    const root = await shop()
    const plain = await inTerminal(80, root, { NO_COLOR: '1' })
    expect(plain).not.toContain('\u001b')
    expect((await inTerminal(80, root)).replaceAll(colors, '')).toBe(plain)
  })

  it('shows its progress on the error output of a terminal, and nowhere else', async () => {
    const root = await shop()
    const command = `${process.execPath} ${launcher} readiness ${root} --json >/dev/null`
    const { stdout } = await run('script', ['-qec', command, '/dev/null'], { env: { TERM: 'xterm' } })
    expect(stdout).toContain('Judging 28 files …')
    expect(stdout.endsWith('\r\u001b[2K')).toBe(true)
  })
})
