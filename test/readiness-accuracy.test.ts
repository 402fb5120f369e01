import { applicationKinds } from '@muster/contract/readiness/application-kinds'
import { catalogue } from '@muster/contract/readiness/catalogue'
import { evaluateOpened } from '@muster/readiness/evaluate-opened'
import { createRepository } from '@muster/readiness/repository/create-repository'
import { filesInMemory } from '@muster/readiness/repository/file-source'
import { noGit } from '@muster/readiness/repository/git-facts'
import { describe, expect, it } from 'vitest'
import { compareApplications, compareVerdicts, kendallTau } from '../bench/readiness-accuracy/compare.ts'
import { folderOf, type Label, readLabels, type VerdictLabel } from '../bench/readiness-accuracy/label.ts'
import { reportOf } from '../bench/readiness-accuracy/report.ts'

const labels = readLabels()

/** Whether the criterion exists, the verdict is one of it, and a reason is given. */
function isPossible(id: string, { verdict, because }: VerdictLabel): boolean {
  const criterion = Object.hasOwn(catalogue, id) ? catalogue[id as keyof typeof catalogue] : undefined
  if (!criterion || !['passes', 'fails', 'absent'].includes(verdict) || !/^\S.{2,200}\.$/.test(because)) return false
  // What always applies is never absent, except where there is no application to judge.
  return (
    verdict !== 'absent' || criterion.scope !== 'repository' || (criterion.applies ?? criterion.requires) !== undefined
  )
}

const isOfKinds = ({ verdicts }: Label) => Object.keys(verdicts).length === 0

describe('the labels', () => {
  it('judge 50 criteria and more of at least 20 repositories, a third of them held back', () => {
    const whole = labels.filter(({ verdicts }) => Object.keys(verdicts).length >= 50)
    expect(whole.length).toBeGreaterThanOrEqual(20)
    expect(whole.filter(({ heldBack }) => heldBack).length * 3).toBeGreaterThanOrEqual(whole.length)
  })

  it('name criteria and kinds that exist, and give a reason for each verdict', () => {
    // One comparison for all: tens of thousands of single ones take longer than a test may.
    const wrong = labels.flatMap(({ repository, verdicts, applications }) => [
      ...Object.entries(verdicts)
        .filter(([id, label]) => !isPossible(id, label))
        .map(([id, { verdict, because }]) => [repository, id, verdict, because]),
      ...Object.values(applications)
        .filter(({ kind }) => !(applicationKinds as readonly string[]).includes(kind))
        .map(({ kind }) => [repository, kind]),
    ])
    expect(wrong).toEqual([])
  })

  it('judge all or only what the applications are, each repository once', () => {
    const [kinds, whole] = [labels.filter(isOfKinds), labels.filter((each) => !isOfKinds(each))]
    expect(kinds.length).toBeGreaterThanOrEqual(60)
    for (const { applications, labeller, quality } of kinds) {
      expect(Object.keys(applications).length).toBeGreaterThan(0)
      expect([labeller, quality]).toEqual([expect.any(String), undefined])
    }
    for (const { quality } of whole) expect(quality).toBeTypeOf('number')
    expect(new Set(labels.map(folderOf)).size).toBe(labels.length)
  })
})

const label: Label = {
  repository: 'https://git.example.org/acme/shop',
  commit: 'a'.repeat(40),
  heldBack: false,
  quality: 5,
  applications: { '.': { kind: 'service' }, gone: { kind: 'library' }, perhaps: { kind: 'tool', doubtful: true } },
  verdicts: {
    readme: { verdict: 'passes', evidence: ['README.md'], because: 'It says what it is.' },
    codeowners: { verdict: 'passes', because: 'Somebody is named.' },
    license: { verdict: 'passes', evidence: ['COPYING'], because: 'It is there.', doubtful: true },
    strict_typing: { verdict: 'absent', because: 'Go is always strict.' },
  },
}

const evaluation = evaluateOpened(
  {
    root: '/shop',
    notes: [],
    repository: createRepository(
      filesInMemory({
        'README.md': 'A shop. '.repeat(40),
        LICENSE: 'MIT '.repeat(100),
        'go.mod': 'module shop\n',
        'shop.go': 'package shop\n',
      }),
      { git: noGit },
    ),
  },
  { version: 'test' },
)

describe('compareVerdicts', () => {
  it('takes two spellings of a path for the same place, as hosts do', () => {
    const pr_templates = { verdict: 'fails', evidence: ['.github/PULL_REQUEST_TEMPLATE.md'], because: 'None.' } as const
    const [compared] = compareVerdicts({ ...label, verdicts: { pr_templates } }, evaluation)
    expect(compared).toMatchObject({ isRight: true, hasRightEvidence: true })
  })

  it('distinguishes verdicts that are right, wrong, and right for another reason', () => {
    const compared = compareVerdicts(label, evaluation)
    const told = compared.map(({ criterion, actual, isRight, hasRightEvidence }) => [
      criterion,
      actual,
      isRight,
      hasRightEvidence,
    ])
    expect(told).toEqual([
      ['readme', 'passes', true, true],
      ['codeowners', 'fails', false, false],
      ['license', 'passes', true, false],
      ['strict_typing', 'absent', true, true],
    ])
  })
})

describe('compareApplications', () => {
  it('reports missing applications and wrong kinds, and ignores doubtful ones', () => {
    expect(compareApplications(label, evaluation)).toEqual({
      missing: ['gone'],
      extra: [],
      wrongKind: ['. is a service, not a library'],
      right: 0,
      total: 2,
    })
  })
})

describe('kendallTau', () => {
  it.each([
    [
      'agree',
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      1,
    ],
    [
      'disagree',
      [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
      -1,
    ],
    [
      'differ in one pair of three',
      [
        [1, 1],
        [2, 3],
        [3, 2],
      ],
      1 / 3,
    ],
  ] as const)('of rankings that %s', (_, pairs, tau) => {
    expect(kendallTau(pairs)).toBeCloseTo(tau)
  })
})

describe('reportOf', () => {
  it('counts neither doubtful labels nor what both sides leave out', () => {
    const verdicts = compareVerdicts(label, evaluation)
    const applications = compareApplications(label, evaluation)
    const text = reportOf([{ label, level: 1, score: 40, verdicts, applications }], {
      isMarkdown: false,
      tellsErrors: true,
    })
    expect(text).toMatch(/^tuned +2 +50\.0 % +50\.0 % +66\.7 % +0\/2$/m)
    expect(text).toContain('codeowners: passes, not fails')
    expect(folderOf(label)).toBe('acme+shop')
  })

  it('counts applications where nothing else is labelled', () => {
    const { quality: _, ...kinds } = label
    const applications = compareApplications(kinds, evaluation)
    const measured = { label: { ...kinds, verdicts: {} }, level: 1, score: 40, verdicts: [], applications }
    const text = reportOf([measured], { isMarkdown: false, tellsErrors: false })
    expect(text).toMatch(/^tuned +0 +– +– +– +0\/2$/m)
    expect(text).toMatch(/^acme\/shop .* 40 +–$/m)
  })
})
