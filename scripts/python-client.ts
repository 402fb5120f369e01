import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openApiDocument } from '@muster/contract/openapi/document'

/** `npm run python -- DIR` makes the wheel of the client for Python: its models and operations, and what is written by hand. */
const root = resolve(import.meta.dirname, '..')
const tools = ['openapi-python-client==0.29.1', 'build==1.3.0', 'hatchling==1.28.0', 'mypy==2.4.1']
const target = process.argv[2]
if (target === undefined) {
  console.error('Name a directory for the wheel: npm run python -- DIR')
  process.exit(2)
}
const stage = mkdtempSync(join(tmpdir(), 'muster-python-'))
try {
  const python = installTools(join(root, 'node_modules/.cache/python-tools'))
  const project = join(stage, 'project')
  cpSync(join(root, 'clients/python'), project, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const document = join(stage, 'openapi.json')
  const url = 'http://127.0.0.1:4000'
  writeFileSync(document, JSON.stringify(openApiDocument({ apiUrl: url, appUrl: url, version })))
  const generated = join(project, 'muster/generated')
  // It warns of media types that it leaves out, with the whole operation; telemetry is sent by exporters.
  const options = ['generate', '--path', document, '--meta', 'none', '--output-path', generated]
  execFileSync(python, ['-m', 'openapi_python_client', ...options], {
    cwd: stage,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  execFileSync(python, [join(project, 'write_groups.py'), generated, document], { stdio: ['ignore', 'ignore', 'pipe'] })
  const into = ['--wheel', '--no-isolation', '--outdir', resolve(target)]
  mkdirSync(target, { recursive: true })
  execFileSync(python, ['-m', 'build', ...into, project], { stdio: ['ignore', 'ignore', 'pipe'] })
  console.log(join(target, `muster_client-${version}-py3-none-any.whl`))
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** The generator and the builder, in an environment of their own that stays until the next `npm ci`. */
function installTools(folder: string): string {
  const python = join(folder, 'bin/python')
  const done = join(folder, 'installed')
  if (existsSync(done) && readFileSync(done, 'utf8') === tools.join(' ')) return python
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' })
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...tools], {
    stdio: 'inherit',
  })
  writeFileSync(done, tools.join(' '))
  return python
}
