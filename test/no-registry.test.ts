import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './running-server.ts'

/** Programs that look a name up in a public registry, where our names are free for anybody to take. */
const installers =
  /\b(?:npx|npm (?:i|install|add|exec|create)|pnpm \w+|yarn (?:add|dlx)|bunx?|pip3? install|pipx \w+|uvx?)\b[^\n`]*/g
const ours = /@muster\/[\w-]+|muster[-_]client|(?<![\w./-])muster(?=@)/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => /\.(md|tsx?|cjs|mjs|js|py|json|ya?ml|txt|html|sh)$|^action\.yml$/.test(path))
  .filter((path) => !/(^|\/)(test|tests|bench|labels|fixtures)\/|\.test\.tsx?$|package(-lock)?\.json$/.test(path))

function namesInRegistries(text: string): string[] {
  return [...text.matchAll(installers)]
    .map(([line]) => line)
    .filter((line) => ours.test(line) && !/\/packages\b|\/muster-\w+\.tgz/.test(line))
}

describe('pages, documents, errors and manifests', () => {
  it('name our packages by the address of a service, and never in a public registry', () => {
    expect(files.length).toBeGreaterThan(1000)
    const found = files.flatMap((path) =>
      namesInRegistries(readFileSync(join(projectRoot, path), 'utf8')).map((line) => `${path}: ${line}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'npx @muster/cli usage',
    'npx -y --package @muster/cli muster usage',
    'npm install --global @muster/sdk',
    'pip install muster-client',
    'uvx muster_client',
  ])('would be found with %s', (line) => {
    expect(namesInRegistries(`Say \`${line}\` here.`)).toHaveLength(1)
  })
})
