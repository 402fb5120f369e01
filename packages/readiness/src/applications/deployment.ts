import type { Repository } from '../repository/create-repository.ts'
import { pluginsCalled } from '../repository/xml.ts'
import { ownCommandOf } from './go-module.ts'
import { textOfFirst, type Unsorted } from './is-started.ts'
import { below, isForeign, isForTests, joinPath } from './places.ts'

/** Whether the image that is built of it starts the command that serves. */
export function isRunAsServer(repository: Repository, { paths, directory }: Unsorted): boolean {
  const starts = /^(CMD|ENTRYPOINT)\b.*\b(serve|server|daemon|start)\b/m
  return paths.some((path) => below(path, directory) === 'Dockerfile' && starts.test(repository.text(path) ?? ''))
}

/** Whether something beside the manifest starts it on a machine. */
export function isDeployed({ paths, directory }: Unsorted): boolean {
  const files =
    /^(Dockerfile(\.(prod|production))?|Procfile|fly\.toml|app\.ya?ml|render\.yaml|wrangler\.(toml|jsonc?)|serverless\.ya?ml|vercel\.json|netlify\.toml)$/
  return paths.some((path) => files.test(below(path, directory)))
}

/** Whether an image of the repository copies the folder of the application, starts it and opens a port. */
export function isPackedAndOffered(repository: Repository, { directory }: Unsorted): boolean {
  if (!directory) return false
  const copies = new RegExp(`^COPY (--\\S+ )*(\\./)?${literally(directory)}/?\\s`, 'm')
  return offeringImages(repository).some((text) => copies.test(text))
}

/** Whether an image of the repository that opens a port starts one of these commands. */
export function isStartedByImage(repository: Repository, commands: readonly string[]): boolean {
  const names = commands.map(literally).join('|')
  if (names === '') return false
  const starts = new RegExp(`^(CMD|ENTRYPOINT)\\b.*[/\\s"'](${names})(?=["'\\s]|$)`, 'm')
  return offeringImages(repository).some((text) => starts.test(text))
}

/** The descriptions of images that open a port and start something, at the root or in a folder for them. */
export function offeringImages(repository: Repository): string[] {
  return ['', 'docker']
    .flatMap((folder) => repository.namesIn(folder).map((name) => (folder ? `${folder}/${name}` : name)))
    .filter((path) => /Dockerfile|Containerfile/.test(path))
    .map((path) => repository.text(path) ?? '')
    .filter((text) => /^EXPOSE\s+\S/m.test(text) && /^(CMD|ENTRYPOINT)\b/m.test(text))
}

/** Whether it is released to package managers of people's own computers. */
export function isForPeople(repository: Repository, { paths, directory }: Unsorted): boolean {
  const managers = /^(brews|homebrew_casks|scoops?|winget|chocolateys|snapcrafts|aurs|krews):/m
  const commands = /\b(brew|scoop|choco|winget|snap|port) install\b/
  return paths.some((path) => {
    const own = below(path, directory)
    if (/^[^/]+\.nuspec$|^snap\/snapcraft\.yaml$|\.(nsi|iss|wxs)$/.test(own) && !isForeign(path)) return true
    if (/^\.?goreleaser\.ya?ml$/.test(own)) return managers.test(repository.text(path) ?? '')
    return /^readme\.\w+$/i.test(own) && commands.test(repository.text(path) ?? '')
  })
}

/** Whether its page tells people to build and install it from its source. */
export function isInstalled(repository: Repository, app: Unsorted): boolean {
  return /\b(go|cargo) install \S/.test(textOfFirst(repository, app, /^readme\.\w+$/i))
}

