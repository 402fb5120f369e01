import { describe, expect, it } from 'vitest'
import { parseData } from '../src/repository/parse.ts'
import { type Files, library, npm, service } from './mini.ts'
import { planOf, written } from './planned.ts'

describe('settings of Dependabot that are there', () => {
  it('are left alone where a name stands for nothing', () => {
    const settings = 'version: 2\nupdates:\n  - package-ecosystem: npm\n    labels: *nope\n'
    expect(planOf({ ...library, '.github/dependabot.yml': settings }, 'min_release_age').files).toEqual([])
  })

  it('get an age for new releases in each entry', () => {
    const text = `version: 2
updates:
  # The program.
  - package-ecosystem: "npm"
    directory: "/"
  - package-ecosystem: github-actions
    directory: /
`
    const after = written({ ...library, '.github/dependabot.yml': text }, 'min_release_age', '.github/dependabot.yml')
    expect(after).toBe(text.replace(/ecosystem: .+\n/g, '$&    cooldown:\n      default-days: 7\n'))
  })

  it('keep an age that is there, and what only looks like an entry', () => {
    const text = `version: 2
updates:
  - package-ecosystem: npm
    directory: /
    commit-message:
      prefix: |
        - package-ecosystem: x
    cooldown:
      default-days: 0
`
    expect(planOf({ ...library, '.github/dependabot.yml': text }, 'min_release_age').files).toEqual([])
  })

  it('are not made beside Renovate', () => {
    expect(planOf({ ...library, 'renovate.json': '{}' }, 'min_release_age').files).toEqual([])
  })

  it('stay as they are where they cannot be read', () => {
    const text = 'version: 2\nupdates:\n  - package-ecosystem: npm\n - directory: /\n'
    expect(planOf({ ...library, '.github/dependabot.yml': text }, 'min_release_age').files).toEqual([])
  })
})

describe('files that git would ignore', () => {
  it('are excepted from what .gitignore says', () => {
    const files = { ...library, '.gitignore': '.*\n!.gitignore' }
    const plan = planOf(files, 'dependency_update_automation')
    expect(plan.met).toEqual(['dependency_update_automation'])
    expect(plan.files.find(({ path }) => path === '.gitignore')?.after).toBe('.*\n!.gitignore\n!/.github/\n')
  })

  it.each(['*.yml\n', '.github/\n', '/.github\n'])('are not written where %j is meant so', (rules) => {
    expect(planOf({ ...library, '.gitignore': rules }, 'dependency_update_automation').byHand).toHaveLength(1)
  })
})

describe('a template of variables', () => {
  const reads = { 'src/main.ts': 'listen(process.env.SHOP_PORT, process.env.TEST_URL)\n' }

  it('is written only where something loads such a file', () => {
    expect(written({ ...service(), ...reads }, 'env_template', '.env.example')).toBeUndefined()
    for (const more of [
      { ...service(['dotenv']) },
      { ...service(), 'compose.yaml': 'services:\n  a:\n    env_file: .env\n' },
      { ...service(), 'package.json': npm(['fastify'], { scripts: { start: 'node --env-file=.env src/main.ts' } }) },
    ])
      expect(written({ ...more, ...reads }, 'env_template', '.env.example')).toContain('\nSHOP_PORT=\n')
  })

  it('makes sure that the file itself is not tracked, and names no variable of tests', () => {
    const files = { ...service(['dotenv']), ...reads, '.gitignore': 'env/\n.venv*\n' }
    expect(written(files, 'env_template', '.gitignore')).toBe('env/\n.venv*\n.env\n')
    expect(written(files, 'env_template', '.env.example')).not.toContain('TEST_URL')
    expect(written({ ...files, '.gitignore': '.env\n' }, 'env_template', '.gitignore')).toBeUndefined()
  })
})

describe('a form for issues', () => {
  it('has the labels that people read', () => {
    const text = written(library, 'issue_templates', '.github/ISSUE_TEMPLATE/bug.yml') ?? ''
    const { body } = parseData('a.yml', text).value as { body: { attributes: { label: string } }[] }
    expect(body.map(({ attributes }) => attributes.label)).toEqual([
      'What happens, and what should happen?',
      'How can we reproduce it?',
      'Version',
    ])
  })
})

