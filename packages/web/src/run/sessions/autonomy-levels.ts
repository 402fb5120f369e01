import type { AutonomyLevel } from '@muster/contract/enumerations'

/** What each level lets an agent do without asking, the lowest first. */
export const autonomyMeanings: Readonly<Record<AutonomyLevel, string>> = {
  off: 'It asks before everything.',
  low: 'It reads and searches by itself, and asks before it changes anything.',
  medium: 'It also edits files and fetches pages by itself, and asks before it runs commands.',
  high: 'It asks for nothing, within the rules of the organization.',
}

export const autonomyLevels = Object.keys(autonomyMeanings) as readonly AutonomyLevel[]
