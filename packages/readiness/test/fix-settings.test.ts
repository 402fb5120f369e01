import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { planFixes } from '../src/fix/plan.ts'
import { parseData } from '../src/repository/parse.ts'
import { type Files, library, npm, repositoryOf, service } from './mini.ts'

function planOf(files: Files, id: CriterionId) {
  return planFixes(repositoryOf({ files }), [id], { owners: [] })
}

/** The text of one file that is written. */
function written(files: Files, id: CriterionId, path: string): string | undefined {
  return planOf(files, id).files.find((each) => each.path === path)?.after
}

describe('permissions of workflows', () => {
  const path = '.github/workflows/ci.yml'
  const workflow = (...steps: readonly string[]) =>
    `# Checks each change.\non: push\n\njobs:\n    check:\n        runs-on: ubuntu-latest\n        steps:\n${steps.map((step) => `            - ${step}\n`).join('')}`
  const limited = (text: string) => written({ ...library, [path]: text }, 'token_permissions', path)

  it('are those of a reader where nothing writes, and all else stays', () => {
    const before = workflow('uses: actions/checkout@v5', 'run: npm test', 'uses: codecov/codecov-action@v5')
    expect(limited(before)).toBe(before.replace('jobs:', 'permissions:\n  contents: read\n\njobs:'))
  })

  it.each([
    ['uses: softprops/action-gh-release@v2', ['contents: write']],
    ['run: gh release create v1', ['contents: write']],
    ['uses: actions/stale@v10', ['contents: read', 'actions: write', 'issues: write', 'pull-requests: write']],
    ['uses: github/codeql-action/analyze@v4', ['contents: read', 'actions: read', 'security-events: write']],
    ['{ uses: docker/login-action@v3, with: { registry: ghcr.io } }', ['contents: read', 'packages: write']],
  ])('let a job write what it writes by %s', (step, rights) => {
    const lines = ['permissions:', ...rights.map((each) => `  ${each}`)].map((line) => `        ${line}\n`)
    expect(limited(workflow(step))).toContain(`    check:\n${lines.join('')}        runs-on`)
  })

  it.each([
    'uses: somebody/comment-on-pull-request@v1',
    'uses: actions/github-script@v8',
    '{ uses: docker/login-action@v3, with: { registry: "$' + '{{ env.HOST }}" } }',
    '{ run: ./publish.sh, env: { GITHUB_TOKEN: x } }',
    'uses: ./.github/actions/do-it',
    'run: gh api repos',
    'run: mkdocs gh-deploy --force',
    'run: git -C docs push origin x',
    'run: npm run release',
    'run: ./scripts/unknown.sh',
    '{ run: x, env: { A: "$' + '{{ secrets.github_token }}" } }',
    '{ uses: actions/setup-dotnet@v5, env: { NUGET_AUTH_TOKEN: "$' + '{{ secrets.GITHUB_TOKEN }}" } }',
    '{ uses: actions/stale@v10, with: { delete-branch: true } }',
    'uses: somebody/compressed-size-action@v1',
    'run: npm run ship',
    'run: make pages',
    'run: python a.py && ./b.sh',
    'run: ./tools/sync',
    'run: gh release create v1 --notes "$(gh api x)"',
    'run: gh pr close 1 --delete-branch',
    '{ run: node a.js, env: { A: "$' + '{{ toJSON(secrets) }}" } }',
    '{ uses: golangci/golangci-lint-action@v9, with: { only-new-issues: true } }',
    `run: "${'echo x\\n'.repeat(300)}git push"`,
  ])('are left to people where nobody knows what writes: %s', (step) => {
    const scripts = { ship: 'gh-pages -d out', test: 'vitest' }
    const files = {
      ...library,
      'package.json': npm([], { exports: './a.js', scripts }),
      Makefile: 'pages:\n\tgit push origin pages\n',
      'a.py': 'print(1)\n',
      'a.js': 'run()\n',
    }
    const plan = planOf({ ...files, [path]: workflow('run: npm test', step) }, 'token_permissions')
    expect([plan.files, plan.byHand.map(({ id }) => id)]).toEqual([[], ['token_permissions']])
  })

  it('are given to the one job instead of all that may come', () => {
    const before =
      'on: push\npermissions:\n  contents: write\n  id-token: write\njobs:\n  a:\n    steps:\n      - run: x\n'
    expect(limited(before)).toBe(
      'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    permissions:\n      contents: write\n      id-token: write\n    steps:\n      - run: x\n',
    )
  })

  it('keep their comments where they go', () => {
    const before =
      'on: push\npermissions:\n  # Releases.\n  contents: write\n\njobs:\n  a:\n    steps:\n      - run: x\n'
    expect(limited(before)).toBe(
      'on: push\npermissions:\n  contents: read\n\njobs:\n  a:\n    permissions:\n      # Releases.\n      contents: write\n    steps:\n      - run: x\n',
    )
  })

  it.each([
    ['within braces', '{\non: push,\njobs: { a: { steps: [] } }\n}\n'],
    ['with lines of Windows', 'on: push\r\njobs:\r\n  a:\r\n    steps:\r\n      - run: x\r\n'],
    ['that others call', 'on: workflow_call\njobs:\n  a:\n    steps:\n      - run: x\n'],
    ['that call others', 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n'],
    [
      'with a token for all',
      'on: push\nenv: { T: "$' + '{{ github.token }}" }\njobs:\n  a:\n    steps:\n      - run: x\n',
    ],
    [
      'with several jobs that may all write',
      'on: push\npermissions:\n  contents: write\njobs:\n  a:\n    steps: []\n  b:\n    steps: []\n',
    ],
  ])('are left to people in a workflow %s', (_, text) => {
    expect(limited(text)).toBeUndefined()
  })

  it('are left alone where a name stands for nothing', () => {
    const text = 'on: push\npermissions: &p\n  contents: write\nx: *p\njobs:\n  a:\n    steps:\n      - run: x\n'
    expect(limited(text)).toBeUndefined()
    const settings = 'version: 2\nupdates:\n  - package-ecosystem: npm\n    labels: *nope\n'
    expect(planOf({ ...library, '.github/dependabot.yml': settings }, 'min_release_age').files).toEqual([])
  })

  it('are written for all workflows or for none', () => {
    const other = '.github/workflows/other.yml'
    const files = { ...library, [path]: workflow('run: npm test'), [other]: workflow('run: gh api x') }
    expect(planOf(files, 'token_permissions').files).toEqual([])
  })
})

describe('settings of Dependabot that are there', () => {
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
