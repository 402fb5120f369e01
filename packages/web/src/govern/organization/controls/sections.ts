/** Groups of settings that are shown together. Settings that the contract adds later are shown under “Other”. */
const known: readonly (readonly [title: string, names: readonly string[]])[] = [
  [
    'Agents',
    [
      'maxAutonomyLevel',
      'sessionDefaultSettings',
      'commandAllowlist',
      'commandDenylist',
      'missionPolicy',
      'mcpPolicy',
      'mcpAutonomyOverrides',
      'hooks',
    ],
  ],
  ['Models and money', ['modelPolicy', 'customModels', 'userModelPolicies', 'modelMultipliers', 'modelPrices']],
  [
    'Computers and sessions',
    ['managedComputersEnabled', 'byomComputersEnabled', 'sessionRetentionDays', 'sandbox', 'cloudSessionSync'],
  ],
  ['People and access', ['restrictMemberVisibility', 'apiKeyPolicy', 'networkPolicy']],
]

export function sections(names: readonly string[]): readonly (readonly [title: string, names: readonly string[]])[] {
  const placed = new Set(known.flatMap(([, each]) => each))
  const there = known.map(([title, each]) => [title, each.filter((name) => names.includes(name))] as const)
  const others = names.filter((name) => !placed.has(name))
  return [...there, ['Other', others] as const].filter(([, each]) => each.length > 0)
}
