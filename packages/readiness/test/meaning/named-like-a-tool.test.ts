import { describe } from 'vitest'
import { type Files, library, service, tested } from '../mini.ts'
import { goModule, java, python, rubyGem } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

function workflow(text: string, name = 'other'): Files {
  return { [`.github/workflows/${name}.yml`]: text }
}

const step = (lines: string) => `on: pull_request\njobs:\n  a:\n    steps:\n${lines}`

describe('what CI runs, and what it only names', () => {
  itJudges([
    [
      'the name of a job',
      'automated_doc_generation',
      'fails',
      { ...library, ...workflow('on: push\njobs:\n  redocly-lint:\n    steps:\n      - run: npm run lint\n') },
    ],
    [
      'the name of a variable of the host',
      'automated_security_review',
      'fails',
      {
        ...library,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it.
        ...workflow(step('      - uses: a/b@v1\n        with:\n          client-id: ${{ vars.TRIVY_APP_ID }}\n')),
      },
    ],
    [
      'a scanner that a step really runs',
      'automated_security_review',
      'passes',
      { ...library, ...workflow(step('      - name: Scan\n        run: trivy fs .\n')) },
    ],
    [
      'the paths that start a workflow',
      'automated_security_review',
      'fails',
      {
        ...library,
        ...workflow('on:\n  push:\n    paths: [.semgrep/**]\njobs:\n  a:\n    steps:\n      - run: make\n'),
      },
    ],
    [
      'what a step only says',
      'secret_scanning',
      'fails',
      { ...library, ...workflow(step('      - run: echo "gitleaks is run elsewhere"\n')) },
    ],
    [
      'secrets of CI, which are blanked elsewhere',
      'secrets_management',
      'passes',
      {
        ...service(),
        '.gitignore': 'node_modules\n',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it.
        ...workflow(step('      - run: make\n        env:\n          KEY: ${{ secrets.KEY }}\n')),
      },
    ],
    [
      'a workflow that is called after reviews, and labels',
      'automated_pr_review',
      'fails',
      { ...library, ...workflow(step('      - uses: a/add-labels@v1\n'), 'review-link-label') },
    ],
    [
      'a workflow that hands the change to a model',
      'automated_pr_review',
      'passes',
      {
        ...library,
        ...workflow(step('      - run: docker run -e LLM_API_KEY=$KEY reviewer --post\n'), 'own-review'),
      },
    ],
    [
      'a reviewing workflow of the organization',
      'automated_pr_review',
      'passes',
      {
        ...library,
        ...workflow('on: pull_request\njobs: {a: {uses: acme/all/.github/workflows/review-code.yml@main}}\n'),
      },
    ],
    [
      'a plug-in that the root leaves to others to apply',
      'formatter',
      'fails',
      { ...java, 'build.gradle': 'plugins {\n  alias(libs.plugins.ktlint) apply false\n}\n', 'pom.xml': '' },
    ],
    [
      'a task of Azure that makes a release',
      'release_automation',
      'passes',
      { ...library, 'azure-pipelines.yml': 'steps:\n  - task: GitHubRelease@1\n    displayName: Ready\n' },
    ],
    [
      'results of tests that Azure publishes',
      'ci_runs_tests',
      'passes',
      { ...tested, 'azure-pipelines.yml': 'steps:\n  - script: ./all\n  - task: PublishTestResults@2\n' },
    ],
    [
      'an action of the organization that runs tests',
      'ci_runs_tests',
      'passes',
      { ...tested, ...workflow(step('      - uses: acme/.github/actions/gotestsum@main\n')) },
    ],
    [
      'an action that only shows results of tests',
      'ci_runs_tests',
      'fails',
      { ...tested, ...workflow(step('      - uses: acme/test-reporter@v1\n')) },
    ],
    [
      'rake without a task, whose failure is looked at later',
      'ci_runs_tests',
      'passes',
      {
        ...rubyGem,
        'spec/a_spec.rb': 'describe\n',
        Rakefile: 'task default: :spec\n',
        ...workflow(step('      - run: |\n          bundle exec rake || status=$?\n')),
      },
    ],
    [
      'a pipeline of Cloud Build in a folder',
      'ci_runs_tests',
      'passes',
      {
        ...goModule,
        'a_test.go': 'package a\n',
        'build/int.cloudbuild.yaml': "steps:\n- name: go\n  args: ['-c', 'go test ./...']\n",
      },
    ],
  ])
})

