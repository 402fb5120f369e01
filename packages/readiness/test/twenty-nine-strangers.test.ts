import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, prose, repositoryOf, service, tested } from './mini.ts'

/** A library of .NET whose project imports what it shares with others. */
const dotnet = (props = '', files: Files = {}): Files => ({
  'Src/Main/Main.csproj':
    '<Project Sdk="Microsoft.NET.Sdk">\n  <Import Project="..\\Common.props" />\n  <PropertyGroup><PackageId>Main</PackageId></PropertyGroup>\n</Project>\n',
  'Src/Main/Main.cs': 'namespace Main;\npublic class Thing {}\n',
  'Src/Common.props': `<Project>\n${props}\n</Project>\n`,
  ...files,
})

const dotnetTest: Files = {
  'Src/Main.Tests/Main.Tests.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><ProjectReference Include="..\\Main\\Main.csproj" /></ItemGroup></Project>\n',
  'Src/Main.Tests/ThingTests.cs': 'public class ThingTests { [Test] public void A() {} }\n',
}

/** AppVeyor starts a script of Windows, which starts a build of FAKE. */
const fake = (build: string, key = ''): Files => ({
  'appveyor.yml': `image: Visual Studio 2022\n${key}build_script:\n- ps: |\n    & .\\build.cmd -t AppVeyor\ntest: off\n`,
  'build.cmd': 'dotnet tool restore\ndotnet tool run fake --silent run %~dp0\\build.fsx %*\n',
  'Build.fsx': build,
})

const appveyorKey = 'environment:\n  NUGET_API_KEY:\n    secure: abc\n'
const fakePush = 'Target.create "Publish" (fun _ -> DotNet.nugetPush (fun p -> p) "a.nupkg")\n'

/** GitHub starts a script, which starts a build of NUKE. */
const nuke = (env: string): Files => ({
  '.github/workflows/build.yml': `on: push\njobs:\n  build:\n    runs-on: windows-latest\n    steps:\n      - run: ./build.ps1\n${env}`,
  'build.ps1':
    '$BuildProjectFile = "$PSScriptRoot\\build\\_build.csproj"\n& $env:DOTNET_EXE run --project $BuildProjectFile\n',
  'Build/_build.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'Build/Build.cs': 'class Build {\n  Target Push => _ => _.Executes(() => DotNetNuGetPush(s => s));\n}\n',
})

