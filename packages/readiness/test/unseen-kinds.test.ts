import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, pair, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const command = (more: object = {}) => json({ name: 'mini', bin: './bin/mini.js', exports: './index.js', ...more })
const serverOfPython: Files = {
  'pyproject.toml': '[project]\nname = "mini"\n[project.scripts]\nmini = "mini.__main__:run"\n[build-system]\n',
  'mini/__main__.py': 'def run(): pass\n',
}
const csharp: Files = { 'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>', 'src/Mini/A.cs': 'class A {}\n' }
const testsOfCsharp: Files = {
  ...csharp,
  'src/Mini.Tests/Mini.Tests.csproj':
    '<PackageReference Include="xunit" Version="2" />\n<ProjectReference Include="..\\Mini\\Mini.csproj" />\n',
  'src/Mini.Tests/ATests.cs': '[Fact]\n',
}

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a private package with exports, beside settings of pnpm',
    ['. library typescript'],
    {
      'package.json': npm([], { dependencies: undefined, exports: './index.js', peerDependencies: { react: '*' } }),
      'pnpm-workspace.yaml': 'allowBuilds:\n  esbuild: false\n',
      'src/index.ts': 'export {}\n',
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((each) => [`docs/${each}.md`, '# Page\n'])),
      'examples/demo/package.json': npm(['react-dom']),
      'examples/demo/src/app.tsx': 'export {}\n',
    },
  ],
  [
    'pages whose routes stand in for a server',
    ['. frontend typescript'],
    {
      'package.json': npm(['next', 'react-dom'], { scripts: { start: 'next start' } }),
      'pages/index.tsx': 'export {}\n',
      ...Object.fromEntries([1, 2, 3].map((each) => [`pages/api/r${each}.ts`, 'if (isMockMode) answer()\nmock()\n'])),
    },
  ],
  [
    'pages whose routes answer',
    ['. service typescript'],
    {
      'package.json': npm(['next', 'react-dom'], { scripts: { start: 'next start' } }),
      'pages/index.tsx': 'export {}\n',
      ...Object.fromEntries([1, 2, 3].map((each) => [`pages/api/r${each}.ts`, 'answer()\n'])),
    },
  ],
  [
    'a private root that only gathers packages',
    ['a library javascript'],
    {
      'package.json': json({ name: 'root', private: true, main: 'index.js', scripts: { a: 'b' } }),
      'pnpm-workspace.yaml': 'packages: [a]\n',
      'release.js': '1\n',
      'a/package.json': npm([], { exports: './main.js' }),
      'a/main.js': 'exports.a = 1\n',
    },
  ],
  [
    'a package that its page imports, with a command as well',
    ['. library javascript'],
    { 'package.json': command(), 'index.js': '1\n', 'README.md': "import { a } from 'mini'\n\n    npx mini\n" },
  ],
  [
    'a package whose page starts the command first',
    ['. tool javascript'],
    { 'package.json': command(), 'index.js': '1\n', 'README.md': "    npx mini\n\nimport { a } from 'mini'\n" },
  ],
  [
    'a server made of the classes of Python',
    ['. service python'],
    {
      ...serverOfPython,
      'mini/server.py': 'class Parallel(ThreadingMixIn,\n    simple_server.WSGIServer):\n  pass\n',
      Dockerfile: 'FROM python\nEXPOSE 5232\n',
    },
  ],
  [
    'a file for a WSGI server',
    ['. service python'],
    { ...serverOfPython, 'mini.wsgi': 'from mini import application\n' },
  ],
  [
    'examples in a package of a library of Java',
    ['. library java'],
    { ...programs.java, 'src/main/java/org/mini/examples/List.java': 'public static void main(String[] a) {}\n' },
  ],
  [
    'a project of benchmarks beside a library of C#',
    ['src/Mini library csharp'],
    {
      ...csharp,
      'src/Mini.Tests.Benchmarks/Mini.Tests.Benchmarks.csproj': '<OutputType>Exe</OutputType>',
      'src/Mini.Tests.Benchmarks/Program.cs': 'class P {}\n',
    },
  ],
]

