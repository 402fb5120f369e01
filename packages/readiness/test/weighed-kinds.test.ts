import { describe, expect, it } from 'vitest'
import { findApplications, findByQuestions } from '../src/applications/find-applications.ts'
import { signsOf } from '../src/applications/kind-signs.ts'
import { kindWeights } from '../src/applications/kind-weights.ts'
import { reasonsOf } from '../src/applications/sign-words.ts'
import { always, sharesOf, weighKind } from '../src/applications/weigh-kind.ts'
import { type Files, prose, repositoryOf } from './mini.ts'

/** A page that is long enough to be weighed. */
const page = (words: string) => `# Mini\n\n${words}\n\n## About\n\n${prose.repeat(2)}\n`

const kindsOf = (files: Files, find: typeof findApplications = findApplications) =>
  find(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const program: Files = { 'go.mod': 'module mini\n', 'main.go': 'package main\nfunc main() {}\n' }
const keptRunning =
  'Mini keeps the feeds of your team in one place, as a server that you host yourself.\n\nDeploy it behind nginx with systemctl and open http://localhost:8080 with the settings of config.yml.'
const typed =
  'Mini is a linter and formatter that you run in a terminal.\n\n## Usage\n\n    mini --fix src\n\nDownload a prebuilt binary from the releases.'

describe('a main application is weighed by all its signs', () => {
  it('and becomes a service if it is told of as one, though its source shows no port', () => {
    const files = {
      ...program,
      'README.md': page(keptRunning),
      'compose.yml': 'services: {}\n',
      '.env.example': 'A=\n',
    }
    expect(kindsOf(files, findByQuestions)).toEqual(['. tool'])
    expect(kindsOf(files)).toEqual(['. service'])
  })

  it('and becomes a tool if it is told of as one, though nothing in its manifest starts it', () => {
    const files = {
      'mini.gemspec': 's.add_dependency "thor"\n',
      'lib/mini/cli.rb': 'ENV["HOME"]\n',
      'lib/mini/commands/fix.rb': '1\n',
      'man/mini.1': '\n',
      'README.md': page(typed),
    }
    expect(kindsOf(files, findByQuestions)).toEqual(['. library'])
    expect(kindsOf(files)).toEqual(['. tool'])
  })

  it('unless its page is too short to tell', () => {
    expect(kindsOf({ ...program, 'README.md': `# Mini\n\n${keptRunning}\n`, 'compose.yml': '\n' })).toEqual(['. tool'])
  })

  it('unless somebody named its kind', () => {
    const files = {
      ...program,
      'README.md': page(keptRunning),
      'compose.yml': 'services: {}\n',
      '.env.example': 'A=\n',
    }
    const found = findApplications(repositoryOf({ files }), { kinds: { '.': 'library' } })
    expect(found.map(({ kind }) => kind)).toEqual(['library'])
    const beside = findApplications(repositoryOf({ files }), { kinds: { other: 'library' } })
    expect(beside.map(({ kind }) => kind)).toEqual(['service'])
  })

  it('by the page of the repository, if nearly all source is its own', () => {
    const own: Files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((each) => [`hub/a${each}.go`, 'package a\n']))
    const files = {
      'README.md': page(keptRunning),
      'hub/go.mod': 'module mini\n',
      'hub/main.go': 'package main\nfunc main() {}\n',
      'hub/compose.yml': 'services: {}\n',
      'hub/.env.example': 'A=\n',
      ...own,
    }
    expect(kindsOf(files)).toEqual(['hub service'])
    const other: Files = Object.fromEntries([1, 2, 3, 4].map((each) => [`kit/a${each}.go`, 'package a\n']))
    expect(kindsOf({ ...files, ...other, 'kit/go.mod': 'module kit\n' })).toEqual(['hub tool', 'kit library'])
  })

  it('and its parts are not', () => {
    const files = {
      ...program,
      'kit/go.mod': 'module kit\n',
      'kit/main.go': 'package main\nfunc main() {}\n',
      'kit/README.md': page(keptRunning),
      'kit/compose.yml': 'services: {}\n',
      'kit/.env.example': 'A=\n',
    }
    expect(kindsOf(files)).toEqual(['. tool', 'kit tool'])
  })
})