/** Whether a build of Java makes an image without a file of its own, and opens a port of it. */
function opensPortByJib(build: string): boolean {
  if (pluginsCalled(build, 'jib-maven-plugin').some((each) => each.includes('<ports>'))) return true
  const begin = /^([ \t]*)jib \{/m.exec(build)
  if (begin === null) return false
  const [block = ''] = build.slice(begin.index).split(`\n${begin[1]}}`)
  return /\bports\s*=/.test(block)
}

/** Whether its image, or that of its own command, opens a port, or the system starts what is written in C or Lua. */
export function isKept(repository: Repository, app: Unsorted): boolean {
  if (/^(cpp|lua)$/.test(app.language) && isStartedByUnit(app)) return true
  if (app.manifests.some((path) => opensPortByJib(repository.text(path) ?? ''))) return true
  const folders = [app.directory, ownCommandOf(repository, app.directory) ?? app.directory]
  return folders.some((folder) => /^EXPOSE\s+\S/m.test(repository.text(joinPath(folder, 'Dockerfile')) ?? ''))
}

/** Whether a unit of the system starts it, so that it is left running. What others contributed is one way more to do so. */
export function isStartedByUnit({ paths }: Unsorted): boolean {
  return paths.some((path) => /\.service(\.in)?$/.test(path) && !isForeign(path) && !/(^|\/)contrib\//.test(path))
}

/** Whether a cluster keeps it running, and asks whether it is alive. */
export function isOperated(repository: Repository, { paths }: Unsorted): boolean {
  return paths.some(
    (path) =>
      /(^|\/)(charts?|manifests|deploy\w*|k8s|kubernetes|helm)\/.+\.ya?ml$/.test(path) &&
      // A chart keeps what it describes in a folder of this name.
      !isForeign(path.replace('/templates/', '/')) &&
      !isForTests(path) &&
      /^\s*(- )?(livenessProbe|readinessProbe|containerPort):/m.test(repository.text(path) ?? ''),
  )
}

/** Whether a port is opened for others: by an image, a composition, a chart, or a unit that the system starts. */
export function isOffered(repository: Repository, { paths }: Unsorted): boolean {
  const says = (path: string, line: RegExp) => line.test(repository.text(path) ?? '')
  return paths.some((path) => {
    // What a program writes for its users is among its assets.
    if (isForeign(path) || /(^|\/)\w+[-_]assets\//.test(path)) return false
    if (/(^|\/)[^/]*(Dockerfile|Containerfile)[^/]*$/.test(path)) return says(path, /^EXPOSE\s+\S/m)
    if (/(^|\/)(docker-)?compose[^/]*\.ya?ml$/.test(path)) return says(path, /^\s+ports:/m)
    return /(^|\/)Chart\.yaml$|\.service$/.test(path)
  })
}

/**
 * Whether people type its command after they installed it from a registry, and nothing is shipped that runs it
 * unattended: a composition, a unit, a chart, or an image that CI pushes. A Dockerfile alone is one way more to try it.
 */
export function isTyped(repository: Repository, app: Unsorted): boolean {
  const says = (path: string, line: RegExp) => line.test(repository.text(path) ?? '')
  return (
    isShownTyped(repository, app, []) &&
    !repository.paths.some((path) => {
      if (isForeign(path)) return false
      if (/(^|\/)(docker-)?compose[^/]*\.ya?ml$|(^|\/)Chart\.yaml$|\.service$/.test(path)) return true
      return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) && says(path, /build-push-action|docker push/)
    })
  )
}

/** Whether its page shows how people install it for its command, or how they type one of these. */
export function isShownTyped(
  repository: Repository,
  { paths, directory }: Unsorted,
  commands: readonly string[],
): boolean {
  return paths.some((path) => {
    if (!/^readme\.\w+$/i.test(below(path, directory))) return false
    const text = repository.text(path) ?? ''
    const installs = /\bnpx [\w@]|\bnpm (i|install) .*(-g|--global)\b|\byarn global add\b|\bbrew install\b/
    return installs.test(text) || commands.some((name) => text.includes(`$ ${name} `))
  })
}

/** Whether the README shows how code imports a package before it shows how people start its command. */
export function isShownImported(repository: Repository, app: Unsorted, name: string): boolean {
  const text = textOfFirst(repository, app, /^readme\.(md|markdown|rst)$/i)
  const own = literally(name)
  const uses = new RegExp(
    `\\bfrom ["']${own}["']|\\brequire\\(["']${own}["']\\)|(?:\\b(?:npx|bunx|pnpx|dlx|global add)|\\s-g|\\s--global) (?:-\\S+ )?${own}\\b|^\\s*\\$? ?${own} `,
    'm',
  )
  return /^(from|require)/.test(uses.exec(text)?.[0] ?? '')
}

/** A text as the source of an expression that matches nothing else. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
