/** How much an agent may do without asking, from most to least. `spec` is planning before doing. */
export const autonomyLevels = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
export type AutonomyLevel = (typeof autonomyLevels)[number]

export function isAutonomyLevel(text: string): text is AutonomyLevel {
  return (autonomyLevels as readonly string[]).includes(text)
}
