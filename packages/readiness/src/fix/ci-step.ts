import { isMap, isSeq } from 'yaml'
import type { Language } from '../catalog/languages.ts'
import { readWorkflows } from '../facts/workflows.ts'
import { documentOf } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'
import { scalar } from './scalar.ts'

/** Tools that come with the language, so that a step after the tests needs nothing else. They report, and change nothing. */
const steps: Readonly<Partial<Record<Language, readonly [tests: RegExp, lint: string, format: string]>>> = {
  go: [/^go test\b/m, 'go vet ./...', 'go fmt ./... && git diff --exit-code'],
  rust: [/^cargo test\b/m, 'cargo clippy --all-targets', 'cargo fmt --check'],
}

export function lintStep(context: FixContext): readonly Draft[] | undefined {
  return stepAfterTests(context, ([, lint]) => lint)
}

export function formatStep(context: FixContext): readonly Draft[] | undefined {
  return stepAfterTests(context, ([, , format]) => format)
}

/** A step behind the one that runs the tests at the root, in the workflow that checks each change. */
function stepAfterTests(
  { repository, applications }: FixContext,
  runOf: (step: readonly [RegExp, string, string]) => string,
): readonly Draft[] | undefined {
  const known = steps[applications.find(({ directory }) => directory === '')?.language ?? 'other']
  if (known === undefined) return undefined
  const paths = readWorkflows(repository, repository.paths)
    .filter(({ triggers }) => triggers.includes('pull_request'))
    .map(({ path }) => path)
  for (const path of paths) {
    const text = repository.text(path) ?? ''
    const place = endOfStep(text, known[0])
    if (place === undefined) continue
    return [
      {
        path,
        text: `${text.slice(0, place.end)}${place.indent}- run: ${scalar(runOf(known))}\n${text.slice(place.end)}`,
      },
    ]
  }
  return undefined
}

/** Where the step ends that runs such a command, and how far its dash stands to the right. */
function endOfStep(text: string, command: RegExp): { readonly end: number; readonly indent: string } | undefined {
  const document = documentOf(text)
  const jobs = document?.has('defaults') ? undefined : document?.get('jobs')
  for (const { value: job } of isMap(jobs) ? jobs.items : []) {
    const list = isMap(job) && !job.has('defaults') ? job.get('steps') : undefined
    // A toolchain that is chosen by hand may come without these tools.
    if (!isSeq(list) || list.flow || text.slice(list.range?.[0], list.range?.[1]).includes('toolchain')) continue
    for (const step of list.items) {
      const isPlain = isMap(step) && !step.flow && !step.has('working-directory') && !step.has('if')
      const run = isPlain ? step.get('run') : undefined
      const range = isMap(step) ? step.range : undefined
      if (typeof run !== 'string' || !command.test(run) || !range) continue
      const line = text.slice(text.lastIndexOf('\n', range[0]) + 1, range[0])
      const indent = /^( *)- +$/.exec(line)?.[1]
      const newline = text.indexOf('\n', text.slice(0, range[1]).trimEnd().length)
      if (indent !== undefined && newline >= 0) return { end: newline + 1, indent }
    }
  }
  return undefined
}
