import { describe } from 'vitest'
import { type Files, npm, service } from '../mini.ts'
import { itJudges } from './it-judges.ts'

const goService = (body: string): Files => ({
  'go.mod': 'module m\n',
  'main.go': `package main\n\nfunc main() {\n\thttp.ListenAndServe(":80", nil)\n\t${body}\n}\n`,
})
const django = (body: string): Files => ({
  'requirements.txt': 'django==6.1\n',
  'manage.py': 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "m.settings")\n',
  'm/settings.py': body,
})
const node = (body: string): Files => ({ 'package.json': npm(['fastify']), 'src/main.ts': body })
const reading = service()
const list = (row: (name: string) => string) => ['DATABASE_URL', 'MAIL_HOST', 'SECRET_KEY'].map(row).join('\n')

/** Which variables somebody has to set, and where they are told to. */
describe('environment variables', () => {
  itJudges([
    ['what the system sets', 'env_template', 'absent', goService('os.Getenv("HOME"); os.Getenv("XDG_DATA_HOME")')],
    ['what the program wants', 'env_template', 'fails', goService('os.Getenv("DATABASE_URL")')],
    ['all variables at once', 'env_template', 'fails', goService('parse(os.Environ())')],
    ['variables for a child process', 'env_template', 'absent', goService('cmd.Env = append(os.Environ(), "A=1")')],
    ['a name that only begins like one', 'env_template', 'fails', goService('os.Getenv("GOOGLE_CLIENT_ID")')],
    ['a variable that is written', 'env_template', 'absent', django('import os\nos.environ["OUR_MODE"] = "all"\n')],
    ['a library that reads them', 'env_template', 'fails', django('from decouple import config\n')],
    [
      'a script beside the program',
      'env_template',
      'absent',
      { ...node('listen(80)\n'), 'scripts/release.ts': 'publish(process.env.NPM_KEY)\n' },
    ],
    [
      'the settings of a test runner',
      'env_template',
      'absent',
      { ...node('listen(80)\n'), 'jest.config.js': 'module.exports = { verbose: process.env.RUN_VERBOSE }\n' },
    ],
    ['a tracked .env', 'env_template', 'passes', { ...reading, '.env': list((name) => `${name}=1`) }],
    ['a named file of variables', 'env_template', 'passes', { ...reading, 'shop.env': list((name) => `${name}=`) }],
    ['a file with one variable', 'env_template', 'passes', { ...reading, '.env': 'A=1\n' }],
    [
      'a skill that names variables of others',
      'env_template',
      'fails',
      { ...reading, '.agents/skills/x/SKILL.md': list((name) => `- ${name}`) },
    ],
    [
      'an .env that is ignored elsewhere',
      'gitignore_comprehensive',
      'fails',
      { ...reading, '.gitignore': 'node_modules/\n.DS_Store\ncmd/other/.env\n' },
    ],
    [
      'an .env that is ignored beside the application',
      'gitignore_comprehensive',
      'passes',
      {
        'api/package.json': npm(['fastify']),
        'api/src/main.ts': 'listen(process.env.DATABASE_URL)\n',
        '.gitignore': 'node_modules/\n.DS_Store\n/api/.env\n',
      },
    ],
  ])
})
