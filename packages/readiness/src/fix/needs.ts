import { readWorkflows } from '../facts/workflows.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { FixContext } from './fix.ts'
import { nodeTool } from './node-tool.ts'

/** What must be installed before the commands work, with the versions that the repository names. */
export function needsOf(context: FixContext): string[] {
  const { repository, applications } = context
  const uses = (...languages: readonly string[]) => applications.some(({ language }) => languages.includes(language))
  const text = (path: string) => (repository.has(path) ? (repository.text(path) ?? '') : '')
  const alone = (path: string) => /^\s*v?([\d.]+)\s*$/.exec(text(path))?.[1]
  const listed = (name: string) =>
    new RegExp(`^${name}[ \\t]+(?:[a-z]+-)?([\\d.]+)`, 'm').exec(text('.tool-versions'))?.[1]
  const inCi = (action: string, key: string) => versionInCi(context, action, key)
  const data = (path: string) => repository.data(path).value
  const known: readonly (readonly [name: string, isUsed: boolean, version: () => unknown])[] = [
    [
      'Node.js',
      uses('typescript', 'javascript') && repository.has('package.json'),
      () =>
        alone('.nvmrc') ??
        alone('.node-version') ??
        listed('nodejs') ??
        at(data('package.json'), 'engines', 'node') ??
        // Who works with Bun has Node in CI only for some steps.
        (nodeTool(repository).name === 'bun' ? undefined : inCi('setup-node', 'node-version')),
    ],
    [
      'Python',
      uses('python'),
      () =>
        alone('.python-version') ??
        listed('python') ??
        at(data('pyproject.toml'), 'project', 'requires-python') ??
        inCi('setup-python', 'python-version'),
    ],
    ['Go', uses('go'), () => /^go (\d[\d.]*)$/m.exec(text('go.mod'))?.[1]],
    ['Java', uses('java', 'kotlin', 'scala'), () => listed('java') ?? inCi('setup-java', 'java-version')],
    [
      '.NET',
      uses('csharp'),
      () =>
        sdkOf(at(data('global.json'), 'sdk', 'version')) ?? inCi('setup-dotnet', 'dotnet-version') ?? targetOf(context),
    ],
    [
      'Rust',
      uses('rust'),
      () => /channel\s*=\s*"([^"]+)"/.exec(text('rust-toolchain.toml'))?.[1] ?? alone('rust-toolchain'),
    ],
    ['Ruby', uses('ruby'), () => alone('.ruby-version') ?? listed('ruby') ?? inCi('setup-ruby', 'ruby-version')],
    ['PHP', uses('php'), () => at(data('composer.json'), 'require', 'php')],
    ['Elixir', uses('elixir'), () => listed('elixir')],
  ]
  const named = known.flatMap(([name, isUsed, versionOf]) => {
    const version = isUsed ? versionOf() : undefined
    return typeof version === 'string' && plainVersion.test(version) ? [`${name} ${version.trim()}`] : []
  })
  return [...named, ...(isForWindows(context) ? ['Windows'] : [])]
}

/** A number or a range, and nothing that a page would have to explain. */
const plainVersion = /^\s*[<>=^~ ]{0,3}\d[\d.x^~<>=*|, -]{0,30}\s*$/

/** The version that all workflows with such an action ask for; of several, none is the one. */
function versionInCi({ repository }: FixContext, action: string, key: string): string | undefined {
  const versions = readWorkflows(repository, repository.paths).flatMap(({ path }) =>
    entriesOf(at(repository.data(path).value, 'jobs'))
      .flatMap(([, job]) => [at(job, 'steps') ?? []].flat())
      .filter((step) => String(at(step, 'uses')).includes(`/${action}@`))
      .map((step) => String(at(step, 'with', key) ?? '')),
  )
  const different = new Set(versions)
  return different.size === 1 ? versions[0] : undefined
}

function projectsOf({ repository, applications }: FixContext): string[] {
  const paths = applications.flatMap(({ manifests }) => manifests.filter((path) => path.endsWith('.csproj')))
  return paths.map((path) => /<TargetFrameworks?>([^<]{0,200})/.exec(repository.text(path) ?? '')?.[1] ?? '')
}

/** The first two numbers of a kit for .NET: it rolls forward from there. */
function sdkOf(version: unknown): string | undefined {
  return /^\d+\.\d+/.exec(String(version))?.[0]
}

/** The version for which all programs of .NET are built. */
function targetOf(context: FixContext): string | undefined {
  const versions = new Set(projectsOf(context).flatMap((target) => /^net(\d+\.\d)(-\w+)?$/.exec(target)?.[1] ?? []))
  return versions.size === 1 ? [...versions][0] : undefined
}

/** Programs with windows of .NET are built and run only there. */
function isForWindows(context: FixContext): boolean {
  const targets = projectsOf(context).flatMap((target) => target.split(';').filter((each) => each !== ''))
  return targets.length > 0 && targets.every((target) => target.includes('-windows'))
}
