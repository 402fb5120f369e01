import type { Repository } from '../repository/create-repository.ts'
import type { Unsorted } from './is-started.ts'
import { describedBy, pageOf, proseOf } from './own-words.ts'
import { below } from './places.ts'

/** So much at the beginning of a page tells what something is. */
const firstCharacters = 700

/** A sign for (1) or against (−1, −2) something that code imports. */
interface Sign {
  readonly points: number
  /** In the description and the first paragraphs. */
  readonly words?: RegExp
  /** Anywhere in the README. */
  readonly page?: RegExp
  /** Among the names beside the README. */
  readonly names?: RegExp
}

const signs: readonly Sign[] = [
  {
    points: 1,
    words:
      /(?<!\b(media|music|photo|video|book|game|comic|standard) )\blibrar(y|ies)\b(?! (organi[sz]er|manage(r|ment)))/i,
  },
  { points: 1, words: /\b(framework|SDK|toolkit|middleware|plugin|bundle|gem)\b/i },
  {
    points: 1,
    page: /\bgo get |\bnpm (i|install) (-D |--save(-dev)? )?[@\w]|\bcomposer require\b|<dependency>|\bimplementation ?[("']|\bdotnet add\b|\bInstall-Package\b|\bcargo add\b|^\[dependencies\]|^[ \t]*gem ['"]|\bpip3? install\b|\{:\w+, "~>/m,
  },
  { points: 1, page: /^[ \t]*(import|from) \w|\brequire\(/m },
  { points: -2, names: /^(Dockerfile|\.dockerignore)$/ },
  { points: -1, names: /^(docker-)?compose\.ya?ml$/ },
  { points: -1, names: /^(\.env\.example|Procfile|app\.json)$/ },
  { points: -1, names: /^(manage\.py|config\.ru)$/ },
  { points: -1, page: /\bdocker[- ]compose\b|\bdocker run\b|\bhelm (install|repo)\b/ },
  {
    points: -1,
    page: /\bbrew install\b|\bapt(-get)? install\b|\bnpx |\bnpm (i|install) .*(-g|--global)\b|\bgo install |\bcargo install\b|\bsystemctl\b/,
  },
  { points: -1, words: /\b(self-hosted|server|daemon|proxy|database|platform|app|application)\b/i },
  { points: -1, words: /\b(CLI|command-line|tool|linter|formatter)\b/i },
]

/** Of the labelled repositories, 76 of 273 libraries have two points, and no service or tool. */
const enough = 2

/** Whether its page, and what is beside it, show something that code imports. Each sign alone is weak. */
export function isShownAsLibrary(repository: Repository, app: Unsorted): boolean {
  // The page of the whole describes its parts, too, unless a name says that this part is started.
  const isPart = app.directory !== '' && !/(server|service|daemon|backend|api|app|cli|cmd|tools?)$/i.test(app.directory)
  const described = isPart ? [app, { ...app, directory: '' }] : [app]
  const page = described.map((each) => pageOf(repository, each)).join('\n')
  const prose = described.flatMap((each) => proseOf(repository, each))
  const words = [...describedBy(repository, app), ...prose].join(' ').slice(0, firstCharacters)
  const names = described.flatMap((each) => repository.namesIn(each.directory))
  const isSeen = (sign: Sign) =>
    sign.words?.test(words) || sign.page?.test(page) || names.some((name) => sign.names?.test(name))
  const sum = signs.filter(isSeen).reduce((points, sign) => points + sign.points, 0)
  return sum - (isTypedOnPage(app, page) ? 1 : 0) >= enough
}

/** Whether a page shows that people type a command which is beside it, other than those of Ruby's developers. */
function isTypedOnPage({ paths, directory }: Unsorted, page: string): boolean {
  const commands = paths.flatMap((path) => /^(?:exe|bin)\/([\w-]+)$/.exec(below(path, directory))?.[1] ?? [])
  return commands
    .filter((name) => !/^(rails|rake|rspec|bundle|console|setup|test)$/.test(name))
    .some((name) => new RegExp(`^[ \\t]*\\$ ${name}\\b`, 'm').test(page))
}
