import { describe } from 'vitest'
import { ci, library, npm, service } from '../mini.ts'
import { itJudges } from './it-judges.ts'

describe('Build System', () => {
  itJudges([
    ['prose is no command', 'build_cmd_doc', 'fails', { ...library, 'README.md': 'Please make sure to build it.\n' }],
    ['an indented block is one', 'build_cmd_doc', 'passes', { ...library, 'README.md': 'So:\n\n    $ npm ci\n' }],
    [
      'a block of another language is none',
      'build_cmd_doc',
      'fails',
      { ...library, 'README.md': '```js\nmake it\n```\n' },
    ],
    [
      'a page for developers in a folder of its own',
      'build_cmd_doc',
      'passes',
      {
        ...library,
        'dev/docs/development.md': '```sh\nnpm install\n```\n',
      },
    ],
    [
      'the command line of the host in CI alone',
      'vcs_cli_tools',
      'fails',
      { ...library, ...ci('gh release create v1') },
    ],
    [
      'a profile of the compiler',
      'build_performance_tracking',
      'fails',
      { ...library, ...ci('cargo build --profile release-lto') },
    ],
    [
      'the size of bundles, which is no time',
      'build_performance_tracking',
      'fails',
      { 'package.json': npm(['webpack-bundle-analyzer']), 'src/main.js': '', ...ci() },
    ],
    [
      'an address with a name in it',
      'release_automation',
      'fails',
      { ...library, Makefile: 'tools:\n\tcurl -sfL https://install.goreleaser.com/lint.sh | sh\n' },
    ],
    [
      'an agent on a schedule',
      'automated_pr_review',
      'fails',
      {
        ...library,
        '.github/workflows/audit.yml':
          'on: {schedule: [{cron: "1 1 * * *"}]}\njobs:\n  a:\n    steps:\n      - uses: anthropics/claude-code-action@v1\n',
      },
    ],
    [
      'an agent on a pull request',
      'automated_pr_review',
      'passes',
      {
        ...library,
        '.github/workflows/ai.yml':
          'on: [pull_request]\njobs:\n  a:\n    steps:\n      - uses: anthropics/claude-code-action@v1\n',
      },
    ],
    [
      'install and test is no setup',
      'single_command_setup',
      'fails',
      { ...library, 'README.md': '```\nnpm install && npm test\n```\n' },
    ],
    [
      'install and start is one',
      'single_command_setup',
      'passes',
      { ...library, 'README.md': '```\nnpm install && npm run dev\n```\n' },
    ],
    [
      'a step of CI that is called init',
      'single_command_setup',
      'fails',
      {
        ...library,
        'appveyor.yml': 'init:\n  - git config core.autocrlf input\n',
      },
    ],
    [
      'a target that copies programs',
      'single_command_setup',
      'fails',
      { ...library, Makefile: 'install:\n\tcp m /usr/bin\n' },
    ],
    ['a file that anybody may deploy with', 'progressive_rollout', 'absent', { ...service(), Procfile: 'web: run\n' }],
    ['a chart', 'progressive_rollout', 'fails', { ...service(), 'helm/shop/Chart.yaml': 'name: shop\n' }],
    [
      'deployments that tests read',
      'rollback_automation',
      'absent',
      { ...library, ...ci(), 'tests/syntax/main.tf': 'resource {}\n' },
    ],
    [
      'requirements that others include',
      'deps_pinned',
      'fails',
      {
        'requirements.txt': '-r requirements/base.txt\n',
        'requirements/base.txt': 'Django>=6\n',
        'manage.py': 'import django\n',
      },
    ],
  ])
})
