import { describe } from 'vitest'
import { frontend, json, library, npm, service } from '../mini.ts'
import { elixir, goService, javaService } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

describe('Development Environment', () => {
  itJudges([
    [
      'a library without variables',
      'env_template',
      'absent',
      { ...library, 'src/main.ts': 'if (process.env.DEBUG) debug()\n' },
    ],
    [
      'a front end that only asks for its mode',
      'env_template',
      'absent',
      { ...frontend(), 'src/mode.ts': "export const dev = process.env.NODE_ENV !== 'production'\n" },
    ],
    [
      'a front end with variables',
      'env_template',
      'fails',
      { ...frontend(), 'src/api.ts': 'fetch(process.env.API_URL)\n' },
    ],
    [
      'a template called after the program',
      'env_template',
      'passes',
      {
        ...goService,
        'm-server.env.example': '# ADDRESS=:80\n',
      },
    ],
    [
      'a database of the tests alone',
      'database_schema',
      'absent',
      { 'package.json': npm(['fastify'], { devDependencies: { pg: '1' } }), 'main.ts': 'run()\n' },
    ],
    [
      'migrations of an example',
      'database_schema',
      'fails',
      { ...service(['pg']), 'example/migrations/1.sql': 'create table a ();\n' },
    ],
    [
      'migrations in one file',
      'database_schema',
      'passes',
      {
        'go.mod': 'module m\n\nrequire github.com/lib/pq v1.12.3\n',
        'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        'internal/database/migrations.go': 'package database\n',
      },
    ],
    [
      'people who migrate',
      'database_schema',
      'fails',
      { Gemfile: "gem 'rails'\n", 'app/controllers/settings/migration/redirects_controller.rb': 'class A; end\n' },
    ],
    [
      'migrations by database and version',
      'database_schema',
      'passes',
      { ...service(['pg']), 'store/migration/postgres/0.17/00__notes.sql': 'ALTER TABLE notes\n' },
    ],
    [
      'tables without a library for them',
      'database_schema',
      'passes',
      {
        'composer.json': json({ name: 'm/m' }),
        'public/index.php': '<?php run();\n',
        'install/02-users.sql': 'CREATE TABLE users (id INT);\n',
      },
    ],
    [
      'tables that a mapper makes',
      'database_schema',
      'passes',
      {
        ...goService,
        'database/database.go': 'package database\nfunc open() { db.AutoMigrate(new(User)) }\n',
      },
    ],
    [
      'a migration of settings',
      'database_schema',
      'fails',
      {
        ...goService,
        'config/migrate/migrate.go': 'package migrate\n',
      },
    ],
    [
      'changes of Liquibase in a folder called schema',
      'database_schema',
      'passes',
      {
        ...javaService,
        'build.gradle':
          'dependencies { implementation "org.eclipse.jetty:jetty-server:12.1.8"\nimplementation "org.postgresql:postgresql:42.7.1" }\n',
        'schema/changelog-4.0.xml': '<databaseChangeLog/>\n',
      },
    ],
    [
      'migrations of Ecto',
      'database_schema',
      'passes',
      { ...elixir, 'priv/repo/migrations/1_users.exs': 'create table(:users)\n' },
    ],
    [
      'a database in a file, behind a mapper',
      'local_services_setup',
      'absent',
      { Gemfile: "gem 'rails'\ngem 'sqlite3'\n", 'app/a.rb': 'class A; end\n' },
    ],
  ])
})
