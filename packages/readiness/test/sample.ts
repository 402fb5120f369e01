import { wordsOf } from '../src/facts/glob.ts'

/** A path that a glob means: its first choice, and a plain name for each star. */
export function pathLike(glob: string): string {
  return glob
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => choices.split(',').find(Boolean) ?? '')
    .replace(/\[\^?([^\]])[^\]]*\]/g, '$1')
    .replace(/\*\*\//g, 'some/')
    .replaceAll('**', 'some/file')
    .replaceAll('*', 'x')
}

/** A name that a pattern for packages means. */
export function nameLike(pattern: string): string {
  return pattern
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => choices.split(',').find(Boolean) ?? '')
    .replace(/^\*/, 'x-')
    .replaceAll('*', '-x')
}

/** A command that a list of commands means: its first one. */
export function commandLike(list: string): string {
  const [first = ''] = list.split(',')
  return first
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '..')
    .map((word) => (word.split('|')[0] ?? '').replaceAll('*', ''))
    .join(' ')
}

export function firstOf(list: string): string {
  return wordsOf(list)[0] ?? ''
}

/**
 * A text that an expression finds: the first choice of each group, one character of each class, as few repetitions as
 * there may be. What looks around is left out, so the text has to be tried.
 */
export function textLike({ source }: RegExp): string {
  let at = 0
  const choices = (): string => {
    const all = [sequence()]
    while (source[at] === '|') {
      at++
      all.push(sequence())
    }
    return all.find((each) => each !== '') ?? ''
  }
  const sequence = (): string => {
    let text = ''
    while (at < source.length && source[at] !== '|' && source[at] !== ')') text += repeated()
    return text
  }
  const repeated = (): string => {
    const one = atom()
    const mark = source[at] ?? ''
    if (mark === '*' || mark === '?') {
      at += source[at + 1] === '?' ? 2 : 1
      return ''
    }
    if (mark === '+') {
      at += source[at + 1] === '?' ? 2 : 1
      return one
    }
    const count = /^\{(\d+)(?:,\d*)?\}\??/.exec(source.slice(at))
    if (!count) return one
    at += count[0].length
    return one.repeat(Number(count[1]))
  }
  const atom = (): string => {
    const sign = source[at++] ?? ''
    if (sign === '(') {
      const around = /^\?<?[=!]/.exec(source.slice(at))
      if (around) at += around[0].length
      else if (source.startsWith('?:', at)) at += 2
      const text = choices()
      at++
      return around ? '' : text
    }
    if (sign === '[') return characterOf()
    if (sign === '\\') return escaped(source[at++] ?? '')
    if (sign === '^' || sign === '$') return ''
    return sign === '.' ? 'x' : sign
  }
  const characterOf = (): string => {
    const end = /^\^?(?:\\.|[^\\\]])*\]/.exec(source.slice(at))?.[0] ?? ']'
    at += end.length
    const inside = end.slice(0, -1)
    const candidates = [...'xX1_-" \'/:#=.,\n\t[({~*']
    const pattern = new RegExp(`^[${inside}]$`)
    return candidates.find((each) => pattern.test(each)) ?? [...inside.replace('^', '')][0] ?? ''
  }
  return choices()
}

function escaped(sign: string): string {
  const known: Readonly<Record<string, string>> = {
    s: ' ',
    S: 'x',
    w: 'x',
    d: '1',
    b: '',
    B: '',
    n: '\n',
    t: '\t',
    r: '',
  }
  return known[sign] ?? sign
}
