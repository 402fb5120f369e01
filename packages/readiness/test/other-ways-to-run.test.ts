import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { openRepository } from '../src/repository/open-repository.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { type Files, json, library, npm, pair, prose, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'
import { c, goModule, java, python } from './small-programs.ts'
import { git, temporaryDirectory, writeFiles } from './temporary-repository.ts'

const workflow = (steps: string, name = 'ci', top = 'on: push\n'): Files => ({
  [`.github/workflows/${name}.yml`]: `${top}jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
})
const step = (command: string): Files => workflow(`      - run: ${command}\n`)
const action = (name: string): Files => workflow(`      - uses: ${name}\n`)
const lines = (...commands: string[]): Files =>
  workflow(`      - run: |\n${commands.map((command) => `          ${command}\n`).join('')}`)

const onComment = 'on: issue_comment\npermissions:\n  contents: write\n'
const output = (name: string) => `\${{ steps.pr.outputs.${name} }}`
const askedBy = (given: string, reference: string): Files =>
  workflow(
    `      - id: pr\n${given}      - uses: actions/checkout@v4\n        with:\n${reference}`,
    'comment',
    onComment,
  )
const asksHost =
  '        uses: actions/github-script@v7\n        with:\n          script: |\n            core.setOutput("sha", pull.head.sha)\n'

const pythonTested: Files = {
  ...python,
  'tests/unit/__main__.py': 'import a\n',
  'tests/test_a.py': 'def test_a(): pass\n',
}
const told: Files = { ...library, 'AGENTS.md': prose, 'CLAUDE.md': prose }
const swift: Files = {
  ...programs.swift,
  'Tests/ATests/ATests.swift': 'import XCTest\nfinal class ATests: XCTestCase {}\n',
}
const scheme = (tag: string): Files => ({
  'A.xcodeproj/xcshareddata/xcschemes/A (all).xcscheme': `<Scheme>\n<TestableReference ${tag}>\n</TestableReference>\n</Scheme>\n`,
})
const charts: Files = {
  'charts/a/Chart.yaml': 'apiVersion: v2\nname: a\n',
  'charts/a/templates/deployment.yaml': 'kind: Deployment\n',
  'charts/a/templates/service.yaml': 'kind: Service\n',
  'scripts/b.sh': '#!/bin/sh\nhelm package charts/a\n',
}
const deploying = (path: string): Files => ({
  ...service(),
  '.github/actions/put-up/action.yml':
    'name: a\nruns:\n  using: composite\n  steps:\n    - run: netlify deploy\n      shell: bash\n',
  [path]: 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ./.github/actions/put-up\n',
})

/** Each row was judged wrongly in one of 24 repositories that strangers had labelled, or would be for the same reason, or must not be. */
const verdicts: readonly Judged[] = [
  [
    'a program of Go, run by its address',
    'dead_code_detection',
    'passes',
    { ...goModule, ...step('go run honnef.co/go/tools/cmd/staticcheck@latest ./...') },
  ],
  [
    'an action of the tool',
    'dead_code_detection',
    'passes',
    { ...goModule, ...action('dominikh/staticcheck-action@v1') },
  ],
  [
    'a tool that is only installed',
    'dead_code_detection',
    'fails',
    { ...goModule, ...step('go install honnef.co/go/tools/cmd/staticcheck@latest') },
  ],
  [
    'a hook of the tool',
    'dead_code_detection',
    'passes',
    { ...goModule, '.pre-commit-config.yaml': 'repos:\n  - repo: a\n    hooks:\n      - id: go-staticcheck\n' },
  ],
  [
    'another program of Go, run by its address',
    'naming_consistency',
    'passes',
    { ...goModule, ...step('go run github.com/mgechev/revive@v1.3.7 ./...') },
  ],
  ['another action of a tool', 'naming_consistency', 'passes', { ...goModule, ...action('morphy2k/revive-action@v2') }],
  ['a linter that nothing depends on', 'lint_config', 'passes', { ...library, ...step('npx --yes eslint .') }],
  [
    'a linter that a package manager fetches',
    'lint_config',
    'passes',
    { ...library, ...step('pnpm dlx @biomejs/biome lint .') },
  ],
  ['an action that lints', 'lint_config', 'passes', { ...library, ...action('reviewdog/action-eslint@v1') }],
  [
    'a formatter that a package manager fetches',
    'formatter',
    'passes',
    { ...library, ...step('yarn dlx prettier --check .') },
  ],
  ['an action that formats', 'formatter', 'passes', { ...library, ...action('creyD/prettier_action@v4.3') }],
  ['tests that are a module', 'ci_runs_tests', 'passes', { ...pythonTested, ...step('python -m tests.unit') }],
  ['a module that is no test', 'ci_runs_tests', 'fails', { ...pythonTested, ...step('python -m tests_data.make') }],
  ['tests of an old setup', 'ci_runs_tests', 'passes', { ...pythonTested, ...step('python setup.py test') }],
  [
    'an image that runs tests by itself',
    'ci_runs_tests',
    'passes',
    { ...pythonTested, ...step('docker run -v $PWD:/e2e -w /e2e cypress/included:13 --headless') },
  ],
  [
    'an image of a runner of requests',
    'ci_runs_tests',
    'passes',
    { ...pythonTested, ...step('docker run -t postman/newman a.json') },
  ],
  [
    'a comparison',
    'automated_security_review',
    'fails',
    { ...library, ...lines('if [[ "$changed" == "charts/snyk-exporter" ]]; then', '  make', 'fi') },
  ],
  ['a test of a file', 'automated_security_review', 'fails', { ...library, ...lines('[ -f a/trivy ] && make') }],
  [
    'a comparison of PowerShell',
    'automated_security_review',
    'fails',
    { ...library, ...lines('if ($name -eq "snyk") {', '  make', '}') },
  ],
  [
    'a case of a shell',
    'automated_security_review',
    'fails',
    { ...library, ...lines('case $a in', '  charts/snyk-exporter | gosec)', '    make ;;', 'esac') },
  ],
  [
    'a folder to go to',
    'automated_security_review',
    'fails',
    { ...library, ...lines('cd charts/snyk-exporter && make') },
  ],
  [
    'a folder of a step',
    'automated_security_review',
    'fails',
    { ...library, ...workflow('      - run: make\n        working-directory: charts/snyk\n') },
  ],
  [
    'a script of CI that compares',
    'automated_security_review',
    'fails',
    { ...library, ...step('./ci.sh'), 'ci.sh': 'if [ "$1" = "snyk" ]; then\n  make\nfi\n' },
  ],
  [
    'a command inside of a comparison',
    'automated_security_review',
    'passes',
    { ...library, ...lines('if [ -n "$(gosec ./...)" ]; then', '  exit 1', 'fi') },
  ],
  [
    'settings of clog',
    'release_notes_automation',
    'passes',
    { ...library, '.clog.toml': '[clog]\nchangelog = "CHANGELOG.md"\n' },
  ],
  ['settings of Cocogitto', 'release_notes_automation', 'passes', { ...library, 'cog.toml': 'tag_prefix = "v"\n' }],
  [
    'a copy detector that is on',
    'duplicate_code_detection',
    'passes',
    {
      ...programs.php,
      '.scrutinizer.yml': 'tools:\n    php_cpd:\n        excluded_dirs: [a]\n        enabled: true\n',
    },
  ],
  [
    'a copy detector that is off',
    'duplicate_code_detection',
    'fails',
    { ...programs.php, '.scrutinizer.yml': 'tools:\n    php_cpd: false\n    php_loc:\n        enabled: true\n' },
  ],
  [
    'forks that a build shares',
    'test_isolation',
    'passes',
    { ...java, 'build-logic/src/main/kotlin/Common.kt': 'tasks.test {\n  maxParallelForks = 4\n}\n' },
  ],
  [
    'one fork',
    'test_isolation',
    'fails',
    { ...java, 'build-logic/src/main/kotlin/Common.kt': 'tasks.test {\n  maxParallelForks = 1\n}\n' },
  ],
  [
    'a scheme that is tested in parallel',
    'test_isolation',
    'passes',
    {
      ...swift,
      ...scheme('skipped = "NO"\n parallelizable = "YES"'),
      ...step('xcodebuild -scheme "A (all)" clean test'),
    },
  ],
  [
    'a scheme that is only built',
    'test_isolation',
    'fails',
    {
      ...swift,
      ...scheme('skipped = "NO" parallelizable = "YES"'),
      ...step('xcodebuild -scheme "A (all)" clean build'),
    },
  ],
  [
    'a scheme that is tested in order',
    'test_isolation',
    'fails',
    { ...swift, ...scheme('skipped = "NO"'), ...step('xcodebuild -scheme "A (all)" test') },
  ],
  [
    'a site that a task builds',
    'automated_doc_generation',
    'passes',
    { ...library, Rakefile: "task :build do\n  sh 'bundle exec jekyll build --source site'\nend\n" },
  ],
  [
    'a theme that is shown',
    'automated_doc_generation',
    'fails',
    { ...library, ...workflow('      - run: bundle exec jekyll build\n', 'demo_site') },
  ],
  [
    'a file that a list names beside others',
    'agents_md_current',
    'fails',
    { ...library, 'AGENTS.md': `${prose}\n\n- \`src/main.ts\` - the start\n- \`src/mains.ts\` - more\n` },
  ],
  [
    'a list of files that are there',
    'agents_md_current',
    'passes',
    {
      ...library,
      'src/more.ts': '',
      'AGENTS.md': `${prose}\n\n- \`src/main.ts\` - the start\n- \`src/more.ts\` - more\n`,
    },
  ],
  [
    'a commit that a script asks for',
    'dangerous_workflows',
    'fails',
    { ...library, ...askedBy(asksHost, `          ref: ${output('sha')}\n`) },
  ],
  [
    'a fork that an action asks for',
    'dangerous_workflows',
    'fails',
    {
      ...library,
      ...askedBy(
        '        uses: xt0rted/pull-request-comment-branch@v3\n',
        `          ref: ${output('head_ref')}\n          repository: ${output('head_owner')}/a\n`,
      ),
    },
  ],
  [
    'a branch of the repository itself',
    'dangerous_workflows',
    'passes',
    {
      ...library,
      ...askedBy('        uses: xt0rted/pull-request-comment-branch@v3\n', `          ref: ${output('head_ref')}\n`),
    },
  ],
  [
    'the commit of a release',
    'dangerous_workflows',
    'passes',
    {
      ...library,
      ...askedBy(
        '        run: echo "sha=$(git rev-parse v1)" >> $GITHUB_OUTPUT\n',
        `          ref: ${output('sha')}\n`,
      ),
    },
  ],
  [
    'an action that deploys to test',
    'rollback_automation',
    'absent',
    deploying('.github/workflows/platform-tests.yml'),
  ],
  ['an action that deploys', 'rollback_automation', 'fails', deploying('.github/workflows/main.yml')],
  [
    'lines that name a variable below each option',
    'env_template',
    'passes',
    {
      ...service(),
      'docs/options.md': ['A_B', 'C_D', 'E_F']
        .map(
          (name) =>
            `## ${name.toLowerCase()}\n\n\`\`\`text\n            Argument: --a\nEnvironment Variable: ${name}\n\`\`\`\n`,
        )
        .join('\n'),
    },
  ],
  [
    'options with their variables',
    'env_template',
    'passes',
    {
      ...service(),
      'docs/options.md': ['A_B', 'C_D', 'E_F'].map((name) => `- \`--a\` (env. \`${name}\`): what it does\n`).join(''),
    },
  ],
  [
    'a sentence on variables',
    'env_template',
    'fails',
    { ...service(), 'docs/options.md': 'Set the environment variable A_B before the start.\n'.repeat(3) },
  ],
  [
    'tests that others contributed',
    'test_naming_conventions',
    'fails',
    {
      ...c,
      'contrib/a/test/OneTest.c': 'int main() {}\n',
      'contrib/a/test/TwoTest.c': 'int main() {}\n',
      'contrib/a/test/ThreeTest.c': 'int main() {}\n',
      'contrib/a/test/FourTest.c': 'int main() {}\n',
      'contrib/a/test/FiveTest.c': 'int main() {}\n',
      'contrib/a/test/SixTest.c': 'int main() {}\n',
      'contrib/a/test/SevenTest.c': 'int main() {}\n',
      'contrib/a/test/EightTest.c': 'int main() {}\n',
      'tests/fuzzer.c': 'int main() { assert(1); }\n',
      'tests/driver.c': '#include <assert.h>\nint test_a(void) { assert(1); }\n',
    },
  ],
  [
    'an action that names its pages',
    'agents_md_validation',
    'fails',
    {
      ...told,
      ...workflow(
        '      - uses: DavidAnson/markdownlint-cli2-action@v20\n        with:\n          globs: |\n            README.md\n            docs/**/*.md\n      - run: make\n',
      ),
    },
  ],
  [
    'an action that names all pages',
    'agents_md_validation',
    'passes',
    {
      ...told,
      ...workflow(
        "      - uses: DavidAnson/markdownlint-cli2-action@v20\n        with:\n          globs: '**/*.{md,mdx}'\n",
      ),
    },
  ],
  [
    'an action that takes all pages',
    'agents_md_validation',
    'passes',
    { ...told, ...action('lycheeverse/lychee-action@v2') },
  ],
  [
    'a script for other pages, with settings',
    'agents_md_validation',
    'fails',
    {
      ...told,
      'package.json': npm([], { exports: './src/main.ts', scripts: { lint: 'markdownlint-cli2 manual/**/*.md' } }),
      '.markdownlint.jsonc': json({ default: true }),
    },
  ],
  [
    'a script for all pages but some',
    'agents_md_validation',
    'passes',
    {
      ...told,
      'package.json': npm([], {
        exports: './src/main.ts',
        scripts: { lint: "markdownlint '*.md' --ignore 'docs/**'" },
      }),
    },
  ],
  [
    'a package with a playground that is larger than itself',
    'strict_typing',
    'passes',
    {
      'tsconfig.json': json({ compilerOptions: { strict: true } }),
      'packages/a/package.json': npm([], { name: 'a', exports: './a.ts' }),
      'packages/a/a.ts': 'export const a = 1\n',
      'packages/a/b.ts': 'export const b = 1\n',
      'packages/b/package.json': npm([], { name: 'b', exports: './b.ts' }),
      'packages/b/tsconfig.json': json({ extends: './playground/.nuxt/tsconfig.json' }),
      'packages/b/b.ts': 'export const b = 1\n',
      'packages/b/playground/one.ts': 'export const one = 1\n',
      'packages/b/playground/two.ts': 'export const two = 2\n',
    },
  ],
  ['charts that a tool for charts checks', 'lint_config', 'passes', { ...charts, ...step('ct lint --config ct.yaml') }],
  ['charts beside a script that nobody checks', 'lint_config', 'fails', charts],
  ['charts of which nobody looks for what is unused', 'unused_dependencies_detection', 'fails', charts],
]

