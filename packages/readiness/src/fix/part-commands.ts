import type { Application } from '../applications/application.ts'
import type { Repository } from '../repository/create-repository.ts'
import { commandsOf } from './commands.ts'
import type { Commands, FixContext } from './fix.ts'
import { plainName } from './what-is-where.ts'

/** More than that are found in the manifests as easily. */
const mostParts = 5

/** The commands of applications in directories of their own, each to be run there. */
export function partCommands(context: FixContext): readonly (readonly [directory: string, Commands])[] {
  return context.applications
    .filter(({ directory }) => plainName.test(directory))
    .slice(0, mostParts)
    .map((app) => [app.directory, commandsOf(below(context, app))] as const)
    .filter(([, commands]) => Object.keys(commands).length > 0)
}

/** The repository as it is seen from the directory of an application. */
function below(context: FixContext, app: Application): FixContext {
  const { repository } = context
  const start = `${app.directory}/`
  const seen = (paths: readonly string[]) =>
    paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length))
  const from: Repository = {
    ...repository,
    paths: seen(repository.paths),
    has: (path) => repository.has(start + path),
    namesIn: (directory) => repository.namesIn(directory ? start + directory : app.directory),
    text: (path) => repository.text(start + path),
    head: (path) => repository.head(start + path),
    isMachineCode: (path) => repository.isMachineCode(start + path),
    data: (path) => repository.data(start + path),
  }
  // What is declared above it keeps no path here, so that nobody looks for that file below.
  const dependencies = app.dependencies.map((each) => ({ ...each, path: seen([each.path])[0] ?? '' }))
  const own = { ...app, directory: '', tests: seen(app.tests), dependencies }
  // Pages of the whole tell nothing of one part.
  const facts = { ...context.facts, pages: [] }
  return { ...context, repository: from, applications: [own], facts }
}
