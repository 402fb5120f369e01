import { exitCodes, Failure } from './command-line/failure.ts'
import { printable } from './terminal/width.ts'

/** A resource that a person can name by its id, its name, or a prefix of either. */
interface Named {
  readonly id: string
  readonly name: string | null | undefined
}

/**
 * Finds the resource that a person named. A complete id or name takes precedence over a prefix. An ambiguous prefix is
 * an error, because a command must not act on the wrong resource.
 */
export async function getOne<T>(
  all: AsyncIterable<T> | Iterable<T>,
  namedOf: (item: T) => Named,
  wanted: string,
  kind: string,
): Promise<T> {
  const low = wanted.toLowerCase()
  const whole: T[] = []
  const begun: T[] = []
  for await (const item of all) {
    const texts = [namedOf(item).id, namedOf(item).name ?? ''].map((text) => text.toLowerCase())
    if (texts.includes(low)) whole.push(item)
    else if (texts.some((text) => text.startsWith(low))) begun.push(item)
  }
  const [found, ...others] = whole.length > 0 ? whole : begun
  if (found === undefined) {
    throw new Failure(`There is no ${kind} ${JSON.stringify(wanted)}.`, exitCodes.notFound, hintFor(kind))
  }
  if (others.length === 0) return found
  const some = [found, ...others].slice(0, 3).map((item) => lineOf(namedOf(item)))
  const more = others.length > 2 ? `, and ${others.length - 2} more` : ''
  throw new Failure(
    `${JSON.stringify(wanted)} fits several: ${some.join(', ')}${more}.`,
    exitCodes.usage,
    'Type more of the id or name.',
  )
}

/** Webhooks are few, so their list is never cut. */
function hintFor(kind: string): string {
  return `See \`muster ${kind}s list${kind === 'webhook' ? '' : ' --all'}\`.`
}

function lineOf({ id, name }: Named): string {
  return name ? `${id} (${printable(name)})` : id
}
