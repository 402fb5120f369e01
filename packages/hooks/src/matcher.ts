import { Script } from 'node:vm'

/** Whether a name matches; `slow` if the pattern timed out. */
export type Verdict = boolean | 'slow'

export interface Matcher {
  /** It matches everything. */
  readonly isAll: boolean
  /** The error of an invalid regular expression, which matches nothing. */
  readonly fault?: string
  test(name: string): Verdict
}

/** A pattern is given up after this time. No sensible one takes so long, even on a busy machine. */
const timeLimitMs = 1000

/** Longer than any tool name. Every pattern is timed for longer names, and they are not cached. */
const maxNameLength = 1000

/** There are few tool names, so each result is cached. The limit is for programs that generate names. */
const maxRemembered = 1000

/**
 * A matcher of the settings: `*`, an empty or an absent one match everything; any other is a case-sensitive regular
 * expression for the whole name. No pattern can delay the agent: a slow one is given up, and `onSlow` is called.
 */
export function compileMatcher(text: string | undefined, onSlow: (name: string) => void = () => {}): Matcher {
  if (text === undefined || text === '' || text === '*') return { isAll: true, test: () => true }
  if (/^[\w-]+(?:\|[\w-]+)*$/.test(text)) {
    const names = new Set(text.split('|'))
    return { isAll: false, test: (name) => names.has(name) }
  }
  try {
    // Compiled alone first, because `a)|(b` is valid only between the anchors.
    new RegExp(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
    return { isAll: false, fault: reason, test: () => false }
  }
  const pattern = `^(?:${text})$`
  const regex = isHarmless(text) ? new RegExp(pattern) : undefined
  const verdicts = new Map<string, Verdict>()
  return {
    isAll: false,
    test(name) {
      const isLong = name.length > maxNameLength
      if (regex && !isLong) return regex.test(name)
      const known = verdicts.get(name)
      if (known !== undefined) return known
      const verdict = testWithin(pattern, name)
      if (verdict === 'slow') onSlow(name)
      if (verdicts.size >= maxRemembered) verdicts.clear()
      if (!isLong) verdicts.set(name, verdict)
      return verdict
    },
  }
}

/** Without groups and with few repetitions, no tool name takes long. */
function isHarmless(text: string): boolean {
  return !/[(\\]/.test(text) && (text.match(/[*+{]/g)?.length ?? 0) <= 2
}

/** A regular expression can only be interrupted by the timeout of a `vm` script. */
function testWithin(pattern: string, name: string): Verdict {
  const script = new Script(`new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(name)})`)
  try {
    return script.runInThisContext({ timeout: timeLimitMs }) === true
  } catch {
    return 'slow'
  }
}
