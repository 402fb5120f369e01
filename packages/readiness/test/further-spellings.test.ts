import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const workflow = (steps: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  check:\n    steps:\n${steps}`,
})
const server = (more = ''): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\n[dependencies]\naxum = "1"\n${more}`,
  'src/main.rs': 'fn main() { axum::serve(); }\n',
  Dockerfile: 'FROM rust\nEXPOSE 80\n',
})
const daemon: Files = {
  'CMakeLists.txt': 'project(mini)\n',
  'src/main.c': 'int main() { getenv("MINI_PORT"); accept(s, 0, 0); }\n',
  'mini.service': '[Service]\nExecStart=/usr/bin/mini\n',
}

describe('tools that are called or kept in further ways', () => {
  itJudges([
    [
      'a command of Cargo that an action is given',
      'lint_config',
      'passes',
      {
        ...programs.rust,
        ...workflow('      - uses: actions-rs/cargo@v1\n        with:\n          command: clippy\n'),
      },
    ],
    [
      'Cargo behind a variable, with options',
      'lint_config',
      'passes',
      { ...programs.rust, ...ci(`\${{ env.CARGO }} --locked clippy`) },
    ],
    [
      'Cargo through a program that repeats it',
      'lint_config',
      'passes',
      { ...programs.rust, ...ci('cargo hack --each-feature clippy') },
    ],
    [
      'tools of PHP with a manifest of their own',
      'lint_config',
      'passes',
      { ...programs.php, 'vendor-bin/phpstan/composer.json': json({ require: { 'phpstan/phpstan': '^2' } }) },
    ],
    [
      'a linter of PHP beside the tests holds names',
      'naming_consistency',
      'passes',
      {
        ...programs.php,
        '_test/composer.json': json({ 'require-dev': { 'squizlabs/php_codesniffer': '^3' } }),
      },
    ],
    [
      'a script of Composer with several commands',
      'lint_config',
      'passes',
      {
        ...programs.php,
        'composer.json': json({ name: 'a/mini', scripts: { check: ['@validate', 'phpstan analyse'] } }),
      },
    ],
    [
      'a list of what developers of Python install',
      'formatter',
      'passes',
      { ...programs.python, 'dev-requirements.txt': 'black>=22\n' },
    ],
    [
      'the settings of a linter in a folder of the program',
      'naming_consistency',
      'passes',
      { ...programs.cpp, 'engine/.clang-tidy': 'Checks: readability-identifier-naming\n' },
    ],
    [
      'ESLint beside another linter',
      'naming_consistency',
      'passes',
      {
        ...library,
        '.oxlintrc.json': '{}',
        'eslint.config.mjs': "export default [{ rules: { '@typescript-eslint/naming-convention': 'error' } }]\n",
      },
    ],
    [
      'rules of Dart in a file that is included',
      'naming_consistency',
      'passes',
      {
        ...programs.dart,
        'analysis_options.yaml': 'include: all_rules.yaml\n',
        'all_rules.yaml': 'linter:\n  rules:\n    - camel_case_types\n',
      },
    ],
    [
      'a rule of Dart that is switched off',
      'naming_consistency',
      'fails',
      { ...programs.dart, 'analysis_options.yaml': 'linter:\n  rules:\n    camel_case_types: false\n' },
    ],
    [
      'a page that helps users to change versions',
      'naming_consistency',
      'fails',
      { ...library, 'docs/development/v2_migration_guide.md': '## We now use the camelCase names\n' },
    ],
    [
      'a script that a Makefile links as a hook',
      'pre_commit_hooks',
      'passes',
      { ...library, Makefile: 'setup:\n\tln -sf ../../scripts/check.py .git/hooks/pre-commit\n' },
    ],
    [
      'a folder of hooks that git is told',
      'pre_commit_hooks',
      'passes',
      { ...library, Makefile: 'setup:\n\tgit config core.hooksPath dev/git\n' },
    ],
    [
      'a spell checker that leaves large files out',
      'large_file_detection',
      'fails',
      {
        ...library,
        ...workflow(
          '      - uses: check-spelling/check-spelling@v0\n        with:\n          warnings: bad-regex, binary-file, large-file, noisy-file\n',
        ),
      },
    ],
    [
      'keys in quotes',
      'issue_labeling_system',
      'passes',
      { ...library, '.github/ISSUE_TEMPLATE/a.yml': "'name': 'A'\n'labels':\n  - 'bug'\n" },
    ],
    [
      'a rule that forbids paths from the root, whichever they are',
      'code_modularization',
      'fails',
      {
        ...library,
        ...Object.fromEntries(Array.from({ length: 50 }, (_, each) => [`src/a${each}.ts`, 'export {}\n'])),
        'eslint.config.mjs': "export default [{ rules: { 'no-restricted-imports': ['error', ['src/*']] } }]\n",
      },
    ],
  ] satisfies Judged[])
})

