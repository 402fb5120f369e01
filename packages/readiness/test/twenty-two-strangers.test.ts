import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, library, npm, repositoryOf, service } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const catalog =
  '[libraries]\nweb = "org.springframework.boot:spring-boot-starter-web:3"\nbuddy = "net.bytebuddy:byte-buddy:1"\n'

/** A module of Gradle whose sets of source name what they need. */
const gradle = (sets: string): Files => ({
  'gradle/libs.versions.toml': catalog,
  'settings.gradle.kts': 'include(":a")\n',
  'a/build.gradle.kts': `plugins {\n  id("our-publishing-conventions")\n}\n\nkotlin {\n  sourceSets {\n${sets}  }\n}\n`,
  'a/src/jvmMain/kotlin/A.kt': 'class A\n',
})

/** A parent of Maven with what all its modules need, and one module that answers requests. */
const maven = (parent: string): Files => ({
  'pom.xml': `<project><artifactId>all</artifactId><modules><module>api</module></modules>${parent}</project>`,
  'api/pom.xml':
    '<project><parent><artifactId>all</artifactId></parent><artifactId>api</artifactId><dependencies><dependency><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>',
  'api/src/main/java/Api.java': '@SpringBootApplication\nclass Api { static void main(String[] a) {} }\n',
})
const knife4j =
  '<dependencies><dependency><artifactId>knife4j-spring-boot-starter</artifactId></dependency></dependencies>'

const csharp: Files = {
  'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
  'src/Mini/CallSpec.cs': 'class CallSpec {}\n',
  'tests/Mini.Acceptance.Specs/Mini.Acceptance.Specs.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="NUnit" /><ProjectReference Include="..\\..\\src\\Mini\\Mini.csproj" /></ItemGroup></Project>',
  'tests/Mini.Acceptance.Specs/Calls.cs': 'class Calls {}\n',
  'tests/Mini.Acceptance.Specs/Arguments.cs': 'class Arguments {}\n',
}

describe('applications of twenty-two strangers', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'a server that only a set of tests needs',
      gradle(
        '    jvmMain {\n      dependencies {\n        api(libs.buddy)\n      }\n    }\n    jvmTest {\n      dependencies {\n        implementation(libs.web)\n      }\n    }\n',
      ),
      ['a library'],
    ],
    [
      'the same, as a property',
      gradle('    val jvmTest by getting {\n      dependencies { implementation(libs.web) }\n    }\n'),
      ['a library'],
    ],
    [
      'projects that a plug-in of Maven is tried with',
      {
        'plugin/pom.xml': '<project><artifactId>plugin</artifactId><packaging>maven-plugin</packaging></project>',
        'plugin/src/main/java/P.java': 'class P {}\n',
        'a-plugin.test/it/one/pom.xml': '<project><artifactId>one</artifactId></project>',
        'a-plugin.test/it/one/src/main/java/O.java': 'class O {}\n',
      },
      ['plugin library'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })
})

it('knows what the program needs after a set of tests', () => {
  const sets =
    '    jvmTest {\n      dependencies { implementation(libs.web) }\n    }\n    jvmMain {\n      dependencies { api(libs.buddy) }\n    }\n'
  const [app] = findApplications(repositoryOf({ files: gradle(sets) }))
  expect(app?.dependencies.map(({ name, isDevelopment }) => [name, isDevelopment])).toEqual([
    ['org.springframework.boot:spring-boot-starter-web', true],
    ['net.bytebuddy:byte-buddy', false],
  ])
})

it('knows the tests of .NET by the project that holds them', () => {
  const [app] = findApplications(repositoryOf({ files: csharp }))
  expect(app?.tests).toEqual(['Arguments', 'Calls'].map((name) => `tests/Mini.Acceptance.Specs/${name}.cs`))
})

it.each([
  ['a block in one line', '    commonTest.dependencies { implementation(libs.web) }\n', true],
  [
    'a suite',
    '    val integrationTest by registering(JvmTestSuite::class) {\n      implementation(libs.web)\n    }\n',
    true,
  ],
  ['after a remark with a brace', '    jvmTest {\n      // like test {\n    }\n    implementation(libs.web)\n', false],
  ['after a text with a brace', '    jvmTest {\n      println("{")\n    }\n    implementation(libs.web)\n', false],
  ['a condition', '    if (name != "test") {\n      implementation(libs.web)\n    }\n', false],
])('knows whether tests alone need it: %s', (_, sets, isDevelopment) => {
  const [app] = findApplications(repositoryOf({ files: gradle(sets) }))
  expect(app?.dependencies).toMatchObject([{ isDevelopment }])
})

describe('verdicts on twenty-two strangers', () => {
  itJudges([
    ['what a parent of Maven gives to all modules', 'api_schema_docs', 'passes', maven(knife4j)],
    [
      'what it only manages',
      'api_schema_docs',
      'fails',
      maven(`<dependencyManagement>${knife4j}</dependencyManagement>`),
    ],
    [
      'what a pom above has that is no parent',
      'api_schema_docs',
      'fails',
      Object.fromEntries(
        Object.entries(maven(knife4j)).map(([path, text]) => [
          path,
          String(text).replace('<parent><artifactId>all', '<parent><artifactId>other'),
        ]),
      ),
    ],
    ['tests below a project that is called Specs', 'integration_tests_exist', 'passes', csharp],
    [
      'what an editor is tested with is no leftover of it',
      'gitignore_comprehensive',
      'fails',
      { ...library, '.gitignore': 'node_modules/\n.vscode-test/\n' },
    ],
    [
      'leftovers of an editor',
      'gitignore_comprehensive',
      'passes',
      { ...library, '.gitignore': 'node_modules/\n.vscode/\n' },
    ],
    ['names of files', 'naming_consistency', 'passes', { ...library, '.ls-lint.yml': 'ls:\n  .ts: kebab-case\n' }],
    [
      'a skill about profiles of others',
      'profiling_instrumentation',
      'fails',
      { ...service(), '.agents/skills/browser/references/profiling.md': '# Profiling\n' },
    ],
    [
      'a page about profiles',
      'profiling_instrumentation',
      'passes',
      { ...service(), 'docs/profiling.md': '# Profiling\n' },
    ],
    [
      'a connector that is called after a format',
      'api_schema_docs',
      'fails',
      { ...service(), 'plugins/openapi/.gitignore': 'dist\n', 'plugins/openapi/lib/operations.json': '{}\n' },
    ],
    ['a folder with schemas', 'api_schema_docs', 'passes', { ...service(), 'openapi/users.yaml': 'openapi: 3.1.0\n' }],
    [
      'a shell of Nix in a folder of its own',
      'devcontainer',
      'passes',
      { ...library, 'nix/flake.nix': '{ outputs = x: { devShells.default = 1; }; }\n' },
    ],
    [
      'a skill beside very many pages',
      'vcs_cli_tools',
      'passes',
      {
        'package.json': npm([], { exports: './a.js' }),
        'a.js': 'exports.a = 1\n',
        ...Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`docs/page-${index}.md`, '# Page\n'])),
        '.agents/skills/create-pr/SKILL.md': '---\nname: a\ndescription: b\n---\n\n```bash\ngh pr create\n```\n',
      },
    ],
  ])
})