describe('settings that mean the same in other words', () => {
  itJudges([
    ['RSpec, with a sign between', 'test_isolation', 'passes', { ...rubyGem, '.rspec': '--order=rand\n' }],
    ['a hidden Doxyfile', 'automated_doc_generation', 'passes', { ...library, '.Doxyfile': 'PROJECT_NAME = a\n' }],
    [
      'pages that CMake makes',
      'automated_doc_generation',
      'passes',
      { 'CMakeLists.txt': 'project(a)\ndoxygen_add_docs(docs src)\n', 'src/a.cpp': 'int main() {}\n' },
    ],
    [
      'release-please in its first form',
      'release_automation',
      'passes',
      { ...library, '.github/release-please.yml': 'releaseType: node\n' },
    ],
    [
      'notes of release-please',
      'release_notes_automation',
      'passes',
      { ...library, '.github/release-please.yml': 'releaseType: node\n' },
    ],
    [
      'Renovate with settings in a script',
      'min_release_age',
      'passes',
      { ...library, '.github/renovate-config.js': 'module.exports = {\n  "stabilityDays": 3,\n}\n' },
    ],
    [
      'Pylint with an option that is called like a rule',
      'dead_code_detection',
      'passes',
      { ...python, '.pylintrc': '[VARIABLES]\nallow-global-unused-variables=yes\n\n[MAIN]\ndisable=fixme\n' },
    ],
    [
      'Pylint without the rules for unused names',
      'dead_code_detection',
      'fails',
      { ...python, '.pylintrc': '[MAIN]\ndisable=missing-docstring,\n  unused-import,\n  unused-variable\n' },
    ],
    [
      'marks that Pylint reports',
      'tech_debt_tracking',
      'passes',
      { ...python, '.pylintrc': '[MAIN]\ndisable=line-too-long\n' },
    ],
    [
      'marks that Pylint does not report',
      'tech_debt_tracking',
      'fails',
      { ...python, '.pylintrc': '[MAIN]\ndisable=W0511\n' },
    ],
    [
      'a build in Gradle that publishes again',
      'flaky_test_detection',
      'fails',
      {
        ...java,
        'src/test/java/ATest.java': 'class ATest {}\n',
        'buildSrc/src/main/kotlin/publish.gradle.kts': 'publishing {\n  maxRetries = 9\n}\n',
        ...workflow(step('      - run: mvn test\n')),
      },
    ],
    [
      'a build in Gradle that tests again',
      'flaky_test_detection',
      'passes',
      {
        ...java,
        'src/test/java/ATest.java': 'class ATest {}\n',
        'build-logic/src/main/kotlin/deep/Tests.kt': 'testRetry {\n  maxRetries = 1\n}\n',
        ...workflow(step('      - run: mvn test\n')),
      },
    ],
    [
      'a limit of zero',
      'test_coverage_thresholds',
      'fails',
      { ...python, '.coveragerc': '[report]\nfail_under = 0\n' },
    ],
    ['a small limit', 'test_coverage_thresholds', 'passes', { ...python, '.coveragerc': '[report]\nfail_under = 5\n' }],
    [
      'labels in a folder of their own',
      'issue_labeling_system',
      'passes',
      { ...library, 'misc/triage/labels.yaml': '- name: bug\n  color: e11d21\n' },
    ],
    [
      'hooks of an agent in its other file',
      'agent_hooks',
      'passes',
      { ...library, '.claude/settings.local.json': '{"hooks": {"PreToolUse": [{"matcher": "*"}]}}' },
    ],
    [
      'packages that a plug-in of Composer ties together',
      'monorepo_tooling',
      'passes',
      {
        'composer.json': '{"name": "a/all", "require-dev": {"soyuka/pmu": "1"}}',
        'src/A/composer.json': '{"name": "a/a"}',
        'src/A/A.php': '<?php class A {}\n',
        'src/B/composer.json': '{"name": "a/b"}',
        'src/B/B.php': '<?php class B {}\n',
      },
    ],
    [
      'a line that builds, installs and starts an application for phones',
      'single_command_setup',
      'passes',
      { ...java, 'AGENTS.md': 'Run `./gradlew :app:installDebug && adb shell monkey -p a 1`.\n' },
    ],
    [
      'the file of the program',
      'single_command_setup',
      'passes',
      { ...goModule, 'main.go': 'package main\n', 'README.md': '```sh\ngo run main.go --dry\n```\n' },
    ],
    [
      'a framework that describes its API',
      'api_schema_docs',
      'passes',
      {
        'requirements.txt': 'django==5.0\ndjango-ninja==1.0\nuvicorn==1.0\n',
        'manage.py': 'execute_from_command_line()\n',
        'app/views.py': 'import os\n',
        Dockerfile: 'FROM python\nEXPOSE 80\nCMD uvicorn\n',
      },
    ],
  ])
})