describe('signs', () => {
  const seen = (files: Files) => {
    const repository = repositoryOf({ files })
    const [app] = findByQuestions(repository)
    return app === undefined ? [] : signsOf(repository, app)
  }

  it.each<[sign: string, files: Files]>([
    ['words: checker', { ...program, 'README.md': page('Mini is a fast linter.') }],
    ['page: imports', { ...program, 'README.md': page('    import "mini"') }],
    ['beside: composition', { ...program, 'compose.yml': '\n' }],
    ['folder: examples', { ...program, 'examples/a.txt': '\n' }],
    ['file: unit', { ...program, 'dist/mini.service': '\n' }],
    ['needs: metrics', { ...program, 'go.mod': 'module mini\nrequire github.com/prometheus/client_golang v1.0.0\n' }],
    ['source: port', { ...program, 'a.go': 'package main\nfunc f() { http.ListenAndServe(":80", nil) }\n' }],
    ['is started', program],
    ['brings a command', { 'mini.gemspec': 's.executables = ["mini"]\n', 'lib/mini.rb': '1\n' }],
    ['brings a command', { 'composer.json': '{"name": "a/mini", "bin": ["bin/mini"]}', 'src/Mini.php': '<?php\n' }],
    ['has a command of its name', { 'mini.gemspec': '\n', 'lib/mini.rb': '1\n', 'bin/mini': '\n' }],
    ['has a command of its name', { ...program, 'README.md': '# Mini\n', 'doc/mini.1': '\n' }],
  ])('%s', (sign, files) => expect(seen(files)).toContain(sign))

  it('are all weighed, and nothing else is', () => {
    const weighed = Object.keys(kindWeights)
    expect(weighed.length).toBeGreaterThan(50)
    expect(seen(program).filter((sign) => !weighed.includes(sign))).toEqual([])
  })
})

describe('weights', () => {
  const weights = { always: [0, 0, 1], port: [3, -1, -2], flags: [-1, 2, -1] }

  it('add up to shares of all kinds', () => {
    const shares = sharesOf(['port', 'flags', 'unknown'], weights)
    expect(shares.reduce((sum, each) => sum + each)).toBeCloseTo(1)
    const powers = [2, 1, -2].map(Math.exp)
    const all = powers.reduce((sum, each) => sum + each)
    expect(shares[0]).toBeCloseTo((powers[0] ?? 0) / all)
  })

  it('name the kind that has most', () => {
    expect(weighKind(['port'], weights).kind).toBe('service')
    expect(weighKind(['flags'], weights).kind).toBe('tool')
    expect(weighKind([], { always: [0, 0, 1.2] }).kind).toBe('library')
    expect(weighKind([], { always: [0, 0.1, 0] }).kind).toBe('tool')
  })
})

describe('a kind that is in doubt', () => {
  const weights = { always: [0, 0, 0], port: [2, 0, -1], flags: [0, 1.5, 0], page: [0.3, 0, 0] }

  it('has a second one, and says what speaks for each, the strongest sign first', () => {
    expect(weighKind(['flags', 'page', 'port'], weights)).toEqual({
      kind: 'service',
      mayBe: 'tool',
      speaksFor: ['port', 'page'],
      speaksAgainst: ['flags'],
    })
  })

  it('has none if little speaks against it', () => {
    expect(weighKind(['port', 'page'], weights)).not.toHaveProperty('mayBe')
  })

  it('is not the one that cannot be', () => {
    expect(weighKind(['flags', 'port'], weights, ['tool', 'library'])).not.toHaveProperty('mayBe')
  })

  const unclear = {
    ...program,
    'README.md': page(
      'Mini keeps the feeds of your team in one place.\n\n    mini --port 80\n\nDeploy it behind nginx, or download a prebuilt binary from the releases.',
    ),
    'compose.yml': 'services: {}\n',
    'migrations/1.sql': 'CREATE TABLE a (b int);\n',
    'handlers/a.go': 'package handlers\n',
  }
  const found = (named = {}) => findApplications(repositoryOf({ files: unclear }), named)[0]

  it('is told of the main application, in words', () => {
    const app = found()
    expect([app?.kind, app?.weighing?.mayBe]).toEqual(['tool', 'service'])
    const reasons = app && reasonsOf(app)
    expect(reasons?.for).toContain('its README shows options of a command')
    expect(reasons?.against).toContain('its README speaks of deployment')
  })

  it('is no more when somebody names the kind, the same or another one', () => {
    for (const kind of ['tool', 'service'] as const) {
      const app = found({ kinds: { '.': kind } })
      expect([app?.kind, app?.weighing]).toEqual([kind, undefined])
    }
  })

  it('is told in words for every sign', () => {
    const signs = Object.keys(kindWeights).filter((sign) => sign !== always)
    const told = reasonsOf({ weighing: { speaksFor: signs, speaksAgainst: [] } })
    expect(told.for.filter((words) => !/^(its?|a|an|people|something|npm|how|GoReleaser) /.test(words))).toEqual([])
    expect(told.for.filter((words) => signs.includes(words))).toEqual([])
  })
})
