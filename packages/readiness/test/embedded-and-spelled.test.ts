import { describe } from 'vitest'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, library, service } from './mini.ts'

const go = (modules: readonly string[], more: Files = {}): Files => ({
  'go.mod': `module mini\n\nrequire (\n${modules.map((name) => `\t${name} v1.0.0\n`).join('')})\n`,
  'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  ...more,
})
const spring = (...names: readonly string[]): Files => ({
  'build.gradle': `dependencies {\n${names.map((name) => `  implementation "${name}:1.0"\n`).join('')}}\n`,
  'src/main/java/App.java': '@SpringBootApplication class App { public static void main(String[] a) {} }\n',
})
const jpa = 'org.springframework.boot:spring-boot-starter-data-jpa'
const web = 'org.springframework.boot:spring-boot-starter-web'
const crate: Files = { 'Cargo.toml': '[package]\nname = "mini"\n', 'src/main.rs': 'fn main() {}\n' }

/** What 114 repositories showed that nobody had tuned on. */
describe('an embedded database needs nothing beside it', () => {
  itJudges([
    ['H2 below a mapper', 'local_services_setup', 'absent', spring(web, jpa, 'com.h2database:h2')],
    ['a server below a mapper', 'local_services_setup', 'fails', spring(web, jpa, 'org.postgresql:postgresql')],
    [
      'SQLite below a helper for all databases',
      'local_services_setup',
      'absent',
      go(['github.com/jmoiron/sqlx', 'github.com/mattn/go-sqlite3'], { 'docker/compose.yml': 'services: {}\n' }),
    ],
    [
      'SQLite or a server, and no word which',
      'local_services_setup',
      'absent',
      go(['modernc.org/sqlite', 'github.com/lib/pq']),
    ],
  ])
})

describe('a composition brings a database', () => {
  const composed = (image: string): Files => ({ 'docker-compose.yml': `services:\n  db:\n    image: ${image}\n` })
  const php: Files = { 'composer.json': '{"type": "project"}', 'index.php': '<?php\n' }
  itJudges([
    [
      'to a service whose language has the driver',
      'local_services_setup',
      'passes',
      { ...php, ...composed('mariadb:lts') },
    ],
    ['to no service', 'local_services_setup', 'absent', { ...library, ...composed('mariadb:lts') }],
    ['unless it brings something else', 'local_services_setup', 'absent', { ...php, ...composed('nginx') }],
  ])
})

describe('other spellings', () => {
  itJudges([
    [
      'a tracked file with one variable',
      'env_template',
      'passes',
      { ...service(), '.env': 'DATABASE_URL="postgres://localhost/mini"\n' },
    ],
    [
      'warnings in a macro of autoconf',
      'dead_code_detection',
      'passes',
      {
        'configure.ac': 'AC_INIT([mini])\n',
        'src/main.c': 'int main() {}\n',
        'm4/flags.m4': 'CFLAGS="$CFLAGS -Wall"\n',
      },
    ],
    [
      'Renovate in JSON with comments',
      'dependency_update_automation',
      'passes',
      { ...library, 'renovate.jsonc': '{}' },
    ],
    [
      'a variable before the command that starts it',
      'single_command_setup',
      'passes',
      { ...crate, 'README.md': '# Mini\n\n```sh\nRUST_LOG=debug cargo run --bin mini\n```\n' },
    ],
    [
      'a route for pings with its method before it',
      'health_checks',
      'passes',
      go([], { 'http.go': 'package main\n\nfunc f() { router.Handle("GET", "/ping", ping) }\n' }),
    ],
    [
      'a setting that shows a part of a film',
      'log_scrubbing',
      'fails',
      { ...service(), 'src/log.ts': 'logger.set(config.ShowScrubber)\n' },
    ],
    [
      'a text that is made safe for a page',
      'log_scrubbing',
      'fails',
      { ...service(), 'src/log.ts': 'return scrub_out(log.info())\n' },
    ],
  ])
})
