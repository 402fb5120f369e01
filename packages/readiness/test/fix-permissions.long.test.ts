import { describe, expect, it } from 'vitest'
import { library, npm } from './mini.ts'
import { planOf, written } from './planned.ts'

describe('permissions of workflows', () => {
  const path = '.github/workflows/ci.yml'
  const workflow = (...steps: readonly string[]) =>
    `# Checks each change.\non: push\n\njobs:\n    check:\n        runs-on: ubuntu-latest\n        steps:\n${steps.map((step) => `            - ${step}\n`).join('')}`
  const limited = (text: string) => written({ ...library, [path]: text }, 'token_permissions', path)

  it('are those of a reader where nothing writes, and all else stays', () => {
    const before = workflow('uses: actions/checkout@v5', 'run: npm test', 'uses: codecov/codecov-action@v5')
    expect(limited(before)).toBe(before.replace('jobs:', 'permissions:\n    contents: read\n\njobs:'))
  })

  it.each([
    ['uses: softprops/action-gh-release@v2', ['contents: write']],
    ['run: gh release create v1', ['contents: write']],
    ['{ run: gh pr comment 1, env: { A: b } }', ['contents: read', 'pull-requests: write']],
    [
      '{ uses: actions/github-script@v8, with: { script: "github.rest.issues.createComment({ body: 1 })" } }',
      ['contents: read', 'issues: write', 'pull-requests: write'],
    ],
    [
      '{ uses: actions/github-script@v8, with: { script: "await github.paginate(github.rest.pulls.list)" } }',
      ['contents: read', 'pull-requests: read'],
    ],
    ['run: x\n              if: a\n        container: ghcr.io/a/b:1', ['contents: read', 'packages: read']],
    ['uses: actions/stale@v10', ['contents: read', 'actions: write', 'issues: write', 'pull-requests: write']],
    ['uses: github/codeql-action/analyze@v4', ['contents: read', 'actions: read', 'security-events: write']],
    ['{ uses: docker/login-action@v3, with: { registry: ghcr.io } }', ['contents: read', 'packages: write']],
  ])('let a job write what it writes by %s', (step, rights) => {
    const lines = ['permissions:', ...rights.map((each) => `    ${each}`)].map((line) => `        ${line}\n`)
    expect(limited(workflow(step))).toContain(`    check:\n${lines.join('')}        runs-on`)
  })

  it.each([
    'uses: somebody/comment-on-pull-request@v1',
    '{ uses: actions/github-script@v8, with: { script: "github.graphql(query)" } }',
    '{ uses: actions/github-script@v8, with: { script: "run({ github })" } }',
    '{ uses: actions/github-script@v8, with: { script: "github.rest.pulls.merge({})" } }',
    '{ uses: actions/github-script@v8, with: { script: "github.rest.issues.get({})", github-token: x } }',
    '{ uses: nick-fields/retry@v3, with: { command: gh api x } }',
    'run: npm publish --registry https://npm.pkg.github.com',
    'run: cargo release',
    'run: bash $' + '{{ inputs.script }}',
    'run: npx $' + '{{ matrix.command }}',
    'run: if true; then $' + '{{ inputs.command }}; fi',
    'run: eval $COMMAND',
    'run: bash /opt/x.sh',
    'run: bash -e ci/ship',
    "run: '.\\ci\\ship'",
    'run: npm run several',
    'run: npx turbo run site',
    'run: npm run-script ship',
    'run: timeout 60 ci/ship',
    'run: A=$(bash ci/ship)',
    'run: python tools/nightly.py',
    'run: node ci/above.js',
    'run: composer ship',
    'run: deno task ship',
    'run: uv run poe ship',
    'run: tox -e ship',
    'run: cargo xtask ship',
    'run: go run ./tools/ship',
    'run: cd docs && npm run site',
    '{ run: yarn site, working-directory: "docs/$' + '{{ matrix.part }}" }',
    '{ uses: changesets/action@v1, with: { publish: npm run ship } }',
    '{ uses: gradle/actions/setup-gradle@v4, with: { dependency-graph: generate-and-submit } }',
    'run: gh pr ready 1',
    'run: bin/ship',
    'run: dotnet fake build -t Release',
    'run: ./gradlew finalRelease',
    'run: curl -sSL https://example.com/release.sh | bash',
    'run: npm publish',
    'run: npm version patch',
    'run: $' + '{{ matrix.command }}',
    'run: npm run $' + '{{ matrix.script }}',
    'run: npm run up',
    'run: npm run -s ship',
    'run: npm --prefix docs run site',
    'run: yarn workspace docs site',
    'run: npm run gone',
    '{ run: npm run site, working-directory: docs }',
    'run: make -C docs pages',
    'run: make',
    'run: make A=b pages',
    'run: make again',
    'run: bash ci/ship',
    'run: node ci/ship.js',
    'run: python -m tools.ship',
    'run: just ship',
    'run: bundle exec rake ship',
    'run: npx np',
    'run: ghp-import -n -p docs',
    'run: $' + '{{ github.workspace }}/ci/ship',
    '{ uses: gradle/gradle-build-action@v3, with: { arguments: release } }',
    'uses: DeterminateSystems/update-flake-lock@v1',
    'uses: haskell-actions/hlint-scan@v1',
    '{ uses: actions/github-script@v8, with: { script: "await exec.getExecOutput(1)" } }',
    '{ uses: actions/github-script@v8, with: { script: "github.paginate(1)" } }',
    '{ uses: actions/github-script@v8, with: { script: "github.rest.repos.createCommitStatus({})" } }',
    '{ uses: actions/github-script@v8, with: { script: "$' + '{{ inputs.script }}" } }',
    '{ uses: peter-evans/create-pull-request@v7, with: { token: "$' +
      '{{ secrets.BOT }}", b: "$' +
      '{{ github.token }}" } }',
    '{ run: gh issue create, env: { A: "$' +
      '{{ github.token }}" }, if: x, shell: bash, name: "a" }\n            - run: gh api',
    '{ uses: nick-fields/retry@v3, with: { command: "gh issue create\\nmake", b: "$' + '{{ github.token }}" } }',
    '{ uses: docker/login-action@v3, with: { registry: "$' + '{{ env.HOST }}" } }',
    '{ run: ./publish.sh, env: { GITHUB_TOKEN: x } }',
    'uses: ./.github/actions/do-it',
    'run: gh api repos',
    'run: mkdocs gh-deploy --force',
    'run: git -C docs push origin x',
    'run: npm run release',
    'run: ./scripts/unknown.sh',
    'run: node $' + '{{ github.action_path }}/dist/a.js',
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
    const scripts = {
      several: 'run-s test ship',
      ship: 'gh-pages -d out',
      up: 'npm run ship',
      test: 'vitest',
      postpublish: 'git push --tags',
    }
    const files = {
      ...library,
      'package.json': npm([], { exports: './a.js', scripts: { ...scripts, postversion: 'git push' } }),
      'docs/package.json': npm([], { name: 'docs', scripts: { site: 'gh-pages -d out' } }),
      Makefile: 'pages:\n\tgit push origin pages\n\nagain:\n\t@$(MAKE) pages\n',
      'bin/ship': 'git push\n',
      'ci/ship': 'git push\n',
      'ci/ship.js': 'exec("git push")\n',
      'tools/ship.py': 'run("git push")\n',
      'tools/nightly.py': 'from ship import go\n',
      'ci/above.js': "require('../lib/a')\n",
      'composer.json': '{"scripts": {"ship": "git push"}}',
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
    ['that others call to write', 'on: workflow_call\njobs:\n  a:\n    steps:\n      - run: git push\n'],
    ['that calls what is not there', 'on: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n'],
    ['that a tool wrote', '# This file is generated.\non: push\njobs:\n  a:\n    steps:\n      - run: x\n'],
    ['that calls itself', `on: push\njobs:\n  a:\n    uses: ./${path}\n`],
    ['that calls what is elsewhere', 'on: push\njobs:\n  a:\n    uses: a/b/.github/workflows/c.yml@v1\n'],
    [
      'with a token for all',
      'on: push\nenv: { T: "$' + '{{ github.token }}" }\njobs:\n  a:\n    steps:\n      - run: x\n',
    ],
    [
      'with several jobs of which none seems to write',
      'on: push\npermissions:\n  contents: write\njobs:\n  a:\n    steps: []\n  b:\n    steps: []\n',
    ],
  ])('are left to people in a workflow %s', (_, text) => {
    expect(limited(text)).toBeUndefined()
  })

  it.each([
    ['a job', 'jobs:\n  a:\n    env: &e\n      A: *e\n    steps:\n      - run: x\n'],
    ['a step', 'jobs:\n  a:\n    steps:\n      - uses: nick-fields/retry@v3\n        with: &e\n          A: *e\n'],
  ])('are left alone where %s contains itself', (_, jobs) => {
    expect(limited(`on: push\n${jobs}`)).toBeUndefined()
  })

  it('stand above a remark on the jobs', () => {
    expect(limited('on: push\n\n# All of them.\njobs:\n  a:\n    steps:\n      - run: x\n')).toBe(
      'on: push\n\npermissions:\n  contents: read\n\n# All of them.\njobs:\n  a:\n    steps:\n      - run: x\n',
    )
  })

  it('are left alone where everything is nested too deep', () => {
    const deep = `on: push\nx: ${'['.repeat(1600)}${']'.repeat(1600)}\njobs:\n  a:\n    steps:\n      - run: x\n`
    expect(limited(deep)).toBeUndefined()
    const action = (index: number) => `runs:\n  steps:\n    - uses: ./.github/actions/a${index + 1}\n`
    const many = Object.fromEntries(
      Array.from({ length: 1500 }, (_, n) => [`.github/actions/a${n}/action.yml`, action(n)]),
    )
    const files = { ...library, ...many, [path]: workflow('uses: ./.github/actions/a0') }
    expect(written(files, 'token_permissions', path)).toBeUndefined()
  })

  it('take no long time in hostile text', () => {
    expect(limited(`${'\n'.repeat(5000)}${workflow('run: x')}`)).toBeDefined()
    expect(limited(workflow(`run: ${'$'.repeat(15_000)}`))).toBeDefined()
    const script = (text: string) => workflow(`{ uses: actions/github-script@v8, with: { script: "${text}" } }`)
    expect(limited(script('${{'.repeat(100_000)))).toBeUndefined()
    const makefile = `${'a:\n\tb\n'.repeat(50_000)}`
    const files = { ...library, Makefile: makefile, [path]: workflow(`run: make ${'t '.repeat(500)}`) }
    expect(written(files, 'token_permissions', path)).toBeUndefined()
    const calls = `on: [push, workflow_call]\njobs:\n${Array.from({ length: 200 }, (_, n) => `  j${n}:\n    uses: ./${path}\n`).join('')}`
    expect(limited(calls)).toBeUndefined()
  })

  it('count where a key has no value', () => {
    const text = 'on: push\njobs:\n  a:\n    permissions:\n    steps:\n      - run: gh api\n'
    expect(limited(text)).toBeUndefined()
  })

  it('are left alone where a name stands for nothing', () => {
    const text = 'on: push\npermissions: &p\n  contents: write\nx: *p\njobs:\n  a:\n    steps:\n      - run: x\n'
    expect(limited(text)).toBeUndefined()
  })

  it('are written where they are known, and the rest is named', () => {
    const other = '.github/workflows/other.yml'
    const files = { ...library, [path]: workflow('run: npm test'), [other]: workflow('run: gh api x') }
    const plan = planOf(files, 'token_permissions')
    expect(plan.files.map((each) => each.path)).toEqual([path])
    expect([plan.met, plan.byHand]).toEqual([[], []])
    expect(plan.begun).toEqual([{ id: 'token_permissions', why: expect.stringContaining(other) }])
  })

  it('stand above the remarks on what comes first in a job, and remarks on them go where they go', () => {
    const text = 'on: push\n\njobs:\n  a:\n    # Why so.\n    runs-on: x\n    steps:\n      - run: git push\n'
    expect(limited(text)).toContain('  a:\n    permissions:\n      contents: write\n    # Why so.\n    runs-on: x\n')
    const moved = 'on: push\n# For pages.\npermissions: \n  pages: write\njobs:\n  a:\n    steps:\n      - run: x\n'
    expect(limited(moved)).toBe(
      'on: push\npermissions: {}\njobs:\n  a:\n    # For pages.\n    permissions:\n      pages: write\n    steps:\n      - run: x\n',
    )
  })

  it.each([
    'run: cargo build --release && ls target/release',
    'run: curl -L https://example.com/releases/download/a.tgz',
    'run: lsb_release -a',
    'run: yarn jest',
    'run: python -m pytest',
    'run: ./build/tests',
    'uses: gradle/actions/setup-gradle@v4',
    'run: tox',
    'run: composer install',
    'run: go run example.org/tool@latest',
    '{ uses: actions/download-artifact@v5, with: { name: a } }',
    "run: echo 'Start gh workflow run x'",
    'run: cmake -DCMAKE_BUILD_TYPE=Release .',
    'run: docker push a/b',
    '{ run: npm publish, env: { NODE_AUTH_TOKEN: "$' + '{{ secrets.NPM_TOKEN }}" } }',
    '{ uses: actions/checkout@v5, with: { token: "$' + '{{ secrets.GITHUB_TOKEN }}" } }',
    '{ uses: peter-evans/create-pull-request@v7, with: { token: "$' + '{{ secrets.BOT }}" } }',
    '{ uses: actions/github-script@v8, with: { script: "core.setOutput(1, context.sha)" } }',
    '{ uses: nick-fields/retry@v3, with: { command: npm test } }',
  ])('are those of a reader with %s', (step) => {
    const before = workflow(step)
    expect(limited(before)).toBe(before.replace('jobs:', 'permissions:\n    contents: read\n\njobs:'))
  })

  describe('of actions in the repository', () => {
    const action = (steps: string, inputs = '') => `${inputs}runs:\n  using: composite\n  steps:\n${steps}`
    const limitedWith = (own: string, step = 'uses: ./.github/actions/own') => {
      const files = { ...library, [path]: workflow(step), '.github/actions/own/action.yml': own }
      return written(files, 'token_permissions', path)
    }

    it('are those of their steps', () => {
      expect(limitedWith(action('    - run: make\n      shell: bash\n'))).not.toContain('write')
      const releases = action('    - uses: softprops/action-gh-release@v2\n')
      expect(limitedWith(releases)).toContain('check:\n        permissions:\n            contents: write\n')
      const nested = action('    - uses: ./.github/actions/own\n')
      expect(limitedWith(nested)).toBeUndefined()
    })

    it.each([
      ['a program', 'runs:\n  using: node24\n  main: a.js\n', 'uses: ./.github/actions/own'],
      [
        'what has the token by itself',
        action('    - run: make\n', 'inputs:\n  t:\n    default: ${' + '{ github.token }}\n'),
        'uses: ./.github/actions/own',
      ],
      [
        'what runs a command that only the run knows',
        action('    - run: ${' + '{ inputs.command }}\n'),
        'uses: ./.github/actions/own',
      ],
      [
        'what is given the token',
        action('    - run: make\n'),
        '{ uses: ./.github/actions/own, with: { t: "$' + '{{ secrets.GITHUB_TOKEN }}" } }',
      ],
    ])('are left to people for %s', (_, own, step) => {
      expect(limitedWith(own, step)).toBeUndefined()
    })
  })

  describe('of workflows that are called', () => {
    const called = '.github/workflows/called.yml'
    const calling = (permissions = '') => `on: push\n${permissions}jobs:\n  a:\n    uses: ./${called}\n`
    const planned = (callee: string, caller: string) => {
      const { files } = planOf({ ...library, [path]: caller, [called]: callee }, 'token_permissions')
      return Object.fromEntries(files.map((each) => [each.path, each.after]))
    }
    const writing = 'on: workflow_call\njobs:\n  b:\n    steps:\n      - run: gh issue create\n'

    it('are asked for and allowed where they are called', () => {
      const block = 'permissions:\n      contents: read\n      issues: write\n'
      expect(planned(writing, calling())).toEqual({
        [path]: `on: push\npermissions:\n  contents: read\njobs:\n  a:\n    ${block}    uses: ./${called}\n`,
        [called]: `on: workflow_call\npermissions:\n  contents: read\njobs:\n  b:\n    ${block}    steps:\n      - run: gh issue create\n`,
      })
    })

    it('are not asked for where a caller does not allow them', () => {
      expect(planned(writing, calling('permissions:\n  contents: read\n'))).toEqual({})
      expect(planned(writing, calling('permissions:\n  contents: read\n  issues: write\n'))[called]).toContain('issues')
    })

    it.each([
      ['gives what may be used unseen', calling('permissions:\n  contents: read\n  id-token: write\n')],
      ['gives everything', calling('permissions: write-all\n')],
      ['hands the token over', `${calling()}    secrets:\n      a: \${{ secrets.GITHUB_TOKEN }}\n`],
      ['names it in full', calling().replace('./', 'a/b/').replace('.yml\n', '.yml@main\n')],
      ['is not here', 'on: push\njobs:\n  a:\n    steps:\n      - run: x\n'],
    ])('are left alone where a caller %s', (_, caller) => {
      const callee = 'on: workflow_call\njobs:\n  b:\n    steps:\n      - run: make test\n'
      expect(planned(callee, caller)[called]).toBeUndefined()
    })

    it('are not asked for where a caller of the caller does not allow them', () => {
      const top =
        'on: push\njobs:\n  t:\n    permissions:\n      contents: read\n    uses: ./.github/workflows/ci.yml\n'
      const middle = calling().replace('on: push', 'on: workflow_call')
      const files = { ...library, '.github/workflows/top.yml': top, [path]: middle, [called]: writing }
      expect(planOf(files, 'token_permissions').files.map((each) => each.path)).toEqual(['.github/workflows/top.yml'])
    })

    it('are unknown where the token is set for all', () => {
      const callee = writing.replace('jobs:', 'env: { T: "$' + '{{ github.token }}" }\njobs:')
      expect(planned(callee, calling())).toEqual({})
    })

    it('are not asked for where a caller that says nothing stays as it is', () => {
      const unknown = `${calling()}  c:\n    steps:\n      - run: gh api\n`
      expect(planned(writing, unknown)).toEqual({})
      expect(Object.keys(planned(writing.replace('gh issue create', 'make'), unknown))).toEqual([called])
    })

    it('are asked for as a whole by a workflow whose jobs need less', () => {
      const said =
        'on: workflow_call\npermissions:\n  issues: read\njobs:\n  b:\n    permissions: {}\n    steps:\n      - run: x\n'
      expect(planned(said, calling())[path]).toContain('    permissions:\n      contents: read\n      issues: read\n')
    })

    it('are found in time where many call many', () => {
      const action = (next: number) => `runs:\n  steps:\n${`    - uses: ./.github/actions/a${next}\n`.repeat(60)}`
      const actions = Object.fromEntries(
        [1, 2, 3, 4, 5].map((n) => [`.github/actions/a${n}/action.yml`, action(n + 1)]),
      )
      const last = { '.github/actions/a6/action.yml': 'runs:\n  steps:\n    - run: git push\n' }
      const files = { ...library, ...actions, ...last, [path]: workflow('uses: ./.github/actions/a1') }
      expect(written(files, 'token_permissions', path)).toContain('contents: write')
    })

    it('are those that they say themselves', () => {
      const said =
        'on: workflow_call\npermissions:\n  contents: read\n  id-token: write\njobs:\n  b:\n    steps:\n      - run: gh api x\n'
      expect(planned(said, calling())[path]).toContain(
        '    permissions:\n      contents: read\n      id-token: write\n',
      )
      expect(planned(said.replace('contents: read\n  id-token: write', 'contents: read'), calling())[path]).toBe(
        calling('permissions:\n  contents: read\n'),
      )
    })
  })

  describe('of several jobs that may all write', () => {
    const head = 'on: push\npermissions:\n  # For releases.\n  contents: write\n  id-token: write\njobs:\n'
    const reads = '  test:\n    steps:\n      - run: npm test\n'
    const reader =
      '  test:\n    permissions:\n      contents: read\n      id-token: write\n    steps:\n      - run: npm test\n'

    it('go to the job that needs them', () => {
      expect(limited(`${head}${reads}  release:\n    steps:\n      - run: git push\n`)).toBe(
        `on: push\npermissions:\n  contents: read\njobs:\n${reader}  release:\n    permissions:\n      # For releases.\n      contents: write\n      id-token: write\n    steps:\n      - run: git push\n`,
      )
    })

    it('stay as they are, with their comments, where nobody knows', () => {
      expect(limited(`${head}${reads}  release:\n    steps:\n      - uses: somebody/release@v1\n`)).toBe(
        `on: push\npermissions:\n  contents: read\njobs:\n${reader}  release:\n    permissions:\n      # For releases.\n      contents: write\n      id-token: write\n    steps:\n      - uses: somebody/release@v1\n`,
      )
    })

    it('are those of a workflow that is called, where it says them', () => {
      const called = 'on: workflow_call\npermissions:\n  contents: read\njobs:\n  b:\n    steps:\n      - run: gh api\n'
      const caller = `${head}  a:\n    uses: ./.github/workflows/b.yml\n  b:\n    steps:\n      - run: git push\n`
      const files = { ...library, [path]: caller, '.github/workflows/b.yml': called }
      const alone = `${head}  a:\n    uses: ./.github/workflows/b.yml\n`
      expect(written({ ...files, [path]: alone }, 'token_permissions', path)).toBe(
        'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n',
      )
      expect(written(files, 'token_permissions', path)).toBe(
        'on: push\npermissions:\n  contents: read\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n  b:\n    permissions:\n      # For releases.\n      contents: write\n      id-token: write\n    steps:\n      - run: git push\n',
      )
    })

    it('are raised for none', () => {
      const before = 'on: push\npermissions:\n  issues: write\njobs:\n  a:\n    steps:\n      - run: gh api\n'
      expect(limited(before)).toBe(
        'on: push\npermissions: {}\njobs:\n  a:\n    permissions:\n      issues: write\n    steps:\n      - run: gh api\n',
      )
    })

    it('are only taken away where each job has its own', () => {
      const jobs = 'jobs:\n  a:\n    permissions: {}\n    steps:\n      - run: gh api\n'
      expect(limited(`on: push\npermissions:\n  contents: write\n${jobs}`)).toBe(
        `on: push\npermissions:\n  contents: read\n${jobs}`,
      )
    })

    it.each([
      ['no job seems to need them', reads + reads.replace('test:', 'more:')],
      ['all have the token', `${reads}  b:\n    steps:\n      - run: git push\nenv: { T: "\${{ github.token }}" }\n`],
      ['nobody knows what any does', '  a:\n    steps:\n      - run: gh api\n  b:\n    steps:\n      - run: gh api\n'],
    ])('are left to people where %s', (_, jobs) => {
      expect(limited(head + jobs)).toBeUndefined()
    })
  })
})
