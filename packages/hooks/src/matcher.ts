import { Script } from 'node:vm'

/** Whether a name matches; `slow` if that took too long. */
export type Verdict = boolean | 'slow'

export interface Matcher {
  /** Matches everything. */
  readonly isAll: boolean
  /** Why it is not a valid regular expression; then it matches nothing. */
  readonly fault?: string
  test(name: string): Verdict
}

/** A pattern that takes longer for a name is given up. No sane one does, even on a busy machine. */
const timeLimitMs = 1000

/** Longer than any name of a tool. No pattern is harmless for longer names, and they are not cached. */
const maxNameLength = 1000

/** Tools have few names, so each is compared with a pattern once. The limit is for programs that invent names. */
const maxRemembered = 1000

/**
 * A matcher of the settings: `*`, an empty or an absent one match everything; anything else is a case-sensitive regular
 * expression for the whole name. No pattern can delay the agent: one that takes too long is given up, and `onSlow` is
 * called.
 */
export function compileMatcher(text: string | undefined, onSlow: (name: string) => void = () => {}): Matcher {
  if (text === undefined || text === '' || text === '*') return { isAll: true, test: () => true }
  if (/^[\w-]+(?:\|[\w-]+)*$/.test(text)) {
    const names = new Set(text.split('|'))
    return { isAll: false, test: (name) => names.has(name) }
  }
  try {
    // Compiled alone first: between the anchors, `a)|(b` would become valid.
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

/** Without groups and with few repetitions, no name of a tool takes long. */
function isHarmless(text: string): boolean {
  return !/[(\\]/.test(text) && (text.match(/[*+{]/g)?.length ?? 0) <= 2
}

/** A running pattern can be stopped only from outside, which is what a script's timeout does. */
function testWithin(pattern: string, name: string): Verdict {
  const script = new Script(`new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(name)})`)
  try {
    return script.runInThisContext({ timeout: timeLimitMs }) === true
  } catch {
    return 'slow'
  }
}