describe('headings for release notes', () => {
  const release = (run: string) => ({
    ...library,
    '.github/workflows/release.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: ${run}\n`,
  })

  it('are written where the host writes the notes', () => {
    for (const files of [library, release('npm test')])
      expect(written(files, 'release_notes_automation', '.github/release.yml')).toContain('categories:')
  })

  it('are not written where a workflow writes its own', () => {
    const files = release('gh release create v1 --notes x')
    expect(written(files, 'release_notes_automation', '.github/release.yml')).toBeUndefined()
  })
})

describe('a container for development', () => {
  const containerOf = (files: Files) =>
    JSON.parse(written(files, 'devcontainer', '.devcontainer/devcontainer.json') ?? 'null')

  it('has the version that the repository names, and installs what it needs', () => {
    const files = { 'go.mod': 'module m\n\ngo 1.23.4\n', 'm.go': 'package m\n' }
    expect(containerOf(files)).toMatchObject({ image: 'mcr.microsoft.com/devcontainers/go:1.23' })
    const node = { ...library, '.nvmrc': 'v22.1.0\n', 'package-lock.json': '{}' }
    expect(containerOf(node)).toMatchObject({ image: expect.stringMatching(/:22$/), postCreateCommand: 'npm ci' })
  })

  it.each([
    ['>=0.10.0', '24'],
    ['<25 >=20', '24'],
    ['22.x', '22'],
  ])('has the usual version where %j names no exact one', (node, version) => {
    const files = { ...library, 'package.json': npm([], { exports: './a.js', engines: { node } }) }
    expect(containerOf(files).image).toMatch(new RegExp(`:${version}$`))
  })

  it('is left to people where no image has what is needed', () => {
    const android = {
      'build.gradle': "plugins { id 'com.android.application' }\n",
      'src/main/AndroidManifest.xml': '<manifest />\n',
      'src/main/java/M.java': 'class M {}\n',
    }
    expect(containerOf(android)).toBeNull()
  })
})

describe('what people do beside a file', () => {
  it('is told where a file alone has no effect', () => {
    expect(planOf(library, 'pre_commit_hooks').thenDo).toEqual([expect.stringContaining('`pre-commit install`')])
    const github = { ...library, '.github/FUNDING.yml': 'github: a\n' }
    expect(planOf(github, 'security_policy').thenDo).toEqual([expect.stringContaining('vulnerability reporting')])
    expect(planOf(library, 'agents_md').thenDo).toEqual([])
  })
})

describe('hooks before a commit', () => {
  it('run the linter that is known, and change nothing by themselves', () => {
    const files = { 'go.mod': 'module m\n', 'm.go': 'package m\n', Makefile: 'lint:\n\tgolangci-lint run\n' }
    const text = written(files, 'pre_commit_hooks', '.pre-commit-config.yaml') ?? ''
    expect(text).toContain('        entry: make lint\n')
    expect(text).not.toMatch(/fixer|trailing/)
    expect(written(library, 'pre_commit_hooks', '.pre-commit-config.yaml')).not.toContain('local')
  })
})

describe('a step behind the tests', () => {
  const go = { 'go.mod': 'module m\n', 'm.go': 'package m\n', 'm_test.go': 'package m\n' }
  const path = '.github/workflows/ci.yml'
  const head = 'on: pull_request\njobs:\n  a:\n    steps:\n    - uses: actions/checkout@v5\n'

  it.each([
    ['a line', '    - run: go test ./...\n', '      # Then the pages.\n    - run: make pages\n'],
    [
      'several lines',
      '    - name: tests\n      run: |\n        go build\n        go test ./...\n      env: { A: 1 }\n',
      '\n  b:\n    steps: []\n',
    ],
  ])('follows %s, and all else stays', (_, step, rest) => {
    const after = written({ ...go, [path]: head + step + rest }, 'lint_config', path)
    expect(after).toBe(`${head}${step}    - run: go vet ./...\n${rest}`)
    expect(parseData(path, after ?? '').fault).toBeUndefined()
  })

  it.each([
    ['another folder', '    - run: go test ./...\n      working-directory: b\n'],
    ['one line for all', '    - { run: go test ./... }\n'],
  ])('is left to people where the tests run in %s', (_, step) => {
    expect(planOf({ ...go, [path]: head + step }, 'lint_config').files).toEqual([])
  })
})
