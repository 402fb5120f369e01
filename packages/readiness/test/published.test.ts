import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, repositoryOf } from './mini.ts'

const forTelephones: Files = {
  'settings.gradle': 'include ":app", ":net:feed", ":model"\n',
  'app/build.gradle': 'apply plugin: "com.android.application"\ndependencies { implementation project(":net:feed") }\n',
  'app/src/main/java/App.java': 'class App {}\n',
  'net/feed/build.gradle': 'dependencies { implementation project(":model") }\n',
  'net/feed/src/main/java/Feed.java': 'class Feed {}\n',
  'net/feed/src/test/java/FeedTest.java': 'class FeedTest {}\n',
  'model/build.gradle': 'dependencies { }\n',
  'model/src/main/java/Model.java': 'class Model {}\n',
}
const web = '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n'
const besideSource: Files = {
  'parts/store/src/Store.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>Mini.Store</PackageId></PropertyGroup></Project>\n',
  'parts/store/src/A.cs': 'class A {}\n',
  'parts/store/src/Keys.cs': 'class Keys {}\n',
  'parts/store/host/Host.csproj': web,
  'parts/store/host/B.cs': 'class B {}\n',
  'parts/store/migrations/Sql/Sql.csproj': web,
  'parts/store/migrations/Sql/C.cs': 'class C {}\n',
}
const crate = (name: string, more = '') => `[package]\nname = "${name}"\nversion = "1.0.0"\n${more}`

const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['modules that an application for telephones is made of', ['app frontend'], forTelephones],
  [
    'the same, one of which says that it is published',
    ['app frontend', 'model library', 'net/feed library'],
    { ...forTelephones, 'model/build.gradle': 'plugins { id "maven-publish" }\n' },
  ],
  [
    'the same, of which the build of all publishes each',
    ['app frontend', 'model library', 'net/feed library'],
    { ...forTelephones, 'build.gradle': 'subprojects { apply plugin: "com.vanniktech.maven.publish" }\n' },
  ],
  [
    'the same, with a word about the store that gets the application',
    ['app frontend'],
    { ...forTelephones, 'build.gradle': '// To publish in a store, a key is needed.\n' },
  ],
  [
    'modules that a server is made of',
    ['core library', 'server service'],
    {
      'settings.gradle': 'include ":core", ":server"\n',
      'core/build.gradle': 'plugins { id "house.module" }\n',
      'core/src/main/java/Core.java': 'class Core {}\n',
      'server/build.gradle':
        'plugins { id "application" }\ndependencies { implementation project(":core")\n implementation "io.javalin:javalin:6" }\n',
      'server/src/main/java/Main.java': 'class Main { public static void main(String[] a) {} }\n',
    },
  ],
  ['hosts with which a package of .NET is tried', ['parts/store/src library'], besideSource],
  [
    'the same, one of which has an image',
    ['parts/store/host service', 'parts/store/src library'],
    { ...besideSource, 'parts/store/host/Dockerfile': 'FROM scratch\n' },
  ],
  [
    'a package of PHP with a type of its own, and one that is installed into sites',
    ['checks library', 'pages library', 'site service'],
    {
      'checks/composer.json': json({ name: 'mini/checks', type: 'phpstan-extension' }),
      'checks/src/A.php': '<?php\n',
      'pages/composer.json': json({ name: 'mini/pages', type: 'mini-plugin', require: { 'laravel/framework': '1' } }),
      'pages/src/A.php': '<?php\n',
      'site/composer.json': json({ name: 'mini/site', type: 'project', require: { 'laravel/framework': '1' } }),
      'site/src/A.php': '<?php\n',
    },
  ],
  [
    'crates that others contributed, one of them never published',
    ['. library', 'contrib/dyn_templates library', 'contrib/pools/lib library'],
    {
      'Cargo.toml': crate('mini'),
      'src/lib.rs': 'pub fn a() {}\n',
      'contrib/pools/lib/Cargo.toml': crate('mini_pools', 'description = "Pools."\n'),
      'contrib/pools/lib/src/lib.rs': 'pub fn a() {}\n',
      'contrib/dyn_templates/Cargo.toml': crate('mini_dyn_templates', 'description = "Templates."\n'),
      'contrib/dyn_templates/src/lib.rs': 'pub fn a() {}\n',
      'contrib/tried/Cargo.toml': crate('tried', 'description = "A trial."\npublish = false\n'),
      'contrib/tried/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'crates with the tests of others, though nothing forbids to publish them',
    ['mini library'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["*"]\n',
      'mini/Cargo.toml': crate('mini'),
      'mini/src/lib.rs': 'pub fn a() {}\n',
      'mini-integration-tests/Cargo.toml': crate('mini-integration-tests', 'description = "Tests."\n'),
      'mini-integration-tests/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'published modules whose packages are called after tests',
    ['core library', 'core-test-junit library'],
    {
      'settings.gradle': 'include ":core", ":core-test-junit"\n',
      'core/build.gradle': 'apply from: "../gradle/publish.gradle"\n',
      'core/src/main/java/Core.java': 'class Core {}\n',
      'core-test-junit/build.gradle': 'apply from: "../gradle/publish.gradle"\n',
      'core-test-junit/src/main/kotlin/org/mini/test/Rule.kt': 'class Rule\n',
    },
  ],
  [
    'a published module for Android that is made of others alone',
    ['android library', 'core library'],
    {
      'settings.gradle': 'include ":core", ":android"\n',
      'core/build.gradle': 'plugins { id "maven-publish" }\n',
      'core/src/main/java/Core.java': 'class Core {}\n',
      'android/build.gradle': 'plugins { id "maven-publish" }\ndependencies { api project(":core") }\n',
      'android/src/main/AndroidManifest.xml': '<manifest />\n',
      'bill-of-materials/build.gradle': 'plugins { id "maven-publish" }\n',
    },
  ],
]

describe('what a registry gets is an application, and a part that nobody gets is none', () => {
  it.each(rows)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
  })

  it('judges the tests of such a part with the application', () => {
    const [app] = findApplications(repositoryOf({ files: forTelephones }))
    expect(app?.tests).toEqual(['net/feed/src/test/java/FeedTest.java'])
  })
})