/** Each row is what a reader names, and the evaluator did not. */
const places: readonly (readonly [lesson: string, CriterionId, place: string, Files])[] = [
  [
    'hooks, beside the instructions',
    'agents_md_validation',
    '.pre-commit-config.yaml',
    { ...told, '.pre-commit-config.yaml': 'repos: []\n' },
  ],
  [
    'the run that leaves the instructions out',
    'agents_md_validation',
    '.github/workflows/ci.yml:6',
    { ...told, ...step('markdownlint docs/a.md') },
  ],
  ['a workflow that may format', 'formatter', '.github/workflows/ci.yml', { ...goModule, ...step('go build') }],
  [
    'a list of what is needed, beside an old setup',
    'formatter',
    'requirements/default.txt',
    {
      'setup.py': "from setuptools import setup\nsetup(name='a')\n",
      'requirements/default.txt': 'celery\n',
      'a/__init__.py': 'a = 1\n',
    },
  ],
  [
    'what RuboCop leaves for later',
    'tech_debt_tracking',
    '.rubocop_todo.yml',
    { ...programs.ruby, '.rubocop.yml': 'inherit_from: .rubocop_todo.yml\n', '.rubocop_todo.yml': 'A/B:\n  Max: 9\n' },
  ],
  [
    'a workflow that measures',
    'test_coverage_thresholds',
    '.github/workflows/ci.yml',
    { ...goModule, ...step('go test -coverprofile a.out ./...') },
  ],
  [
    'the settings of a site, deep in the documentation',
    'automated_doc_generation',
    'documentation/latest/mkdocs.yml:1',
    { ...library, 'documentation/latest/mkdocs.yml': 'site_name: a\n', ...step('pip install mkdocs') },
  ],
  [
    'the settings of a site of Vue',
    'automated_doc_generation',
    'docs/.vuepress/config.ts:1',
    { ...library, 'docs/.vuepress/config.ts': 'export default {}\n', ...step('npm run docs:build') },
  ],
  [
    'the workspaces that pnpm reads',
    'monorepo_tooling',
    'pnpm-workspace.yaml:1',
    { ...pair, 'package.json': npm([], { workspaces: ['a', 'b'] }), 'pnpm-workspace.yaml': 'packages: [a, b]\n' },
  ],
]

describe('tools that are run, set up or named in another way', () => {
  itJudges(verdicts)

  it.each(places)('%s: %s names %s', (_, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })

  it('takes a program that is tracked and not in the working tree by its name', async () => {
    const root = await temporaryDirectory()
    writeFiles(root, { ...library, 'tools/NuGet.exe': 'MZ\0', 'tools/page.md': prose })
    git(root, 'init', '-q')
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'a')
    rmSync(join(root, 'tools'), { recursive: true })
    const judged = async () => judge((await openRepository(root)).repository).report.binary_artifacts?.rationale
    expect(await judged()).toContain('tools/NuGet.exe')
    git(root, 'rm', '-rq', 'tools')
    expect(await judged()).toContain('No compiled file')
  })
})
