import { describe, expect, it } from 'vitest'
import { evaluateOpened } from '../src/evaluate-opened.ts'
import { createEvidence } from '../src/evidence/evidence.ts'
import { canFix } from '../src/fix/can-fix.ts'
import { judge } from '../src/judge.ts'
import { markdownOf } from '../src/output/markdown.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const kotlin = programs.kotlin
const scalaService: Files = {
  'build.sbt':
    'libraryDependencies += "org.scalatra" %% "scalatra" % "3"\nlibraryDependencies += "org.postgresql" % "postgresql" % "42"\n',
  'src/main/scala/Main.scala': 'object Main { val a = System.getenv("MINI_HOME") }\n',
}
const webRoot: Files = { 'index.php': '<?php\n', 'app/Log.php': '<?php\n' }

/** Each row was judged wrongly before. */
const rows: readonly Judged[] = [
  [
    'a page among tools is no script',
    'automated_security_review',
    'fails',
    { ...library, ...ci(), 'src/tools/reference.html.in': 'a safety check\n' },
  ],
  [
    'an image that CI builds is no script of CI',
    'build_performance_tracking',
    'fails',
    { ...library, ...ci('docker build -f ./Dockerfile .'), Dockerfile: 'RUN KEY=build-time-dummy make\n' },
  ],
  [
    'a folder of the runner that is deleted',
    'automated_security_review',
    'fails',
    { ...library, ...ci('rm -rf /opt/hostedtoolcache/CodeQL') },
  ],
  [
    'a rule that is named to the linter by a hook',
    'naming_consistency',
    'passes',
    {
      ...programs.terraform,
      '.pre-commit-config.yaml': 'repos:\n  - hooks:\n      - args: ["--only=terraform_naming_convention"]\n',
    },
  ],
  [
    'a version of a tool is no use of it',
    'lint_config',
    'fails',
    {
      ...programs.terraform,
      '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - with:\n          tflint-version: 1\n',
    },
  ],
  [
    'an option with danger in its name',
    'automated_pr_review',
    'fails',
    { ...library, ...ci('./start --danger-dummy-mode') },
  ],
  ['danger', 'automated_pr_review', 'passes', { ...library, ...ci('npx danger ci') }],
  [
    'conventions of a build that is kept beside',
    'lint_config',
    'passes',
    { ...kotlin, 'build-logic/src/main/kotlin/quality.gradle.kts': 'spotless { kotlin { ktlint() } }\n' },
  ],
  [
    'a handler that leaves fields out of the log',
    'log_scrubbing',
    'passes',
    { ...service(), 'src/log-handler.ts': 'const handler = new ExcludingHandler(inner, fields)\n' },
  ],
  [
    'variables on the Java machine',
    'secrets_management',
    'passes',
    { ...scalaService, '.gitignore': 'target/\n.idea\n' },
  ],
  [
    'variables on the Java machine',
    'gitignore_comprehensive',
    'passes',
    { ...scalaService, '.gitignore': 'target/\n.idea\n' },
  ],
  [
    'changes of the schema among resources',
    'database_schema',
    'passes',
    { ...scalaService, 'src/main/resources/update/mini_1.0.xml': '<createTable/>\n' },
  ],
  [
    'a logger in a package that Composer brought',
    'structured_logging',
    'fails',
    {
      ...webRoot,
      'lib/composer.json': json({ require: { 'mail/mailer': '1' }, config: { 'vendor-dir': './' } }),
      'lib/mail/mailer/src/Mailer.php': '<?php use Psr\\Log\\LoggerInterface;\n',
    },
  ],
  [
    'an application only for tests',
    'product_analytics_instrumentation',
    'absent',
    {
      ...kotlin,
      'android-test-app/build.gradle.kts': 'plugins { id("com.android.application") }\n',
      'android-test-app/src/main/kotlin/App.kt': 'class App\n',
    },
  ],
]

describe('words and places of unseen repositories', () => {
  itJudges(rows)

  it('names the page that lists the most variables', () => {
    const some = (count: number) => Array.from({ length: count }, (_, index) => `#### \`MINI_A${index}\`\n`).join('')
    const files = { ...service(), 'docs/advanced.md': some(3), 'docs/configuration.md': some(9) }
    expect(judge(repositoryOf({ files })).report.env_template?.rationale).toContain('docs/configuration.md:1')
  })
})

describe('the command that is shown beside a next step', () => {
  const subjectOf = (files: Files) => {
    const repository = repositoryOf({ files })
    const { applications } = judge(repository)
    return { repository, applications, evidence: createEvidence(repository, applications) }
  }

  it('is fix only where there is something to write or to run', () => {
    const bare = subjectOf(library)
    expect(canFix('agents_md', bare)).toBe(true)
    expect(canFix('license', bare)).toBe(true)
    expect(canFix('codeowners', bare)).toBe(true)
    expect(canFix('unit_tests_exist', bare)).toBe(false)
    // An existing file is never overwritten, so that has to be done by hand.
    expect(canFix('agents_md', subjectOf({ ...library, 'AGENTS.md': 'Later.\n' }))).toBe(false)
  })

  it('is told so in the report', () => {
    const repository = repositoryOf({ files: programs.lua })
    const evaluation = evaluateOpened({ repository, root: '/a', notes: [] }, { version: '1' })
    const hints = evaluation.next.criteria.map((id) => (evaluation.fixable.has(id) ? `fix ${id}` : `explain ${id}`))
    // What it is, people say.
    expect(hints).toEqual(expect.arrayContaining(['explain readme', 'fix agents_md']))
    for (const hint of hints) expect(markdownOf(evaluation)).toContain(`muster readiness ${hint}`)
  })
})
