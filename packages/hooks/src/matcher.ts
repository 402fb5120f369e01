import { Script } from 'node:vm'

export interface Matcher {
  /** Lets everything through. */
  readonly isAll: boolean
  /** Why it is no regular expression; then it matches nothing. */
  readonly fault?: string
  matches(name: string): boolean
}

/** A pattern that needs longer than this for a name is taken not to match. No sane one does, even on a busy machine. */
const timeLimitMs = 1000

/** Longer than any name of a tool. */
const maxNameLength = 1000

/** Tools have few names, so each is held against a pattern once. The bound is for programs that invent names. */
const maxRemembered = 1000

/**
 * A matcher of the settings: `*`, nothing or an absent one let all through, anything else is a regular expression that
 * must match the whole name, with its case. No pattern can hold up the agent: one that needs too long does not match,
 * and `onSlow` is told.
 */
export function compileMatcher(text: string | undefined, onSlow: (name: string) => void = () => {}): Matcher {
  if (text === undefined || text === '' || text === '*') return { isAll: true, matches: () => true }
  if (/^[\w-]+(?:\|[\w-]+)*$/.test(text)) {
    const names = new Set(text.split('|'))
    return { isAll: false, matches: (name) => names.has(name) }
  }
  try {
    // By itself: between the anchors, `a)|(b` would become valid.
    new RegExp(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
    return { isAll: false, fault: reason, matches: () => false }
  }
  const pattern = `^(?:${text})$`
  if (isHarmless(text)) {
    const regex = new RegExp(pattern)
    return { isAll: false, matches: (name) => name.length <= maxNameLength && regex.test(name) }
  }
  const verdicts = new Map<string, boolean>()
  return {
    isAll: false,
    matches(name) {
      const known = verdicts.get(name)
      if (known !== undefined) return known
      const verdict = testWithin(pattern, name)
      if (verdict === 'slow') onSlow(name)
      if (verdicts.size >= maxRemembered) verdicts.clear()
      verdicts.set(name, verdict === true)
      return verdict === true
    },
  }
}

/** Without groups and with few repetitions, no name of a tool takes long. */
function isHarmless(text: string): boolean {
  return !/[(\\]/.test(text) && (text.match(/[*+{]/g)?.length ?? 0) <= 2
}

/** The engine can be stopped in the middle of a pattern only from outside, which is what a script's timeout does. */
function testWithin(pattern: string, name: string): boolean | 'slow' {
  const script = new Script(`new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(name)})`)
  try {
    return script.runInThisContext({ timeout: timeLimitMs }) === true
  } catch {
    return 'slow'
  }
}
