import type { ControlSettings } from '@muster/contract/controls'
import { type DayNumber, toDay } from '../calendar.ts'
import { dayMs } from '../days.ts'
import { modelPrices } from '../models.ts'
import type { Cast } from './cast.ts'
import type { Happening } from './happening.ts'

interface Revision {
  readonly day: string
  /** The index of the owner who makes the revision; if absent, it is the first owner of the organization. */
  readonly owner?: number
  readonly adds: ControlSettings
}

/** Each revision keeps the settings of the one before. */
const revisions: readonly Revision[] = [
  {
    day: '2026-01-15',
    adds: {
      maxAutonomyLevel: 'medium',
      sessionDefaultSettings: { model: 'atlas-4', autonomyLevel: 'low' },
      commandDenylist: ['rm -rf /*', 'git push --force*'],
      sessionRetentionDays: 365,
      modelPrices,
    },
  },
  {
    day: '2026-01-19',
    owner: 0,
    adds: {
      mcpPolicy: { enabled: true, allowlist: ['code host', 'issues', 'metrics', 'warehouse'] },
      includeCoAuthoredByAgent: true,
    },
  },
  {
    day: '2026-02-17',
    owner: 0,
    adds: {
      modelMultipliers: { 'atlas-4-mini': 0.25, 'kestrel-2-fast': 0.5, 'heron-3-flash': 0.2 },
      modelPolicy: { blockedModelIds: ['kestrel-1'], allowCustomModels: true },
    },
  },
  {
    day: '2026-03-24',
    owner: 1,
    adds: {
      sandbox: {
        // Off, because not every machine can enforce it, and joining a machine is what people try first.
        enabled: false,
        mode: 'per-command',
        filesystem: { denyRead: ['~/.ssh', '~/.aws'], allowWrite: ['.'] },
        network: { allowedDomains: ['git.example.com', 'registry.example.com'], allowLocalBinding: true },
      },
      commandDenylist: ['rm -rf /*', 'git push --force*', 'curl * | sh', 'kubectl * --context production*'],
    },
  },
  {
    day: '2026-05-13',
    adds: {
      maxAutonomyLevel: 'high',
      sessionDefaultSettings: { model: 'atlas-5', autonomyLevel: 'medium', reasoningEffort: 'medium' },
      modelMultipliers: { 'atlas-5': 1.5, 'atlas-4-mini': 0.25, 'kestrel-2-fast': 0.5, 'heron-3-flash': 0.2 },
    },
  },
  {
    day: '2026-07-02',
    owner: 1,
    adds: {
      customModels: [
        {
          id: 'house-heron',
          model: 'heron-3-open',
          displayName: 'Heron, on our own machines',
          baseUrl: 'https://models.example.com/v1',
          apiKey: 'made-up-key-of-the-demonstration',
          maxContextLimit: 131_072,
        },
      ],
    },
  },
  { day: '2026-09-14', owner: 0, adds: { commandAllowlist: ['npm test', 'go test ./...', 'git status', 'git diff*'] } },
]

/** The revision of the controls on this day, if there is one. */
export function controlsOn({ owners }: Cast, day: DayNumber): Happening[] {
  const index = revisions.findIndex((revision) => revision.day === toDay(day))
  const revision = revisions[index]
  if (!revision) return []
  const settings = Object.assign({}, ...revisions.slice(0, index + 1).map(({ adds }) => adds)) as ControlSettings
  const by = revision.owner === undefined ? undefined : owners[revision.owner]?.email
  const time = day * dayMs + 10.25 * 60 * 60_000
  return [{ time, ...(by !== undefined && { by }), kind: 'replace_controls', settings }]
}
