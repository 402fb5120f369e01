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
    'a proxy with a second page that only points to the first',
    ['. service cpp'],
    {
      'CMakeLists.txt': 'project(mini)\nadd_executable(mini src/mini.cc)\n',
      'src/mini.cc': 'int main() {}\n',
      README: 'see README.md\n',
      'README.md': '# Mini\n\nMini is a small, efficient proxy daemon for small networks.\n',
    },
  ],
  [
    'a package of Composer that needs messages of a framework',
    ['. library php'],
    {
      'composer.json': json({ name: 'a/mini', require: { 'laminas/laminas-diactoros': '3' } }),
      'src/A.php': '<?php\nclass A {}\n',
    },
  ],
  [
    'a toolkit of Go that people install, with an image',
    ['. tool go'],
    {
      'go.mod': 'module a.b/mini\n',
      'cmd/mini/main.go': 'package main\n',
      'runner/api.go': 'package runner\nvar s = &http.Server{}\n',
      'README.md':
        '# Mini\n\nMini is a fast toolkit that runs many probes.\n\n    go install a.b/mini/cmd/mini@latest\n',
      Dockerfile: 'FROM scratch\n',
    },
  ],
  [
    'a program of C with a script that shows its pages',
    ['. tool cpp'],
    {
      'CMakeLists.txt': 'project(mini)\nadd_executable(mini src/mini.cc)\n',
      'src/mini.cc': 'int main() {}\n',
      'src/browse.py': 'httpd = HTTPServer(("", 80), Handler)\n',
    },
  ],
  [
    'a development tool of Java that can also open a window',
    ['. tool java'],
    {
      'pom.xml':
        '<project><description>Mini is a development tool to check code</description><artifactId>picocli</artifactId></project>',
      'src/main/java/a/Main.java': 'public static void main(String[] args) {}\n',
      'src/main/java/a/gui/Frame.java': 'class Frame extends JFrame {}\n',
    },
  ],
  [
    'a program of Java whose tests read a window',
    ['. tool java'],
    {
      'pom.xml': '<project></project>',
      'src/main/java/a/Main.java': 'public static void main(String[] args) {}\n',
      'src/it/resources/Input.java': 'JFrame frame = new JFrame();\n',
    },
  ],
  [
    'an intercepting proxy of one person, on a framework for servers',
    ['. tool python'],
    {
      'pyproject.toml':
        '[project]\nname = "mini"\ndescription = "An interactive intercepting proxy with a command-line version."\ndependencies = ["flask"]\n[project.scripts]\nmini = "mini.main:run"\n[build-system]\n',
      'mini/main.py': 'def run(): pass\n',
    },
  ],
  [
    'a tool that Mix runs as a task',
    ['. tool elixir'],
    {
      'mix.exs': 'def project, do: [app: :mini,\n  package: package()]\n',
      'README.md': '# Mini\n\nMini is a static code analysis tool for Elixir.\n',
      'lib/mix/tasks/mini.ex': 'defmodule Mix.Tasks.Mini do\nend\n',
    },
  ],
  [
    'a server of Haskell with more files for browsers',
    ['. service haskell'],
    {
      'mini.cabal': 'name: mini\nexecutable mini\n  build-depends:\n      yesod\n    , base\n',
      'app/Main.hs': 'main = run\n',
      ...Object.fromEntries([...Array(12).keys()].map((each) => [`static/js/a${each}.js`, '1\n'])),
    },
  ],
  [
    'a web client that a bundler makes',
    ['. frontend javascript'],
    {
      'package.json': json({ name: 'mini', main: 'index.js', devDependencies: { esbuild: '1' } }),
      'README.md': '# Mini Web Client\n\nControls it from far away.\n',
      'src/main.js': '1\n',
    },
  ],
  [
    'a bot in a folder of its own',
    ['. tool javascript', 'chat-bot service javascript'],
    {
      'package.json': command(),
      'index.js': '1\n',
      'chat-bot/package.json': json({ name: 'chat-bot', main: 'index.js', keywords: ['chat'] }),
      'chat-bot/main.js': '1\n',
    },
  ],
  [
    'a daemon of Python whose command has one letter more',
    ['. service python'],
    {
      'setup.py':
        "from setuptools import setup\nsetup(\n  name='mini',\n  entry_points={'console_scripts': ['minid = mini.d:main']})\n",
      'README.md': '# Mini\n\nMini is a client/server system that keeps processes.\n',
      'mini/d.py': 'def main(): pass\n',
    },
  ],
  [
    'a program for the console that manages a library of music',
    ['. tool python'],
    {
      'pyproject.toml':
        '[project]\nname = "minis"\nclassifiers = ["Environment :: Console"]\n[project.scripts]\nmini = "mini.main:run"\n[build-system]\n',
      'README.md': '# Minis\n\nBecause it is designed as a library, write your own plugin.\n\n    pip install minis\n',
      'mini/main.py': 'def run(): pass\n',
    },
  ],
  [
    'a tool of Go that opens its port first, for a server',
    ['. service go'],
    {
      'go.mod': 'module a.b/mini\n',
      'mini.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      'README.md': '# Mini\n\nMini is a small tool that makes endpoints on your server.\n',
    },
  ],
  [
    'a library that people install for its command',
    ['. tool rust'],
    {
      'Cargo.toml': '[package]\nname = "mini"\n',
      'src/lib.rs': '\n',
      'src/main.rs': 'fn main() {}\n',
      'README.md': '# Mini\n\nMini is a code library and command-line tool for text.\n\n    brew install mini\n',
    },
  ],
  [
    'a package for Django with a site to try it',
    ['. library python'],
    {
      'setup.py':
        "from setuptools import setup\nsetup(\n  name='django-mini',\n  classifiers=['Framework :: Django'])\n",
      'README.md': '# Mini\n\nMini is a profiling tool for Django.\n',
      'mini/models.py': 'class A: pass\n',
      'project/manage.py': '1\n',
      'project/wsgi.py': '1\n',
    },
  ],
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
