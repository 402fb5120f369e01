import { expect, it } from 'vitest'
import { findApplications } from '../src/applications/find.ts'
import { repositoryOf } from './mini.ts'

const catalog = `
[libraries]
spring-boot_web = { module = "org.springframework.boot:spring-boot-starter-web" }
postgres = "org.postgresql:postgresql:42.7.4"
kafka = { group = "org.springframework.kafka", name = "spring-kafka" }
jooq = { module = "org.jooq:jooq" }
junit = { module = "org.junit.jupiter:junit-jupiter" }

[bundles]
storage = ["postgres", "jooq"]
`

it('gives an application only what its build file names of a catalogue', () => {
  const applications = findApplications(
    repositoryOf({
      files: {
        'gradle/libs.versions.toml': catalog,
        'api/build.gradle.kts':
          'dependencies {\n  implementation(libs.spring.boot.web)\n  implementation(libs.bundles.storage)\n  testImplementation(libs.junit)\n}\n',
        'api/src/main/kotlin/Api.kt': 'fun main() {}\n',
        'jobs/build.gradle': 'dependencies {\n  implementation libs.kafka\n}\n',
        'jobs/src/main/java/Jobs.java': 'class Jobs {}\n',
      },
    }),
  )
  const named = applications.map(({ name, dependencies }) => [
    name,
    dependencies.map((each) => `${each.name}:${each.line}${each.isDevelopment ? ' for tests' : ''}`),
  ])
  expect(named).toEqual([
    [
      'api',
      [
        'org.springframework.boot:spring-boot-starter-web:2',
        'org.postgresql:postgresql:3',
        'org.jooq:jooq:3',
        'org.junit.jupiter:junit-jupiter:4 for tests',
      ],
    ],
    ['jobs', ['org.springframework.kafka:spring-kafka:2']],
  ])
})
