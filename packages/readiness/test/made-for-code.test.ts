import { expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, npm, repositoryOf } from './mini.ts'

const listening = { 'CMakeLists.txt': 'project(mini)\n', 'mini.h': 'int s = ::listen(fd, 5);\nbind(fd);\n' }
const site: Files = {
  'pyproject.toml':
    '[project]\nname = "mini"\ndescription = "Pages that editors write."\ndependencies = ["django"]\nclassifiers = ["Framework :: Django"]\n[project.scripts]\nmini = "mini.start:main"\n[build-system]\n',
  'mini/start.py': 'def main(): pass\n',
  'mini/apps.py': 'class App: pass\n',
  'mini/test/manage.py': 'main()\n',
}
const server: Files = {
  'package.json': npm(['express'], { scripts: { start: 'node index.js' } }),
  'index.js': 'require("express")().listen(80)\n',
}

it.each<readonly [lesson: string, found: string, files: Files]>([
  [
    'a library that opens ports for others',
    'library cpp',
    { ...listening, 'README.md': '# Mini\n\nA small header-only HTTP/1 library.\n' },
  ],
  [
    'a library of one file with more scripts around it',
    'library cpp',
    {
      ...listening,
      'README.md': '# Mini\n\nMini is a library for requests.\n',
      'split.py': 'a = 1\n',
      'make.py': 'a = 1\n',
    },
  ],
  [
    'a program in Python with one file of C beside ten of its own',
    'tool python',
    {
      'CMakeLists.txt': 'project(mini)\n',
      'a.h': 'int a;\n',
      ...Object.fromEntries(Array.from({ length: 10 }, (_, each) => [`mini/m${each}.py`, 'a = 1\n'])),
    },
  ],
  [
    'a framework whose start shows it',
    'library javascript',
    {
      ...server,
      'package.json': npm(['express'], { private: false, scripts: { start: 'node index.js' } }),
      'README.md': '# Mini\n\nMini is the fast, minimal web framework.\n',
    },
  ],
  [
    'a server that is built upon a framework',
    'service javascript',
    { ...server, 'README.md': '# Mini\n\nAn API on top of a well-known framework.\n' },
  ],
  [
    'the skeleton of a framework',
    'service javascript',
    { ...server, 'README.md': '# Mini\n\nA small web framework skeleton to start from.\n' },
  ],
  ['an addition to Django with a command', 'library python', site],
  ['a site of Django', 'service python', { ...site, 'mini/manage.py': 'main()\n' }],
])('%s', (_, found, files) => {
  expect(findApplications(repositoryOf({ files })).map(({ kind, language }) => `${kind} ${language}`)).toEqual([found])
})

it('takes the start of a project that a package copies for no application', () => {
  const start = {
    'mini/project_template/requirements.txt': 'django\n',
    'mini/project_template/home/models.py': 'a = 1\n',
  }
  expect(findApplications(repositoryOf({ files: { ...site, ...start } })).map(({ directory }) => directory)).toEqual([
    '',
  ])
})
