import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, repositoryOf, tested } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const words = 'It is described here in some more words, so that the page tells enough of what it is for.\n'.repeat(6)
const listening = 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n'

/** A framework for servers, which people install with a command. */
const framework = (more: object): Files => ({
  'package.json': json({
    name: 'mini',
    description: 'API-driven framework for building realtime apps',
    main: './lib/index.js',
    bin: { mini: './bin/mini.js' },
    dependencies: { express: '4.0.0', commander: '1.0.0', pg: '8.0.0' },
    ...more,
  }),
  'README.md': `# Mini\n\nA framework for servers of Node.js. ${words}\n\`\`\`sh\nnpm install mini -g\nmini new app\n\`\`\`\n`,
  'bin/mini.js': '#!/usr/bin/env node\n',
  'lib/index.js': 'exports.a = 1\n',
  'lib/hooks/http/initialize.js': "require('http').createServer(app).listen(process.env.PORT)\n",
  'lib/services/a.js': 'exports.a = 1\n',
  'lib/commands/new.js': 'exports.a = 1\n',
  'lib/views/a.js': 'exports.a = 1\n',
  'lib/locales/a.js': 'exports.a = 1\n',
  'lib/routes/a.js': 'exports.a = 1\n',
})

/** A package for Django, with a site in which it is tried. */
const addition = (topic: string): Files => ({
  'pyproject.toml': `[build-system]\nrequires = ["setuptools"]\n\n[project]\nname = "mini"\ndependencies = ["django", "celery"]\nclassifiers = ["Topic :: ${topic}"]\n`,
  'README.rst': `Mini\n====\n\nSchedules of periodic tasks, kept by Django.\n\n${words}\npip install mini\n\nhttp://localhost:8000\n`,
  'mini/__init__.py': '',
  'mini/models.py': 'from django.db import models\n',
  'mini/migrations/0001_initial.py': 'from django.db import migrations\n',
  'manage.py': 'import django\n',
  'mini/locale/de/a.py': '',
  'mini/templates/a.html': '<p></p>\n',
  'mini/views.py': 'def a(): pass\n',
  '.env.sample': 'MINI_A=1\n',
  'docker-compose.yml': 'services:\n  app:\n    build: .\n    ports: ["8000:8000"]\n',
  'docker/Dockerfile': 'FROM python\nEXPOSE 8000\n',
})

describe('applications of twenty more strangers', () => {
  it.each<readonly [lesson: string, files: Files, isService: boolean]>([
    ['a framework that is published and calls itself so', framework({}), false],
    ['the same, for nobody else', framework({ private: true, scripts: { start: 'node lib' }, bin: undefined }), true],
    ['a package of Python for programs', addition('Software Development :: Libraries :: Python Modules'), false],
    [
      'a program of Go in folders of other names',
      {
        'backend/go.mod': 'module example.org/box\n\ngo 1.24\n',
        'backend/app/api/main.go': listening,
        'backend/internal/a.go': 'package internal\n',
      },
      true,
    ],
    [
      'pages that a server of Java loads, with the programs of other modules',
      {
        'pom.xml': '<project><modules><module>webapp</module></modules></project>',
        'webapp/pom.xml': '<project><artifactId>webapp</artifactId><packaging>war</packaging></project>',
        'webapp/src/main/webapp/WEB-INF/web.xml': '<web-app><servlet></servlet></web-app>',
        'webapp/src/main/webapp/scripts/a.js': 'a()\n',
      },
      true,
    ],
    [
      'pages of Nuxt that are made once',
      {
        'package.json': json({
          private: true,
          scripts: { build: 'nuxt generate', dev: 'nuxt dev' },
          dependencies: { h3: '1.0.0', vue: '3.0.0' },
          devDependencies: { nuxt: '4.0.0' },
        }),
        'nuxt.config.ts': 'export default { ssr: false }\n',
        'pages/index.vue': '<template></template>\n',
      },
      false,
    ],
    [
      'pages of Nuxt with a server',
      {
        'package.json': json({
          private: true,
          scripts: { build: 'nuxt build', dev: 'nuxt dev' },
          dependencies: { h3: '1.0.0', vue: '3.0.0' },
          devDependencies: { nuxt: '4.0.0' },
        }),
        'nuxt.config.ts': 'export default {}\n',
        'pages/index.vue': '<template></template>\n',
      },
      true,
    ],
  ])('%s', (_, files, isService) => {
    expect(kindsOf(files).some((each) => each.endsWith(' service'))).toBe(isService)
  })
})

const gradle: Files = {
  'settings.gradle.kts': 'include(":lib")\n',
  'lib/build.gradle.kts': 'plugins {\n  id("our-conventions")\n}\n',
  'lib/src/main/kotlin/Lib.kt': 'class Lib\n',
}

describe('verdicts on twenty more strangers', () => {
  itJudges([
    [
      'a formatter in a plug-in that modules share',
      'formatter',
      'passes',
      { ...gradle, 'gradle/gradle-plugins/src/main/kotlin/a.gradle.kts': 'spotless {\n  kotlin { ktfmt() }\n}\n' },
    ],
    ['no formatter', 'formatter', 'fails', gradle],
    [
      'rules against holes in the linter of an application',
      'automated_security_review',
      'passes',
      {
        ...ci(),
        'backend/go.mod': 'module example.org/box\n\ngo 1.24\n',
        'backend/main.go': listening,
        'backend/.golangci.yml': 'version: "2"\nlinters:\n  enable:\n    - gosec\n',
      },
    ],
    [
      'notes by an action',
      'release_notes_automation',
      'passes',
      {
        ...library,
        '.github/workflows/release.yml':
          'on: push\njobs:\n  a:\n    steps:\n      - uses: cycjimmy/semantic-release-action@v4\n',
      },
    ],
    [
      'a test that is called after the whole way',
      'integration_tests_exist',
      'passes',
      { ...tested, 'src/__tests__/end-to-end.js': 'test()\n' },
    ],
    ['tests of parts', 'integration_tests_exist', 'fails', { ...tested, 'src/__tests__/end.js': 'test()\n' }],
  ])
})
