import { describe } from 'vitest'
import { frontend, library, npm, service } from '../mini.ts'
import { elixir, goService } from '../small-programs.ts'
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
      'migrations by database and version',
      'database_schema',
      'passes',
      { ...service(['pg']), 'store/migration/postgres/0.17/00__notes.sql': 'ALTER TABLE notes\n' },
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