const workflow = (steps: string, more = ''): Files => ({
  '.github/workflows/pr.yml': `on: pull_request\n${more}jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
})

const ruby = (settings: string): Files => ({
  Gemfile: "source 'https://rubygems.org'\ngem 'rubocop'\n",
  'mini.gemspec': "Gem::Specification.new { |s| s.name = 'mini' }\n",
  'lib/mini.rb': 'module Mini; end\n',
  '.rubocop.yml': settings,
})

const maven = (include: string): Files => ({
  'pom.xml': `<project><artifactId>core</artifactId><build><plugins><plugin>\n<artifactId>maven-failsafe-plugin</artifactId>\n<configuration><includes>\n<include>${include}</include>\n</includes></configuration></plugin></plugins></build></project>\n`,
  'src/main/java/org/a/Main.java': 'class Main {}\n',
  'src/test/java/org/a/it/SocketTest.java': 'class SocketTest { @Test void a() {} }\n',
})

/** Two libraries in Go, and a build of Gradle in a folder. */
const builds = (folder: string): Files => ({
  'go.mod': 'module example.org/mini\n',
  'mini.go': 'package mini\n',
  'kit/go.mod': 'module example.org/kit\n',
  'kit/kit.go': 'package kit\n',
  [`${folder}/settings.gradle.kts`]: 'include(":app")\n',
  [`${folder}/build.gradle.kts`]: 'plugins { java }\n',
  [`${folder}/src/main/java/A.java`]: 'class A { public static void main(String[] a) {} }\n',
})

const gradles: Files = {
  'go.mod': 'module example.org/mini\n',
  'mini.go': 'package mini\n',
  'jvm/settings.gradle.kts': 'include(":a", ":b", ":c")\n',
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap((name) => [
      [`jvm/${name}/build.gradle.kts`, 'plugins { `java-library`\n `maven-publish` }\n'],
      [`jvm/${name}/src/main/java/${name}/A.java`, 'public class A {}\n'],
    ]),
  ),
}

/** A workspace in which one package holds the settings of all others. */
const workspace = (tsconfig: object, lint: string): Files => ({
  'package.json': json({ name: 'root', private: true, workspaces: ['packages/*', 'tools/*'] }),
  'eslint.config.mjs': "import shared from '@a/eslint-config'\n\nexport default [...shared]\n",
  'packages/core/package.json': json({ name: '@a/core', version: '1.0.0', exports: './src/main.ts' }),
  'packages/core/src/main.ts': 'export const a = 1\n',
  'packages/core/src/more.ts': 'export const b = 1\n',
  'packages/core/tsconfig.json': json({ extends: '@a/tsconfig' }),
  'tools/tsconfig/package.json': json({ name: '@a/tsconfig', version: '1.0.0' }),
  'tools/tsconfig/tsconfig.json': json(tsconfig),
  'tools/eslint-config/package.json': json({ name: '@a/eslint-config', version: '1.0.0', main: 'index.js' }),
  'tools/eslint-config/index.js': lint,
})

const rust = (files: Files): Files => ({
  'Cargo.toml': '[package]\nname = "mini"\ndescription = "A part."\n',
  'src/lib.rs': 'pub fn a() {}\n',
  ...files,
})

const threshold: Files = { '.clippy.toml': 'cognitive-complexity-threshold = 24\n' }

const deployed: Files = {
  ...service(),
  'deploy/deployment.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: mini\n',
}

const django = (requirements: string, source = ''): Files => ({
  'requirements.txt': `django==5.0\npsycopg2==2.9\n${requirements}`,
  'manage.py': 'import django\n',
  'mini/settings.py': "DATABASES = {}\nROOT_URLCONF = 'mini.urls'\nWSGI_APPLICATION = 'mini.wsgi.application'\n",
  'mini/wsgi.py': 'from django.core.wsgi import get_wsgi_application\napplication = get_wsgi_application()\n',
  'mini/models.py': `from django.db import models\n${source}`,
  Dockerfile: 'FROM python\nEXPOSE 80\nCMD ["gunicorn", "mini.wsgi"]\n',
})

const php = (files: Files): Files => ({
  'composer.json': json({ name: 'a/mini', type: 'project', require: { 'symfony/framework-bundle': '7' } }),
  'public/index.php': '<?php echo 1;\n',
  Dockerfile: 'FROM php\nEXPOSE 80\n',
  ...files,
})

const phpTests: Files = {
  'src/System/Mutex.php': '<?php class Mutex {}\n',
  'tests/tests/System/MutexTest.php': '<?php class MutexTest { public function testA() {} }\n',
}

describe('verdicts about twenty-nine strangers', () => {
  itJudges([
    [
      'analyzers in a file that a project imports',
      'lint_config',
      'passes',
      dotnet('<ItemGroup><PackageReference Include="StyleCop.Analyzers" Version="1.1.0" /></ItemGroup>'),
    ],
    ['such a file without analyzers', 'lint_config', 'fails', dotnet('<ItemGroup />')],
    [
      'analyzers that are commented out there',
      'lint_config',
      'fails',
      dotnet('<!-- <PackageReference Include="StyleCop.Analyzers" /> -->'),
    ],
    [
      'warnings that are errors there',
      'dead_code_detection',
      'passes',
      dotnet('<PropertyGroup><TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup>'),
    ],
    [
      'a build of FAKE that tests',
      'ci_runs_tests',
      'passes',
      dotnet('', { ...dotnetTest, ...fake('let result = DotNet.exec id\n                    "test"\n') }),
    ],
    [
      'a build of FAKE that only builds',
      'ci_runs_tests',
      'fails',
      dotnet('', { ...dotnetTest, ...fake('DotNet.build id "All.sln"\n') }),
    ],
    ['a build of FAKE that pushes packages', 'release_automation', 'passes', dotnet('', fake(fakePush, appveyorKey))],
    ['one to which nobody gives the key', 'release_automation', 'fails', dotnet('', fake(fakePush))],
    [
      'a build of NUKE that pushes packages',
      'release_automation',
      'passes',
      dotnet('', nuke('        env:\n          NuGetApiKey: $' + '{{ secrets.NUGETAPIKEY }}\n')),
    ],
    ['one without the key', 'release_automation', 'fails', dotnet('', nuke(''))],
    [
      'a report of tests after a colon',
      'test_performance_tracking',
      'passes',
      { ...tested, ...ci('dotnet test --logger:trx') },
    ],

    [
      'a stranger’s text in a variable that is put into the command',
      'dangerous_workflows',
      'fails',
      workflow(
        '      - env:\n          BODY: $' +
          '{{github.event.pull_request.body}}\n        run: echo "$' +
          '{{ env.BODY }}" > body.txt\n',
      ),
    ],
    [
      'the same, in a variable of all jobs',
      'dangerous_workflows',
      'fails',
      workflow(
        '      - run: echo "$' + '{{ env.TITLE }}"\n',
        'env:\n  TITLE: $' + '{{ github.event.pull_request.title }}\n',
      ),
    ],
    [
      'a variable that the shell reads itself',
      'dangerous_workflows',
      'passes',
      workflow(
        '      - env:\n          BODY: $' +
          '{{ github.event.pull_request.body }}\n        run: echo "$BODY" > body.txt\n',
      ),
    ],
    [
      'a variable with a number of the host',
      'dangerous_workflows',
      'passes',
      workflow(
        '      - env:\n          PR: $' +
          '{{ github.event.pull_request.number }}\n        run: gh pr view $' +
          '{{ env.PR }}\n',
      ),
    ],

    [
      'the token of a call is no scanner',
      'automated_security_review',
      'fails',
      { ...library, ...ci('curl -H "Authorization: Bearer $ACTIONS_RUNTIME_TOKEN" example.org') },
    ],
    ['Bearer that scans is one', 'automated_security_review', 'passes', { ...library, ...ci('bearer scan .') }],
    [
      'a run that is called after holes',
      'automated_security_review',
      'passes',
      {
        ...library,
        '.github/workflows/cve_scan_runner.yml':
          'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./look.py\n',
      },
    ],

    ['a formatter of logs as JSON', 'structured_logging', 'passes', django('json-log-formatter==0.5\n')],
    [
      'what makes a schema for developers',
      'api_schema_docs',
      'passes',
      { ...django(''), 'requirements_dev.txt': 'drf-yasg\n' },
    ],
    [
      'fields that are encrypted',
      'pii_handling',
      'passes',
      django('', "class A(models.Model):\n  def save(self):\n    self.value = encrypt_field(self, 'value')\n"),
    ],
    [
      'a route of Django for pings',
      'health_checks',
      'passes',
      { ...django(''), 'mini/urls.py': "urlpatterns = [re_path(r'^ping/$', ping)]\n" },
    ],

    [
      'steps of features are no part of a program',
      'code_modularization',
      'absent',
      {
        ...ruby('AllCops:\n  NewCops: enable\n'),
        ...Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`lib/mini/a${i}.rb`, 'module Mini; end\n'])),
        ...Object.fromEntries(
          Array.from({ length: 8 }, (_, i) => [`features/step_definitions/a${i}_steps.rb`, 'Given(/a/) {}\n']),
        ),
      },
    ],
    [
      'Ruby inside of the settings of RuboCop',
      'dead_code_detection',
      'passes',
      ruby('inherit_from:\n  - a.yml\n  <% if File.exist?("b.yml") %>\n  - b.yml\n  <% end %>\n'),
    ],
    ['settings that cannot be read', 'dead_code_detection', 'fails', ruby('inherit_from:\n  - a\n b: [\n')],

    ['tests that Failsafe names', 'integration_tests_exist', 'passes', maven('org/a/it/SocketTest.java')],
    ['a pattern for tests that are not there', 'integration_tests_exist', 'fails', maven('**/*IT.java')],
    ['a test that is not there', 'integration_tests_exist', 'fails', maven('org/a/it/OtherTest.java')],
    ['a folder of tests that follows the program', 'integration_tests_exist', 'fails', php(phpTests)],
    [
      'a folder of tests of the whole system',
      'integration_tests_exist',
      'passes',
      php({ 'src/A.php': '<?php class A {}\n', 'tests/System/LoginTest.php': '<?php class LoginTest {}\n' }),
    ],

    ['a build beside most applications ties none', 'monorepo_tooling', 'fails', builds('android')],
    ['a build of most applications ties them', 'monorepo_tooling', 'passes', gradles],

    [
      'an article about rollouts deploys nothing',
      'progressive_rollout',
      'fails',
      { ...deployed, 'articles/blue-green-restore.md': `# Restore\n\n${prose}\n` },
    ],
    [
      'settings of a rollout do',
      'progressive_rollout',
      'passes',
      { ...deployed, 'deploy/canary.yaml': 'kind: Service\n' },
    ],

    [
      'a page of instructions is no setting of an agent',
      'agentic_development',
      'fails',
      { ...library, '.junie/guidelines.md': prose },
    ],
    [
      'tools of the same agent are one',
      'agentic_development',
      'passes',
      { ...library, '.junie/mcp/mcp.json': json({ mcpServers: { a: { command: 'a' } } }) },
    ],

    [
      'a part of a program that is called after tests',
      'test_naming_conventions',
      'passes',
      {
        'framework/composer.json': json({ name: 'a/framework', type: 'library' }),
        'framework/base/A.php': '<?php class A {}\n',
        'framework/test/Fixture.php': '<?php class Fixture {}\n',
        'tests/framework/ATest.php': '<?php class ATest { public function testA() {} }\n',
      },
    ],

    [
      'an underlined heading on privacy',
      'privacy_compliance',
      'passes',
      { ...service(), 'README.md': `# Mini\n\n${prose}\n\nPrivacy Policy for Mini\n------------------\n\n${prose}\n` },
    ],
    [
      'a sentence on privacy is no section',
      'privacy_compliance',
      'fails',
      { ...service(), 'README.md': `# Mini\n\n${prose}\n\nSee the privacy policy for Mini elsewhere.\n` },
    ],
    [
      'what answers a request about a policy is none',
      'privacy_compliance',
      'fails',
      php({ 'src/controllers/privacy_policy.php': '<?php class PrivacyPolicy {}\n' }),
    ],
    [
      'a page with the policy is one',
      'privacy_compliance',
      'passes',
      php({ 'src/views/privacy_policy.php': '<p>We keep nothing.</p>\n' }),
    ],

    ['a shell of Nix among the tools', 'devcontainer', 'passes', { ...library, 'tools/shell.nix': 'mkShell {}\n' }],
    [
      'changes of tables of PHP',
      'database_schema',
      'passes',
      php({ 'lib/Migration/Version140200Date20200824201413.php': '<?php class Version140200 {}\n' }),
    ],
    [
      'another class in a folder of that name',
      'database_schema',
      'absent',
      php({ 'lib/Migration/RemoveUnusedJob.php': '<?php class RemoveUnusedJob {}\n' }),
    ],

    [
      'strict in a package of the workspace',
      'strict_typing',
      'passes',
      workspace({ compilerOptions: { strict: true } }, 'export default []\n'),
    ],
    [
      'a package of the workspace that is lax',
      'strict_typing',
      'fails',
      workspace({ compilerOptions: { strict: false } }, 'export default []\n'),
    ],
    [
      'a formatter in the shared settings of ESLint',
      'formatter',
      'passes',
      workspace({}, "export default [{ rules: { '@stylistic/indent': ['error', 2] } }]\n"),
    ],
    [
      'one that is off there',
      'formatter',
      'fails',
      workspace({}, "export default [{ rules: { '@stylistic/indent': 'off' } }]\n"),
    ],
    [
      'unused code in the shared settings of ESLint',
      'dead_code_detection',
      'passes',
      workspace({}, "export default [{ rules: { '@typescript-eslint/no-unused-vars': 'error' } }]\n"),
    ],
    [
      'settings for JavaScript that are not strict',
      'strict_typing',
      'fails',
      {
        'package.json': npm([], { exports: './main.js', devDependencies: { typescript: '5' } }),
        'main.js': 'exports.a = 1\n',
        'jsconfig.json': json({ compilerOptions: { target: 'ES2022' } }),
      },
    ],
    [
      'settings for JavaScript that are',
      'strict_typing',
      'passes',
      {
        'package.json': npm([], { exports: './main.js', devDependencies: { typescript: '5' } }),
        'main.js': 'exports.a = 1\n',
        'jsconfig.json': json({ compilerOptions: { strict: true } }),
      },
    ],

    [
      'fragments that another tool reads',
      'release_notes_automation',
      'passes',
      { ...library, '.changeset/quick-fox.md': '---\n"@a/core": patch\n---\n\nA fix.\n' },
    ],
    [
      'a folder that only explains itself',
      'release_notes_automation',
      'fails',
      { ...library, '.changeset/README.md': '# Changesets\n\nWrite "core": patch here.\n' },
    ],

    [
      'an older command line of the host',
      'vcs_cli_tools',
      'passes',
      { ...library, 'docs/developer-guide.rst': 'Merge\n=====\n\nUse ``hub pull-request -l auto-merge`` for it.\n' },
    ],
    [
      'a generator of references from comments',
      'automated_doc_generation',
      'passes',
      { ...library, 'package.json': npm([], { exports: './src/main.ts', devDependencies: { dox: '1' } }) },
    ],
    [
      'Mocha that is told to run side by side',
      'test_isolation',
      'passes',
      { ...tested, '.mocharc.js': 'module.exports = {\n  parallel: true,\n}\n' },
    ],
    [
      'Mocha that is not',
      'test_isolation',
      'fails',
      { ...tested, '.mocharc.js': 'module.exports = {\n  // parallel: true,\n  parallel: false,\n}\n' },
    ],
    [
      'a workflow of others that is called after tests',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        '.github/workflows/pr.yml': 'on: push\njobs:\n  a:\n    uses: a/b/.github/workflows/unit_tests.yml@main\n',
      },
    ],
    [
      'a workflow of others that is not',
      'ci_runs_tests',
      'fails',
      {
        ...tested,
        '.github/workflows/pr.yml': 'on: push\njobs:\n  a:\n    uses: a/b/.github/workflows/soundness.yml@main\n',
      },
    ],

    ['a threshold while the lint is off', 'cyclomatic_complexity', 'fails', rust(threshold)],
    [
      'a threshold while its group is on',
      'cyclomatic_complexity',
      'passes',
      rust({
        ...threshold,
        'Cargo.toml': '[package]\nname = "mini"\n\n[lints.clippy]\nnursery = { level = "warn", priority = -1 }\n',
      }),
    ],
    [
      'its group is on, but the lint is off',
      'cyclomatic_complexity',
      'fails',
      rust({
        ...threshold,
        'Cargo.toml': '[package]\nname = "mini"\n\n[lints.clippy]\nnursery = "warn"\ncognitive_complexity = "allow"\n',
      }),
    ],
    [
      'the root of the crate switches it on',
      'cyclomatic_complexity',
      'passes',
      rust({
        ...threshold,
        'src/lib.rs': '#![warn(\n    clippy::all,\n    clippy::cognitive_complexity\n)]\npub fn a() {}\n',
      }),
    ],
    [
      'a command switches it on',
      'cyclomatic_complexity',
      'passes',
      rust({ ...threshold, ...ci('cargo clippy -- -W clippy::cognitive_complexity') }),
    ],

    [
      'a manager of hooks without settings',
      'pre_commit_hooks',
      'fails',
      {
        'pyproject.toml':
          '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "mini"\n\n[project.optional-dependencies]\ndev = ["pre-commit"]\n',
        'mini/__init__.py': '',
      },
    ],
  ])

  const rationaleOf = (files: Files, id: 'binary_artifacts' | 'strict_typing' | 'tech_debt_tracking') =>
    judge(repositoryOf({ files })).report[id]?.rationale

  it('names folders as such', () => {
    expect(rationaleOf(library, 'binary_artifacts')).toContain('below src/ nor elsewhere')
  })

  it('names the file that projects of .NET share', () => {
    expect(rationaleOf(dotnet('<PropertyGroup />'), 'strict_typing')).toContain('look at Src/Common.props')
  })

  it('names the settings of a linter before what they leave out', () => {
    const files = {
      'pom.xml': '<project><artifactId>core</artifactId></project>\n',
      'src/main/java/A.java': 'class A {}\n',
      'checkstyle.xml': '<module name="Checker"></module>\n',
      'checkstyle-suppressions.xml': '<suppressions></suppressions>\n',
    }
    expect(rationaleOf(files, 'tech_debt_tracking')).toContain('look at checkstyle.xml')
  })
})
