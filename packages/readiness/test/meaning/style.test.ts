import { describe } from 'vitest'
import { ci, type Files, json, library, npm, prose } from '../mini.ts'
import { elixir, goModule, java, python, rubyGem } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

const many: Files = {
  ...library,
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/p${index}.ts`, 'export {}\n'])),
}

describe('Style & Validation', () => {
  itJudges([
    [
      'a rule that is off',
      'dead_code_detection',
      'fails',
      { ...library, '.eslintrc.json': '{"rules": {"no-unused-vars": "off"}}' },
    ],
    [
      'a rule that is on',
      'dead_code_detection',
      'passes',
      { ...library, '.eslintrc.json': '{"rules": {"no-unused-vars": [2, {}]}}' },
    ],
    [
      'a recommended set',
      'dead_code_detection',
      'passes',
      { ...library, '.eslintrc.json': '{"extends": ["eslint:recommended"]}' },
    ],
    [
      'a linter that is on by default',
      'dead_code_detection',
      'passes',
      { ...goModule, '.golangci.yml': 'linters: {enable: [misspell]}\n' },
    ],
    [
      'a default that is switched off',
      'dead_code_detection',
      'fails',
      { ...goModule, '.golangci.yml': 'linters: {default: none, enable: [misspell]}\n' },
    ],
    [
      'what ruff looks for when told nothing',
      'dead_code_detection',
      'passes',
      { ...python, 'ruff.toml': 'line-length = 100\n' },
    ],
    [
      'rules that are ignored',
      'dead_code_detection',
      'fails',
      { ...python, 'ruff.toml': 'lint.select = ["F"]\nlint.ignore = ["F"]\n' },
    ],
    [
      'settings that a script names',
      'dead_code_detection',
      'passes',
      {
        'package.json': npm([], { scripts: { check: 'tsc --noEmit --project client/tsconfig.json' } }),
        'client/main.ts': 'export {}\n',
        'client/tsconfig.json': '{"compilerOptions": {"noUnusedLocals": true}}',
      },
    ],
    [
      'flake8, which finds what is not used',
      'dead_code_detection',
      'passes',
      { ...python, '.flake8': '[flake8]\nmax-line-length = 100\n' },
    ],
    [
      'flake8 that ignores what is not used',
      'dead_code_detection',
      'fails',
      { ...python, 'setup.cfg': '[flake8]\nextend-ignore =\n  E501, F\n[other]\na = 1\n' },
    ],
    [
      'rules of Next, which say nothing of variables',
      'dead_code_detection',
      'fails',
      { ...library, '.eslintrc.json': '{"extends": ["next/core-web-vitals"]}' },
    ],
    [
      'a rule of Biome that is off',
      'cyclomatic_complexity',
      'fails',
      {
        ...library,
        'biome.json': json({ linter: { rules: { complexity: { noExcessiveCognitiveComplexity: 'off' } } } }),
      },
    ],
    [
      'a linter that is a comment',
      'cyclomatic_complexity',
      'fails',
      { ...goModule, '.golangci.yml': 'linters:\n  enable:\n    #- cyclop\n    - errcheck\n' },
    ],
    [
      'cops that are off by default',
      'cyclomatic_complexity',
      'fails',
      { ...rubyGem, '.rubocop.yml': 'AllCops: {DisabledByDefault: true}\n' },
    ],
    [
      'cops that are on by default',
      'cyclomatic_complexity',
      'passes',
      { ...rubyGem, '.rubocop.yml': 'AllCops: {TargetRubyVersion: 3.3}\n' },
    ],
    [
      'half of a group of ruff, and the whole above it',
      'cyclomatic_complexity',
      'passes',
      { ...python, 'ruff.toml': 'lint.select = ["C9"]\n' },
    ],
    [
      'rules in a file that a script names',
      'cyclomatic_complexity',
      'passes',
      {
        'package.json': npm([], { scripts: { lint: 'eslint --config ./client/rules.js client' } }),
        'client/main.js': 'module.exports = 1\n',
        'client/rules.js': 'module.exports = { rules: { complexity: ["error", 9] } }\n',
      },
    ],
    [
      'a limit of flake8 whose code is not selected',
      'cyclomatic_complexity',
      'fails',
      { ...python, '.flake8': '[flake8]\nmax-complexity = 9\nselect = B,E,F\n' },
    ],
    [
      'a limit of flake8',
      'cyclomatic_complexity',
      'passes',
      { ...python, '.flake8': '[flake8]\nmax-complexity = 9\n' },
    ],
    [
      'a check of Credo that is off',
      'cyclomatic_complexity',
      'fails',
      { ...elixir, '.credo.exs': '{Credo.Check.Refactor.CyclomaticComplexity, false},\n' },
    ],
    [
      'a linter that is disabled',
      'duplicate_code_detection',
      'fails',
      { ...goModule, '.golangci.yml': 'linters: {default: all, disable: [dupl]}\n' },
    ],
    [
      'an analysis of copies that is on',
      'duplicate_code_detection',
      'passes',
      { ...library, '.scrutinizer.yml': 'checks:\n  php:\n    duplication: true\n' },
    ],
    [
      'cops of a sparse gem',
      'naming_consistency',
      'fails',
      { ...rubyGem, '.rubocop.yml': 'inherit_gem: {rubocop-rails-omakase: rubocop.yml}\n' },
    ],
    ['rules of another group', 'naming_consistency', 'fails', { ...python, 'ruff.toml': 'lint.select = ["NPY"]\n' }],
    [
      'a convention of the past',
      'naming_consistency',
      'fails',
      { ...library, 'History.md': 'Changed the naming convention.\n' },
    ],
    [
      'names that users may choose',
      'naming_consistency',
      'fails',
      { ...library, 'docs/reference/options.md': 'Options are given in camelCase.\n' },
    ],
    [
      'names that contributors shall choose',
      'naming_consistency',
      'passes',
      { ...library, 'docs/contributing/names.md': 'Files have names in kebab-case.\n' },
    ],
    [
      'names in the instructions for agents',
      'naming_consistency',
      'passes',
      { ...library, '.github/copilot-instructions.md': `${prose}\n## Naming conventions\n\nUse camelCase.\n` },
    ],
    [
      'Checkstyle without rules for names',
      'naming_consistency',
      'fails',
      {
        ...java,
        'config/checkstyle/checkstyle.xml': '<module name="Checker"><module name="FileTabCharacter"/></module>\n',
      },
    ],
    [
      'a check of Credo among the disabled ones',
      'naming_consistency',
      'fails',
      { ...elixir, '.credo.exs': 'disabled: [{Credo.Check.Readability.FunctionNames, []}]\n' },
    ],
    [
      'strictness in a package of the workspace',
      'strict_typing',
      'passes',
      {
        ...library,
        'tsconfig.json': '{"extends": "@acme/config/base.json"}',
        'config/package.json': json({ name: '@acme/config' }),
        'config/base.json': '{"compilerOptions": {"strict": true}}',
      },
    ],
    [
      'strictness that is taken back',
      'strict_typing',
      'fails',
      {
        ...library,
        'tsconfig.json': '{"extends": "./base.json", "compilerOptions": {"strict": false}}',
        'base.json': '{"compilerOptions": {"strict": true}}',
      },
    ],
    [
      'one file of many that is strict',
      'strict_typing',
      'fails',
      {
        'composer.json': json({ name: 'm/m', type: 'project' }),
        'a.php': '<?php\ndeclare(strict_types=1);\n',
        'b.php': '<?php\n',
        'c.php': '<?php\n',
      },
    ],
    ['a test of the search', 'code_modularization', 'fails', { ...many, 'src/search.test.ts': 'it()\n' }],
    ['a test of the architecture', 'code_modularization', 'passes', { ...many, 'test/architecture.test.ts': 'it()\n' }],
    [
      'a package that may not be imported',
      'code_modularization',
      'fails',
      {
        ...library,
        ...many,
        '.eslintrc.json': json({ rules: { 'no-restricted-imports': ['error', { paths: [{ name: 'antd' }] }] } }),
      },
    ],
    [
      'a part that may not be imported',
      'code_modularization',
      'passes',
      {
        ...library,
        ...many,
        '.eslintrc.json': json({ rules: { 'no-restricted-imports': ['error', { patterns: ['@m/*/src'] }] } }),
      },
    ],
    [
      'what developers of a gem need',
      'n_plus_one_detection',
      'absent',
      { ...rubyGem, Gemfile: "gemspec\ngem 'mongoid'\ngem 'rails'\n" },
    ],
    ['a mapper of Elixir', 'n_plus_one_detection', 'fails', elixir],
    [
      'a service that looks at quality',
      'code_quality_metrics',
      'passes',
      { ...library, ...ci(), '.scrutinizer.yml': '' },
    ],
    [
      'settings of a coverage service where it looks for them',
      'code_quality_metrics',
      'passes',
      { ...library, ...ci(), '.github/.codecov.yml': 'comment: false\n' },
    ],
    [
      'a rule in a comment of Checkstyle',
      'large_file_detection',
      'fails',
      {
        ...java,
        'gradle/checkstyle.xml': '<module name="Checker"><!-- <module name="FileLength"/> --></module>\n',
      },
    ],
    [
      'a rule of Checkstyle that is on',
      'tech_debt_tracking',
      'passes',
      {
        ...java,
        'gradle/checkstyle.xml': '<module name="Checker"><module name="TodoComment"/></module>\n',
      },
    ],
    [
      'a plugin whose rule is not used',
      'tech_debt_tracking',
      'fails',
      {
        ...library,
        'package.json': npm([], { exports: './src/main.ts', devDependencies: { 'eslint-plugin-unicorn': '1' } }),
        'eslint.config.js': "export default [{ rules: { 'unicorn/filename-case': 'error' } }]\n",
      },
    ],
    [
      'all recommended rules of that plugin',
      'tech_debt_tracking',
      'passes',
      {
        ...library,
        'eslint.config.js': 'export default [unicorn.configs.recommended]\n',
      },
    ],
    [
      'a check of Credo that is on',
      'tech_debt_tracking',
      'passes',
      { ...elixir, '.credo.exs': '{Credo.Check.Design.TagTODO, [exit_status: 0]},\n' },
    ],
    ['widths of lines alone', 'formatter', 'fails', { ...java, '.editorconfig': '[*]\nindent_size = 4\n' }],
  ])
})
