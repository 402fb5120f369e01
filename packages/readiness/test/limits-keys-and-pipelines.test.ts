import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { type Files, library } from './mini.ts'
import { programs } from './programs.ts'

const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n'
const step = (run: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: ${run}\n`,
})

/** Each row was judged wrongly before, in a repository that nobody had tuned on. */
const rows: readonly Judged[] = [
  [
    'a toolchain before the finder of unused crates',
    'unused_dependencies_detection',
    'passes',
    { ...programs.rust, ...step('cargo +nightly udeps') },
  ],
  [
    'a script of make that tidies',
    'unused_dependencies_detection',
    'passes',
    {
      ...programs.go,
      ...step('make -e presubmit'),
      Makefile: 'presubmit:\n\t@./build/tidy.sh\n',
      'build/tidy.sh': 'go mod tidy\ndiff a b\n',
    },
  ],
  [
    'one fork for all tests',
    'test_isolation',
    'fails',
    { ...programs.java, 'pom.xml': '<project><forkCount>1</forkCount></project>' },
  ],
  [
    'a limit of Clover',
    'test_coverage_thresholds',
    'passes',
    { ...programs.java, 'pom.xml': '<project><targetPercentage>90%</targetPercentage></project>' },
  ],
  [
    'a limit for each file',
    'test_coverage_thresholds',
    'passes',
    { ...programs.ruby, 'spec/spec_helper.rb': 'SimpleCov.minimum_coverage_by_file line: 100\n' },
  ],
  [
    'a pipeline of Jenkins that publishes',
    'release_automation',
    'passes',
    { ...programs.java, '.jenkins.groovy': "pipeline {\n  sh './mvnw --batch-mode deploy'\n}\n" },
  ],
  [
    'a plan of Bamboo that releases',
    'release_automation',
    'passes',
    { ...library, 'bamboo-specs/release.yaml': "'version': 2\n'plan':\n  'key': 'A'\n" },
  ],
  [
    'tests that only settings of pytest name',
    'unit_tests_exist',
    'passes',
    {
      ...programs.python,
      'pytest.ini': '[pytest]\ntestpaths = tests\npython_files = *\n',
      'tests/group.py': 'x = 1\n',
    },
  ],
  [
    'plain names of tests that settings of pytest name',
    'test_naming_conventions',
    'fails',
    {
      ...programs.python,
      'pytest.ini': '[pytest]\ntestpaths = tests\npython_files = *\n',
      'tests/group.py': 'x = 1\n',
    },
  ],
  [
    'a key that a script beside it makes',
    'secrets_management',
    'passes',
    { ...library, 'shim/keys/a.pem': key, 'shim/regen': 'openssl req -keyout keys/a.pem\n' },
  ],
  [
    'compiled programs that use other projects named after the tool',
    'strict_typing',
    'passes',
    {
      ...library,
      'package.json': '{"name": "m", "exports": "./a", "scripts": {"build": "tsgo -b ./tsconfig.all.json"}}',
      'tsconfig.all.json': '{"references": [{"path": "./src"}]}',
      'src/tsconfig.json': '{"compilerOptions": {"strict": true}}',
    },
  ],
  [
    'a page for developers with a number before its name',
    'single_command_setup',
    'passes',
    { ...programs.go, 'docs/05/01-contributing.md': '```sh\ngo run main.go plan\n```\n' },
  ],
]

describe('limits, keys, pipelines and settings of tests', () => itJudges(rows))
