import { readWorkflows } from '../evidence/workflows.ts'
import { at } from '../repository/json-path.ts'
import type { FixContext } from './fix.ts'

/** What must be installed before the commands work, with the versions that the repository names. */
export function needsOf(context: FixContext): string[] {
  const { repository, applications } = context
  const uses = (...languages: readonly string[]) => applications.some(({ language }) => languages.includes(language))
  const text = (path: string) => (repository.has(path) ? repository.text(path) : undefined)
  const first = (path: string) => /^\s*v?([\d.]+(?:\.x)?)\s*$/m.exec(text(path) ?? '')?.[1]
  const inCi = (action: string, key: string) => versionInCi(context, action, key)
  const manifest = repository.data('package.json').value
  const project = repository.data('pyproject.toml').value
  const rust = /channel\s*=\s*"([^"]+)"/.exec(text('rust-toolchain.toml') ?? '')?.[1] ?? first('rust-toolchain')
  const found: readonly (readonly [name: string, isUsed: boolean, version: unknown])[] = [
    [
      'Node.js',
      uses('typescript', 'javascript') && repository.has('package.json'),
      first('.nvmrc') ??
        first('.node-version') ??
        at(manifest, 'engines', 'node') ??
        inCi('setup-node', 'node-version'),
    ],
    [
      'Python',
      uses('python'),
      first('.python-version') ?? at(project, 'project', 'requires-python') ?? inCi('setup-python', 'python-version'),
    ],
    ['Go', uses('go'), /^go (\d[\d.]*)$/m.exec(text('go.mod') ?? '')?.[1]],
    ['Java', uses('java', 'kotlin', 'scala'), inCi('setup-java', 'java-version')],
    [
      '.NET',
      uses('csharp'),
      at(repository.data('global.json').value, 'sdk', 'version') ?? inCi('setup-dotnet', 'dotnet-version'),
    ],
    ['Rust', uses('rust'), rust],
    ['Ruby', uses('ruby'), first('.ruby-version') ?? inCi('setup-ruby', 'ruby-version')],
    ['PHP', uses('php'), at(repository.data('composer.json').value, 'require', 'php')],
  ]
  const named = found.flatMap(([name, isUsed, version]) =>
    isUsed && typeof version === 'string' && plainVersion.test(version) ? [`${name} ${version.trim()}`] : [],
  )
  return [...named, ...(isForWindows(context) ? ['Windows'] : [])]
}

/** A number or a range, and nothing that a page would have to explain. */
const plainVersion = /^\s*[\d.x^~<>=*|, -]{1,30}\s*$/

/** The version that the first workflow with such an action asks for; of several, none is the one. */
function versionInCi({ repository }: FixContext, action: string, key: string): string | undefined {
  const versions = readWorkflows(repository, repository.paths).flatMap(({ path }) => {
    const steps = [at(repository.data(path).value, 'jobs') ?? {}].flatMap((jobs) =>
      Object.values(jobs).flatMap((job) => [at(job, 'steps') ?? []].flat()),
    )
    return steps
      .filter((step) => String(at(step, 'uses')).includes(`/${action}@`))
      .map((step) => String(at(step, 'with', key) ?? ''))
  })
  const plain = new Set(versions.filter((version) => plainVersion.test(version)))
  return plain.size === 1 ? [...plain][0] : undefined
}

/** Programs with windows of .NET are built and run only there. */
function isForWindows({ repository, applications }: FixContext): boolean {
  const projects = applications.flatMap(({ manifests }) => manifests.filter((path) => path.endsWith('.csproj')))
  return (
    projects.length > 0 &&
    projects.some((path) => /<TargetFrameworks?>[^<;]*-windows[^<;]*</.test(repository.text(path) ?? ''))
  )
}
