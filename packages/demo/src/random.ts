import { hash } from 'node:crypto'

/** Pseudo-random numbers that are the same for the same seed on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of several choices, with a probability proportional to its weight. */
  weighted<T>(choices: readonly [Choice<T>, ...Choice<T>[]]): T
  /** Mostly near the mean and sometimes far above it, like amounts of work. Never negative. */
  around(mean: number): number
  hex(digits: number): string
}

export type Choice<T> = readonly [value: T, weight: number]

/** Different parts give independent sequences, so one thing can change without changing the others. */
export function randomFor(...parts: readonly (string | number)[]): Random {
  const word = wordsOf(hash('sha256', parts.join('\n'), 'buffer'))
  const next = () => word() / 2 ** 32
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    weighted(choices) {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) {
        rest -= weight
        if (rest < 0) return value
      }
      return choices[0][0]
    },
    around(mean) {
      // The sum of three uniform numbers is close to a bell curve; its exponential has the long tail.
      const bell = (next() + next() + next() - 1.5) * 2
      return mean * Math.exp(0.5 * bell - 0.125)
    },
    hex(digits) {
      let text = ''
      while (text.length < digits) text += word().toString(16).padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}

/** Returns words of 32 bits, by Chris Doty-Humphrey's sfc32. The seed has 96 bits, so no two sequences are the same. */
function wordsOf(seed: Buffer): () => number {
  let [a, b, c, counter] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), 1]
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}
