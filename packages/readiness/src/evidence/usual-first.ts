import { nameOf } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import type { Automation } from './automation.ts'
import { runsTests } from './runs-tests.ts'
import { isWorkflow, triggersOf } from './workflows.ts'

/**
 * The pipelines of CI before all others, and of them the one that checks each change first: it is where a reader looks
 * for what CI does, and where one would add to it.
 */
export function usualFirst(repository: Repository, automation: readonly Automation[]): Automation[] {
  const pipelines = automation
    .filter(isPipeline)
    .map((file) => ({ file, rank: rankOf(repository, file) }))
    .sort((a, b) => b.rank - a.rank || b.file.text.length - a.file.text.length)
  return [...pipelines.map(({ file }) => file), ...automation.filter((file) => !isPipeline(file))]
}

/** What the host starts by itself, not the steps and scripts that this takes from elsewhere. */
export function isPipeline({ path, isCi }: Automation): boolean {
  return isCi && (isWorkflow(path) || (!path.startsWith('.github/') && /\.ya?ml$|Jenkinsfile|\.groovy$/.test(path)))
}

/** Running the tests and starting with each change tell most. A name tells less, because everybody names differently. */
function rankOf(repository: Repository, { path, text }: Automation): number {
  const words = nameOf(path)
    .replace(/\.\w+$/, '')
    .split(/[-_. ]/)
  const common = words.filter((word) => usualWords.test(word)).length
  return (
    (runsTests.test(text) ? 8 : 0) +
    frequencyOf(repository, path) +
    // Beside workflows of the host, others are left over.
    (isWorkflow(path) ? 2 : 0) +
    (common === words.length ? 3 : common > 0 ? 2 : 0) -
    (oneMatter.test(nameOf(path)) ? 4 : 0)
  )
}

const usualWords = /^(ci|tests?|testing|build|main|checks?|unit|continuous|integration|pipeline|workflow)$/i

/** What has a purpose of its own beside the tests of each change. */
const oneMatter =
  /releas|publish|deploy|nightly|bench|perf|load|fuzz|flaky|acceptance|conformance|e2e|end.to.end|bypass|coverage|milestone|stale|label|codeql|docs|pages|container|docker|image|reusable|template|example|old|lint|format|static|spell/i

/** A workflow may start with each change, with those of some paths, or only at other times. */
function frequencyOf(repository: Repository, path: string): number {
  if (!isWorkflow(path)) return 6
  const on = at(repository.data(path).value, 'on')
  const changes = triggersOf(on).filter((each) => /^(push|pull_request|merge_group)$/.test(each))
  const isEach = changes.some((change) => {
    const isOfTags = at(on, change, 'tags') !== undefined && at(on, change, 'branches') === undefined
    return at(on, change, 'paths') === undefined && !isOfTags
  })
  return isEach ? 6 : changes.length > 0 ? 4 : 0
}

/** What brings something to others is seldom in the file that checks each change. */
export function shippingFirst(files: readonly Automation[]): Automation[] {
  const ships = ({ path }: Automation) => /releas|publish|deploy|docker|image|(^|\/)cd\./i.test(path)
  return [...files.filter(ships), ...files.filter((file) => !ships(file))]
}
