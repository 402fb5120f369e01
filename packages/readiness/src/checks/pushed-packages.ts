import { withoutComments } from '../evidence/automation.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import type { Subject } from './check.ts'
import { buildScript } from './ci-runs-tests.ts'

/** How builds of .NET that are programs (NUKE, Cake, FAKE) bring packages to others. */
const pushes = /\bDotNet(?:Core)?NuGetPush\(|\bNuGetPush\(|\bDotNet\.nugetPush\b|\bdotnet nuget push\b/

/** CI hands over what the host of packages asks for. */
const key = /\b\w{0,40}(?:nuget|myget)\w{0,40}(?:key|token)\w{0,40}\b/i

/** Packages that CI pushes through a program: a target may do so, but only a run with the key can. */
export function pushedPackages({ repository, evidence }: Subject): string | undefined {
  return firstOf(
    evidence.automation.filter(({ path, isCi }) => isCi && key.test(repository.text(path) ?? '')),
    ({ path, text }) => {
      const script = buildScript(repository, text, pushes) ?? scriptOfProject(repository, text)
      return script && `${path}:1 starts ${script.trim()}, which pushes packages`
    },
  )
}

/** Scripts at the root that start a build. */
const starters = /(?<=^|[\s"'/\\])build\.(?:sh|ps1|cmd)\b/gim

/** The project of a build that is a program, beside or below its script, as NUKE writes it into the script. */
const project = /(?:\$\{?\w{1,40}\}?|%~dp0|%\w{1,40}%)[\\/]?((?:[\w.-]{1,80}[\\/]){1,4})_?build\.csproj\b/i

/** A build has a few sources. */
const mostSources = 50

/** A script that CI starts, whose project pushes packages. */
function scriptOfProject(repository: Repository, run: string): string | undefined {
  const started = new Set([...run.matchAll(starters)].map(([name]) => name))
  return [...started].find((name) => {
    const folder = project.exec(withoutComments(repository.text(name) ?? ''))?.[1]
    if (folder === undefined) return false
    // Windows does not tell large letters from small ones.
    const start = folder.replaceAll('\\', '/').toLowerCase()
    const sources = repository.paths.filter((path) => path.endsWith('.cs') && path.toLowerCase().startsWith(start))
    return sources.slice(0, mostSources).some((path) => pushes.test(withoutComments(repository.text(path) ?? '')))
  })
}
