import { describe } from 'vitest'
import { ci, library, prose, service } from '../mini.ts'
import { javaService, rails } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

describe('Security', () => {
  itJudges([
    [
      'the token that every workflow has',
      'secrets_management',
      'fails',
      { ...service(['dotenv']), ...ci('echo \u0024{{ secrets.GITHUB_TOKEN }}') },
    ],
    [
      'a secret that somebody stored',
      'secrets_management',
      'passes',
      { ...service(['dotenv']), ...ci('echo \u0024{{ secrets.DEPLOY_KEY }}') },
    ],
    [
      'values for development, which everybody shall have',
      'secrets_management',
      'passes',
      { ...service(), '.gitignore': '.env\n', '.env.development': 'SECRET_KEY=only-for-development\n' },
    ],
    [
      'values for production',
      'secrets_management',
      'fails',
      { ...service(), '.gitignore': '.env\n', '.env.production': 'SECRET_KEY=real\n' },
    ],
    [
      'secrets that tests read',
      'secrets_management',
      'passes',
      { ...library, 'tests/syntax/.env': 'SECRET_KEY=sample\n' },
    ],
    [
      '.env where nothing reads variables',
      'gitignore_comprehensive',
      'passes',
      { ...library, '.gitignore': 'node_modules\n.DS_Store\n' },
    ],
    [
      'tools of Ruby beside another language',
      'gitignore_comprehensive',
      'passes',
      {
        'Package.swift': '// swift-tools-version:6.0\n',
        'Source/A.swift': 'struct A {}\n',
        Gemfile: "gem 'jazzy'\n",
        '.gitignore': '.build\n.DS_Store\n',
      },
    ],
    [
      'variables of Java, which nobody keeps in a file',
      'gitignore_comprehensive',
      'passes',
      {
        ...javaService,
        '.gitignore': 'build\n.gradle\n.idea\n',
      },
    ],
    [
      'the secret scanner of Trivy',
      'secret_scanning',
      'passes',
      {
        ...library,
        '.github/workflows/scan.yml':
          'on: push\njobs:\n  scan:\n    steps:\n      - uses: aquasecurity/trivy-action@v1\n        with:\n          scanners: "vuln,secret"\n',
      },
    ],
    [
      'a stranger’s change with secrets',
      'dangerous_workflows',
      'fails',
      {
        ...library,
        '.github/workflows/a.yml':
          'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v5\n        with: {ref: "\u0024{{ github.event.pull_request.head.sha }}"}\n',
      },
    ],
    [
      'a stranger’s change without secrets',
      'dangerous_workflows',
      'passes',
      {
        ...library,
        '.github/workflows/a.yml':
          'on: pull_request\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v5\n        with: {ref: "\u0024{{ github.event.pull_request.head.sha }}"}\n',
      },
    ],
    [
      'the wrapper of a build tool',
      'binary_artifacts',
      'passes',
      { ...library, 'gradle/wrapper/gradle-wrapper.jar': new Uint8Array([80, 75, 0]) },
    ],
    [
      'a scanner of workflows',
      'automated_security_review',
      'passes',
      {
        ...library,
        '.github/workflows/z.yml': 'on: push\njobs:\n  z:\n    steps:\n      - uses: zizmorcore/zizmor-action@v1\n',
      },
    ],
    [
      'a remark behind a step',
      'automated_security_review',
      'fails',
      { ...library, '.github/workflows/a.yml': 'on: push # semgrep ignores this\njobs: {}\n' },
    ],
    [
      'a privacy page of the product',
      'privacy_compliance',
      'passes',
      { ...service(), 'views/about/privacy.html.erb': 'We keep little.\n' },
    ],
    [
      'a skill that speaks of privacy',
      'privacy_compliance',
      'fails',
      { ...service(), '.agents/skills/track/SKILL.md': '# Privacy of tracked events\n' },
    ],
    [
      'praise of being private',
      'privacy_compliance',
      'fails',
      { ...service(), 'README.md': `${prose}\n## Simple and privacy-friendly\n` },
    ],
    [
      'a section on privacy',
      'privacy_compliance',
      'passes',
      { ...service(), 'README.md': `${prose}\n## Privacy of visitors\n` },
    ],
    [
      'secrets that are masked in an answer',
      'log_scrubbing',
      'fails',
      { ...service(), 'src/a.ts': 'mask_secrets()\n' },
    ],
    [
      'secrets that are masked where logs are written',
      'log_scrubbing',
      'passes',
      { ...service(), 'src/a.ts': 'const logger = pino({\n  redact: ["password"],\n})\n' },
    ],
    [
      'data that an answer may hold',
      'log_scrubbing',
      'fails',
      { ...service(), 'src/a.ts': 'toJSON(includeSensitiveData)\n' },
    ],
    [
      'a filter of parameters before a method that scrubs bytes',
      'log_scrubbing',
      'passes',
      {
        ...rails,
        'config/initializers/filter_parameter_logging.rb': '[:password]\n',
      },
    ],
    [
      'a workflow of the same owner by its tag',
      'actions_pinned',
      'fails',
      {
        ...library,
        '.github/workflows/ci.yml': 'on: push\njobs: {a: {uses: acme/flows/.github/workflows/ci.yml@v2}}\n',
      },
    ],
  ])
})