describe('tests that are tried again, or placed elsewhere', () => {
  itJudges([
    [
      'a script of tests that is started until it passes',
      'flaky_test_detection',
      'passes',
      { ...tested, ...ci('npm run test:cov || npm run test:cov || npm run test:cov') },
    ],
    [
      'what developers may start again by hand',
      'flaky_test_detection',
      'fails',
      { ...tested, ...ci(), Makefile: 'again:\n\tpytest --last-failed\n' },
    ],
    [
      'a step that shows what the tests wrote',
      'flaky_test_detection',
      'fails',
      {
        ...tested,
        ...workflow('      - run: npm test\n      - if: failure()\n        run: find . -name go-test.log -print\n'),
      },
    ],
    [
      'a crate of tests beside the others',
      'integration_tests_exist',
      'passes',
      {
        'Cargo.toml': '[workspace]\nmembers = ["mini", "mini-test"]\n',
        'mini/Cargo.toml': '[package]\nname = "mini"\n',
        'mini/src/lib.rs': 'pub fn a() {}\n',
        'mini-test/Cargo.toml': '[package]\nname = "mini-test"\npublish = false\n',
        'mini-test/tests/api.rs': '#[test]\nfn a() {}\n',
      },
    ],
    [
      'a number behind the word',
      'integration_tests_exist',
      'passes',
      { ...programs.go, 'service/test/integration2_test.go': 'package test\n' },
    ],
    [
      'a module of tests that ends with the word',
      'integration_tests_exist',
      'passes',
      { ...programs.python, 'tests/shell_integration.py': 'class A(TestCase): pass\n' },
    ],
  ] satisfies Judged[])
})

describe('what services need and tell', () => {
  itJudges([
    [
      'folders between an application and the root',
      'gitignore_comprehensive',
      'passes',
      {
        '.gitignore': '.DS_Store\n',
        'dotnet/.gitignore': 'obj/\n',
        'dotnet/src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
        'dotnet/src/Mini/A.cs': 'class A {}\n',
      },
    ],
    ['a program in C', 'gitignore_comprehensive', 'passes', { ...daemon, '.gitignore': '.DS_Store\n*.o\n' }],
    [
      'variables that only pages about a service read',
      'gitignore_comprehensive',
      'passes',
      {
        'go.mod': 'module mini\nrequire github.com/gin-gonic/gin v1.9.0\n',
        'main.go': 'package main\nfunc main() { os.Getenv("MINI_PORT"); http.ListenAndServe() }\n',
        Dockerfile: 'FROM golang\nEXPOSE 80\n',
        'docs/package.json': npm(['@docusaurus/core'], { name: 'docs' }),
        'docs/src/a.js': 'process.env.SITE_URL\n',
        '.gitignore': '.DS_Store\nnode_modules\n',
      },
    ],
    [
      'a route with its method, as Go writes it',
      'health_checks',
      'passes',
      {
        'go.mod': 'module mini\nrequire github.com/gin-gonic/gin v1.9.0\n',
        'main.go': 'package main\nfunc main() { mux.Handle("GET /health", answer); http.ListenAndServe() }\n',
      },
    ],
    [
      'a route of Next by its folder',
      'health_checks',
      'passes',
      { ...service(), 'app/(chat)/ping/route.ts': 'export function GET() {}\n' },
    ],
    [
      'a part of the program that is called like a service',
      'product_analytics_instrumentation',
      'fails',
      {
        ...server('segment = { path = "lib/segment" }\n'),
        'lib/segment/Cargo.toml': '[package]\nname = "segment"\n',
        'lib/segment/src/lib.rs': 'pub fn a() {}\n',
      },
    ],
    [
      'an embedded database that the settings name, beside a composition',
      'local_services_setup',
      'absent',
      {
        'go.mod':
          'module mini\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.0\n\tgithub.com/mattn/go-sqlite3 v1.0.0\n\tgithub.com/go-sql-driver/mysql v1.5.0\n)\n',
        'main.go': 'package main\nfunc main() { http.ListenAndServe() }\n',
        'config.json': '{"db_name": "sqlite3"}',
        'compose.yaml': 'services:\n  db:\n    image: mysql\n',
      },
    ],
    [
      'a helper that offers the profiler of Go',
      'profiling_instrumentation',
      'passes',
      {
        'go.mod': 'module mini\nrequire github.com/gin-gonic/gin v1.9.0\n',
        'main.go': 'package main\nfunc main() { httputil.RoutePprof(mux); http.ListenAndServe() }\n',
      },
    ],
    [
      'a function that filters something else',
      'log_scrubbing',
      'fails',
      { ...service(), 'src/logging.ts': 'export function filter_parameters_by_value() {}\n' },
    ],
    [
      'what stands in the place of a value, some lines before the logger',
      'log_scrubbing',
      'passes',
      { ...service(), 'src/client.ts': `const hidden = '[redacted]'\n\n\n\nconst a = Middleware.Logger(hidden)\n` },
    ],
  ] satisfies Judged[])

  it('names the route for health rather than one for pings', () => {
    const files = {
      ...service(),
      'src/a.ts': 'app.get("/ping", answer)\n',
      'src/b.ts': 'app.get("/health", answer)\n',
    }
    expect(judge(repositoryOf({ files })).report.health_checks?.rationale).toContain('src/b.ts')
  })
})
