import { describe, expect, it } from 'vitest'
import type { Language } from '../src/catalog/languages.ts'
import { judge } from '../src/judge/judge.ts'
import { itIsMet } from './it-is-met.ts'
import { repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

const all = Object.keys(programs) as Language[]

itIsMet([
  ['formatter', 'python', { 'ruff.toml': '' }],
  ['formatter', 'go', { Makefile: 'fmt:\n\tgofmt -w .\n' }],
  ['formatter', 'rust', { 'rustfmt.toml': '' }],
  ['formatter', 'java', { 'pom.xml': '<project><artifactId>spotless-maven-plugin</artifactId></project>' }],
  ['formatter', 'kotlin', { 'build.gradle.kts': 'plugins { id("com.diffplug.spotless") }\n' }],
  ['formatter', 'csharp', { '.editorconfig': 'csharp_new_line_before_open_brace = all\n' }],
  ['formatter', 'ruby', { Gemfile: "gem 'rubocop'\n" }],
  ['formatter', 'php', { 'pint.json': '{}' }],
  ['formatter', 'cpp', { '.clang-format': 'BasedOnStyle: LLVM\n' }],
  ['formatter', 'swift', { '.swiftformat': '' }],
  ['formatter', 'elixir', { '.formatter.exs': '' }],
  ['formatter', 'terraform', { Makefile: 'fmt:\n\tterraform fmt\n' }],
  ['lint_config', 'python', { 'pyproject.toml': '[project]\nname = "mini"\n[tool.ruff]\nselect = ["E"]\n' }],
  ['lint_config', 'go', { '.golangci.yml': 'linters: {}\n' }],
  ['lint_config', 'rust', { 'Cargo.toml': '[package]\nname = "mini"\n[lints.clippy]\nall = "warn"\n' }],
  ['lint_config', 'java', { 'checkstyle.xml': '<module/>' }],
  ['lint_config', 'kotlin', { 'detekt.yml': '' }],
  ['lint_config', 'csharp', { 'Directory.Build.props': '<AnalysisLevel>latest</AnalysisLevel>' }],
  ['lint_config', 'ruby', { '.rubocop.yml': '' }],
  ['lint_config', 'php', { 'phpstan.neon': 'parameters:\n  level: 8\n' }],
  ['lint_config', 'cpp', { '.clang-tidy': 'Checks: "*"\n' }],
  ['lint_config', 'swift', { '.swiftlint.yml': '' }],
  ['lint_config', 'elixir', { '.credo.exs': '' }],
  ['lint_config', 'terraform', { '.tflint.hcl': '' }],
  ['type_check', 'javascript', { 'jsconfig.json': '{"compilerOptions": {"checkJs": true}}' }],
  ['type_check', 'python', { 'mypy.ini': '[mypy]\n' }],
  ['type_check', 'go', ''],
  ['type_check', 'rust', ''],
  ['type_check', 'java', ''],
  ['type_check', 'kotlin', ''],
  ['type_check', 'csharp', ''],
  ['type_check', 'cpp', ''],
  ['type_check', 'swift', ''],
  ['type_check', 'elixir', { 'mix.exs': '  {:dialyxir, "~> 1.4", only: :dev}\n' }],
  ['type_check', 'ruby', { Gemfile: "gem 'sorbet'\n" }],
  ['type_check', 'php', { 'psalm.xml': '<psalm/>' }],
  ['unit_tests_exist', 'python', { 'tests/test_app.py': '' }],
  ['unit_tests_exist', 'go', { 'main_test.go': '' }],
  ['unit_tests_exist', 'rust', { 'src/lib.rs': '#[cfg(test)]\nmod tests {}\n' }],
  ['unit_tests_exist', 'java', { 'src/test/java/AppTest.java': '' }],
  ['unit_tests_exist', 'kotlin', { 'src/test/kotlin/AppTest.kt': '' }],
  ['unit_tests_exist', 'csharp', { 'Mini.Tests/AppTests.cs': '' }],
  ['unit_tests_exist', 'ruby', { 'spec/mini_spec.rb': '' }],
  ['unit_tests_exist', 'php', { 'tests/AppTest.php': '' }],
  ['unit_tests_exist', 'cpp', { 'tests/main_test.cpp': '' }],
  ['unit_tests_exist', 'swift', { 'Tests/MiniTests/MiniTests.swift': '' }],
  ['unit_tests_exist', 'elixir', { 'test/mini_test.exs': '' }],
  ['unit_tests_exist', 'terraform', { 'tests/main.tftest.hcl': '' }],
  ['unit_tests_runnable', 'python', { 'pytest.ini': '' }],
  ['unit_tests_runnable', 'go', ''],
  ['unit_tests_runnable', 'rust', ''],
  ['unit_tests_runnable', 'java', ''],
  ['unit_tests_runnable', 'csharp', ''],
  ['unit_tests_runnable', 'ruby', { Rakefile: '' }],
  ['unit_tests_runnable', 'php', { 'phpunit.xml': '' }],
  ['unit_tests_runnable', 'cpp', { 'CMakeLists.txt': 'project(mini)\nenable_testing()\n' }],
  ['unit_tests_runnable', 'swift', ''],
  ['unit_tests_runnable', 'elixir', ''],
  ['strict_typing', 'python', { 'pyproject.toml': '[project]\nname = "mini"\n[tool.mypy]\nstrict = true\n' }],
  ['strict_typing', 'php', { 'phpstan.neon': 'parameters:\n  level: max\n' }],
  ['strict_typing', 'csharp', { 'Mini.csproj': '<Project><Nullable>enable</Nullable></Project>' }],
  ['deps_pinned', 'python', { 'requirements.txt': 'flask==3.0.0\n' }, { 'requirements.txt': 'flask\n' }],
  ['deps_pinned', 'go', { 'go.sum': '' }, { 'go.mod': 'module mini\nrequire example.org/a v1.0.0\n' }],
  [
    'deps_pinned',
    'rust',
    { 'Cargo.lock': '' },
    { 'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\nserde = "1"\n' },
  ],
  ['deps_pinned', 'java', ''],
  ['deps_pinned', 'kotlin', ''],
  ['deps_pinned', 'csharp', ''],
  ['deps_pinned', 'ruby', { 'Gemfile.lock': '' }, { Gemfile: "gem 'rake'\n" }],
  [
    'deps_pinned',
    'php',
    { 'composer.lock': '{}' },
    { 'composer.json': '{"name": "a/mini", "require": {"b/c": "^1"}}' },
  ],
  [
    'deps_pinned',
    'swift',
    { 'Package.resolved': '{}' },
    { 'Package.swift': '.package(url: "https://github.com/a/b.git", from: "1.0.0")\n' },
  ],
  ['deps_pinned', 'elixir', { 'mix.lock': '' }],
  ['deps_pinned', 'terraform', { '.terraform.lock.hcl': '' }],
  ['gitignore_comprehensive', 'python', { '.gitignore': '__pycache__/\n.env\n*.swp\n' }],
  ['gitignore_comprehensive', 'rust', { '.gitignore': '/target\n.env\n*.swp\n' }],
  ['gitignore_comprehensive', 'terraform', { '.gitignore': '.terraform/\n.env\n*.swp\n' }],
  ['dead_code_detection', 'rust', ''],
  ['dead_code_detection', 'go', { '.golangci.yml': '' }],
  ['naming_consistency', 'rust', ''],
  [
    'naming_consistency',
    'python',
    { 'pyproject.toml': '[project]\nname = "mini"\n[tool.ruff.lint]\nselect = ["N"]\n' },
  ],
  ['cyclomatic_complexity', 'go', { '.golangci.yml': 'linters: { enable: [cyclop] }\n' }],
  [
    'cyclomatic_complexity',
    'python',
    { 'pyproject.toml': '[project]\nname = "mini"\n[tool.ruff.lint]\nselect = ["C90"]\n' },
  ],
  ['unused_dependencies_detection', 'go', { Makefile: 'tidy:\n\tgo mod tidy -diff\n' }],
  ['test_isolation', 'rust', ''],
  ['test_isolation', 'python', { 'pyproject.toml': '[project]\nname = "mini"\ndependencies = ["pytest-xdist"]\n' }],
])

describe.each(all)('%s', (language) => {
  it('is known, and gives a report with a full sentence for everything', () => {
    const { applications, report } = judge(repositoryOf({ files: programs[language] }))
    expect(applications.map((app) => [app.name, app.language])).toEqual([['.', language]])
    expect(Object.keys(report).length).toBeGreaterThan(25)
    for (const { rationale } of Object.values(report)) expect(rationale).toMatch(/^[^\n]{10,}\.$/)
  })
})
