import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Generated {
  readonly files: number
  readonly bytes: number
}

/** A made-up monorepo in git: services and libraries in three languages, with tests, pages and pictures. */
export function generateRepository(root: string, fileCount: number): Generated {
  let bytes = 0
  let files = 0
  const write = (path: string, content: string | Uint8Array) => {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
    bytes += content.length
    files++
  }
  write(
    'README.md',
    '# Shop\n\nEverything that the shop runs on, in one repository. Start with `make setup`.\n'.repeat(3),
  )
  write('.gitignore', 'node_modules/\n__pycache__/\n.env\n.DS_Store\n')
  write('package.json', JSON.stringify({ name: 'shop', private: true, workspaces: ['apps/*'] }, null, 2))
  write('package-lock.json', '{}')
  write('.github/workflows/ci.yml', 'on: push\njobs:\n  test:\n    steps:\n      - run: make test\n')
  const applications = 40
  for (let index = 0; files < fileCount; index++) {
    const app = index % applications
    const kind = kinds[app % kinds.length]
    if (!kind) continue
    const place = `apps/${kind.name}-${app}`
    if (index < applications)
      for (const [name, content] of Object.entries(kind.manifests(app))) write(`${place}/${name}`, content)
    const folder = `${place}/src/part${Math.floor(index / applications / 40)}`
    if (index % 97 === 0) write(`${place}/assets/picture${index}.png`, picture)
    else if (index % 23 === 0) write(`${place}/docs/page${index}.md`, prose.repeat(20))
    else if (index % 7 === 0) write(`${folder}/${kind.testName(index)}`, kind.source(index, 40))
    else write(`${folder}/${kind.fileName(index)}`, kind.source(index, 20 + (index % 160)))
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0', ...args], {
      cwd: root,
      stdio: 'ignore',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'All of it')
  return { files, bytes }
}

const prose = 'The order is kept until it is paid, and what is not paid is dropped after a day.\n'
const picture = new Uint8Array(20_000).map((_, index) => (index * 31) % 256)

const line = (index: number, at: number) =>
  `const value${at} = compute(${index}, ${at}, 'some text that is not looked for')\n`

const kinds = [
  {
    name: 'web',
    manifests: (app: number): Record<string, string> => ({
      'package.json': JSON.stringify(
        { name: `@shop/web-${app}`, dependencies: { fastify: '5.0.0', pino: '9.0.0' } },
        null,
        2,
      ),
      'tsconfig.json': '{"compilerOptions": {"strict": true}}',
    }),
    fileName: (index: number) => `module${index}.ts`,
    testName: (index: number) => `module${index}.test.ts`,
    source: (index: number, lines: number) =>
      `import { compute } from './compute.ts'\n\n${Array.from({ length: lines }, (_, at) => line(index, at)).join('')}`,
  },
  {
    name: 'jobs',
    manifests: (app: number): Record<string, string> => ({
      'pyproject.toml': `[project]\nname = "jobs-${app}"\ndependencies = ["fastapi", "structlog"]\n`,
    }),
    fileName: (index: number) => `module_${index}.py`,
    testName: (index: number) => `test_module_${index}.py`,
    source: (index: number, lines: number) =>
      `from jobs import compute\n\n${Array.from({ length: lines }, (_, at) => `value_${at} = compute(${index}, ${at}, "some text that is not looked for")\n`).join('')}`,
  },
  {
    name: 'gate',
    manifests: (app: number): Record<string, string> => ({
      'go.mod': `module example.org/gate-${app}\n\ngo 1.24\n\nrequire github.com/go-chi/chi/v5 v5.2.0\n`,
    }),
    fileName: (index: number) => `module${index}.go`,
    testName: (index: number) => `module${index}_test.go`,
    source: (index: number, lines: number) =>
      `package gate\n\n${Array.from({ length: lines }, (_, at) => `var value${index}x${at} = compute(${index}, ${at}, "some text that is not looked for")\n`).join('')}`,
  },
]