describe('kinds of a last batch', () => {
  it.each(kinds)('%s', (_, found, files) => {
    const applications = findApplications(repositoryOf({ files }))
    expect(applications.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(found)
  })
})

const workflow = (run: string): Files => ({
  '.github/workflows/a.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: ${run}\n`,
})
const goService: Files = {
  'go.mod': 'module mini\n',
  'main.go': 'package main\nvar s = &http.Server{}\nvar a = os.Getenv("MINI_KEY")\n',
}

/** Each row was judged wrongly before. */
const rows: readonly Judged[] = [
  [
    'a script at the root that builds and tests',
    'ci_runs_tests',
    'passes',
    { ...testsOfCsharp, ...workflow('./build.ps1'), 'build.ps1': 'Invoke-Dotnet test a.sln\n' },
  ],
  [
    'a script at the root that only builds',
    'ci_runs_tests',
    'fails',
    { ...testsOfCsharp, ...workflow('./build.ps1'), 'build.ps1': 'Invoke-Dotnet build a.sln\n# dotnet test\n' },
  ],
  [
    'a target that needs the target of the tests',
    'ci_runs_tests',
    'passes',
    {
      ...programs.go,
      'main_test.go': 'package main\n',
      ...workflow('make local build'),
      Makefile: 'build: build/dev\n\nbuild/dev: test *.go\n\tgo build\n\ntest: build\n\tbash ./scripts/test.sh\n',
    },
  ],
  [
    'parallel tests that are switched off',
    'test_isolation',
    'fails',
    { ...testsOfCsharp, 'src/Mini.Tests/xunit.runner.json': '{"parallelizeTestCollections": false}' },
  ],
  [
    'a runner that starts the one of Node',
    'test_isolation',
    'passes',
    { ...library, 'package.json': npm([], { exports: './a.js', devDependencies: { 'better-node-test': '1' } }) },
  ],
  [
    'a share of coverage in a script',
    'test_coverage_thresholds',
    'passes',
    { ...library, 'package.json': npm([], { exports: './a.js', scripts: { test: 'bnt --coverage 100' } }) },
  ],
  [
    'a share of coverage in a helper of tests',
    'test_coverage_thresholds',
    'passes',
    { ...programs.ruby, 'test/helper.rb': 'SimpleCov.start { minimum_coverage 90 }\n' },
  ],
  [
    'a short name for integration',
    'integration_tests_exist',
    'passes',
    { ...programs.python, 'integ_tests/test_basic.py': 'def test_a(): pass\n' },
  ],
  [
    'variables beside the options of the same meaning',
    'env_template',
    'passes',
    { ...goService, 'README.md': ['A', 'B', 'C'].map((each) => `| \`-a\` | \`MINI_${each}\` | x |\n`).join('') },
  ],
  [
    'an error tracker among several packages in one line',
    'error_tracking_contextualized',
    'passes',
    { 'setup.py': "import setuptools\nx = [\n    'flask', 'raven[flask]', 'six>=1', 'a'\n]\n", 'app.py': 'x = 1\n' },
  ],
  [
    'a project whose name begins like a tool',
    'unused_dependencies_detection',
    'fails',
    { ...library, ...ci('echo npm-check-updates') },
  ],
  ['versions that Sherif compares', 'version_drift_detection', 'passes', { ...pair, ...ci('pnpm dlx sherif@latest') }],
  [
    'notes that an action of releases generates',
    'release_notes_automation',
    'passes',
    {
      ...library,
      '.github/workflows/release.yml':
        'on: push\njobs:\n  a:\n    steps:\n      - uses: a/release-action@v1\n        with:\n          generateReleaseNotes: true\n',
    },
  ],
  [
    'pages built as the host of crates does',
    'automated_doc_generation',
    'passes',
    { ...programs.rust, ...ci('cargo docs-rs') },
  ],
  ['a page on internals', 'service_flow_documented', 'passes', { ...library, 'docs/internals.md': '# Internals\n' }],
  [
    'all dot files are ignored',
    'gitignore_comprehensive',
    'passes',
    { ...programs.go, '.gitignore': '.*\n*.exe\n*.test\n' },
  ],
  [
    'a program beside the settings of PHPStan',
    'type_check',
    'fails',
    { ...programs.php, 'phpstan-ignore-by-version.neon.php': '<?php\n' },
  ],
  ['a service without any of it', 'env_template', 'fails', service()],
]

describe('verdicts of a last batch', () => {
  itJudges(rows)

  it.each([
    [
      'deps_pinned',
      'beside pyproject.toml',
      { ...programs.python, 'pyproject.toml': '[project]\nname = "mini"\ndependencies = ["six"]\n' },
    ],
    ['automated_security_review', 'to .github/workflows', { ...library, ...ci() }],
    [
      'release_notes_automation',
      'VERSION_HISTORY.md is written by hand',
      { ...library, 'VERSION_HISTORY.md': '# 1\n' },
    ],
  ] as const)('%s names the place: %s', (id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
