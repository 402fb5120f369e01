import { isMap, isScalar } from 'yaml'
import { readWorkflows, type Workflow } from '../facts/workflows.ts'
import { expression } from '../repository/expression.ts'
import { aboveComments, documentOf, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'

/** Actions that set something up, keep it or check the source, and write nothing to the host. */
const readers = expression(
  'i',
  String.raw`^(actions\/(checkout|cache|setup-[\w-]+|upload-artifact)|[\w.-]+\/setup-[\w-]+|docker\/build-push-action`,
  String.raw`|codecov\/codecov-action|golangci\/golangci-lint-action|dtolnay\/rust-toolchain|swatinem\/rust-cache|pre-commit\/action`,
  String.raw`|gradle\/actions\/[\w-]+|shivammathur\/setup-php|taiki-e\/install-action)(\/\w+)?@`,
)

/** What may reach the host with the token, however it is written. */
const namesToken = /secrets\s*[.[]|secrets: *inherit|github\s*\.\s*token|toJSON\(|GITHUB_TOKEN|GH_TOKEN/i

/** What may reach the host with the rights of the clone, by what it is called. */
const writes = /push|publish|release|deploy|ship|upload|tag\b|pages|\bgh\b|\$\{\{/i

/** A remark at the head of a file that another tool writes. */
const isGenerated = /^(?:#.*\n|[ \t]*\n){0,5}#.*\b(generated|do not edit|synced|managed by)\b/i

/**
 * Workflows that plainly only read: they say nothing of permissions, use no token, and only actions that are known to
 * write nothing. All others are left to people, because a token that may too little breaks a release months later.
 */
export function tokenPermissions({ repository, facts }: FixContext): readonly Draft[] {
  return readWorkflows(repository, facts.notable).flatMap((workflow) => {
    const text = repository.text(workflow.path) ?? ''
    if (!onlyReads(workflow) || namesToken.test(text) || isGenerated.test(text)) return []
    const document = documentOf(text)
    const jobs = document?.contents.items.find(({ key }) => isScalar(key) && key.value === 'jobs')
    const place = isScalar(jobs?.key) && isMap(jobs.value) ? jobs.key.range?.[0] : undefined
    if (place === undefined) return []
    const lines = 'permissions:\n  contents: read\n\n'
    const written = withLines(text, [{ place: aboveComments(text, place), lines }], 'permissions')
    return written === undefined ? [] : [{ path: workflow.path, text: written }]
  })
}

function onlyReads({ permissions, triggers, jobs }: Workflow): boolean {
  return (
    permissions === undefined &&
    !triggers.some((each) => /^(workflow_call|release|pull_request_target|workflow_run|issue.*)$/.test(each)) &&
    jobs.every(
      (job) =>
        job.permissions === undefined &&
        job.uses === undefined &&
        job.steps.every(({ uses, run }) => (uses === undefined || readers.test(uses)) && !writes.test(run ?? '')),
    )
  )
}
