import { readWorkflows, type Workflow, type WorkflowStep } from '../../facts/workflows.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { expression } from '../../repository/expression.ts'
import { at } from '../../repository/json-path.ts'
import { lineAt } from '../../repository/parse.ts'
import { type Finding, fail, findingOf, mostNamed, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import type { Special, Specials } from './special.ts'

/** Events of which strangers decide what the workflow sees, while it has the secrets of the repository. */
const privileged = ['pull_request_target', 'workflow_run', 'issue_comment']
const ofStranger = /github\.(head_ref|event\.(pull_request|workflow_run)\.head|event\.workflow_run\.head_)|refs\/pull\//
const ofFork = /github\.event\.(pull_request|workflow_run)\.head(_repository|\.repo)\b/

/** Text that a stranger writes. In a shell it becomes part of the command. */
const injected = expression(
  '',
  String.raw`\$\{\{[^}]{0,300}github\.(head_ref|event\.(issue|pull_request|discussion|comment|review|review_comment`,
  String.raw`|head_commit)\.(title|body|message|head\.(ref|label)|head\.repo\.default_branch|author\.(name|email)|user\.login))`,
)
/** The same text, fetched by an earlier step. */
const fetched =
  /\$\{\{[^}]{0,300}\bsteps\.\w{0,60}(issue|pull|pr)\w{0,60}\.outputs\.[^}]{0,100}\.(title|body|head\.ref|headRefName)\b/
const asExpression = /\$\{\{\s{0,20}env\.(\w+)\s{0,20}\}\}/g
/** A step or a job that asks which commit or branch a pull request has. */
const asksForHead =
  /\bhead\??\.(sha|ref)\b|\bheadRef(Name|Oid)\b|\bhead_(sha|ref)\b|pull-request-comment-branch@|[-/]get-pr-(ref|head|branch)[\w-]*@/

/** Criteria about workflows of GitHub and similar hosts; they apply where there are some. */
export const aboutWorkflows: Specials = {
  dangerous_workflows: ofWorkflows((workflows, repository) => {
    for (const workflow of workflows) {
      const danger = dangerIn(workflow, repository)
      if (danger !== undefined) return fail(danger)
    }
    // Those that strangers can start with secrets at hand are what a reader would look at.
    const open = workflows.find(({ triggers }) => triggers.some((each) => privileged.includes(each)))
    return pass(`${(open ?? workflows[0])?.path}:1 and what is beside it give nothing to strangers`)
  }),

  token_permissions: ofWorkflows((workflows) => {
    const open = workflows.filter(isOpen)
    const [first] = open
    if (first === undefined) return pass(`${workflows[0]?.path}:1 and what is beside it say what their tokens may do`)
    const more = open.slice(1, mostNamed).map(({ path }) => path)
    const also = more.length === 0 ? '' : `, also look at ${more.join(' and ')}`
    const lacks = first.jobs.every(({ permissions }) => permissions !== undefined)
      ? 'leaves the token of further jobs as it is'
      : 'does not limit its token'
    return fail(
      first.permissions === undefined
        ? `${first.path} ${lacks}; add \`permissions: {contents: read}\`, and more to the jobs that write${also}`
        : `${first.path} lets every job write; give the permission to the job that needs it${also}`,
    )
  }),

  actions_pinned: ofWorkflows((workflows, repository) => {
    const used = workflows.flatMap(({ path, jobs }) =>
      jobs.flatMap(({ uses, steps }) =>
        [uses, ...steps.map((step) => step.uses)].flatMap((each) => (each === undefined ? [] : [{ path, uses: each }])),
      ),
    )
    const foreign = [...used, ...usedByActions(repository)].filter(
      ({ uses }) => !uses.startsWith('./') && !uses.startsWith('$'),
    )
    if (foreign.length === 0) return undefined
    const loose = foreign.filter(({ uses }) => !/@[0-9a-f]{40}$|@sha256:[0-9a-f]{64}$/.test(uses))
    const [first] = loose
    if (first === undefined)
      return pass(`${foreign[0]?.path}:1 and what is beside it pin ${foreign.length} actions by hash`)
    const line = lineOf(repository, first.path, first.uses)
    return fail(
      `${loose.length} of ${foreign.length} actions are not pinned, such as ${first.uses} in ${first.path}:${line}; name the hash of the commit, as \`pinact run\` does`,
    )
  }),

  automated_pr_review({ facts, repository }) {
    if (!facts.hasCi) return undefined
    return findingOf(
      proofOf('automated_pr_review', facts) ?? reviewingWorkflow(readWorkflows(repository, facts.notable)),
      'no tool reviews changes; add reviewdog, Danger or a review agent to CI',
    )
  },
}

function ofWorkflows(judge: (workflows: readonly Workflow[], repository: Repository) => Finding | undefined): Special {
  return ({ repository, facts }) => {
    const workflows = readWorkflows(repository, facts.notable)
    return workflows.length === 0 ? undefined : judge(workflows, repository)
  }
}

/** Whether the token of a workflow may do more than its jobs say. */
function isOpen({ permissions }: Workflow): boolean {
  if (permissions === undefined || typeof permissions === 'string') return permissions !== 'read-all'
  return typeof permissions === 'object' && permissions !== null && Object.values(permissions).includes('write')
}

/** What the actions of the repository itself use. */
function usedByActions(repository: Repository): { readonly path: string; readonly uses: string }[] {
  return repository.paths
    .filter((path) => /^\.(github|forgejo|gitea)\/actions\/.+\/action\.ya?ml$/.test(path))
    .flatMap((path) =>
      [at(repository.data(path).value, 'runs', 'steps')]
        .flat()
        .map((step) => at(step, 'uses'))
        .flatMap((uses) => (typeof uses === 'string' ? [{ path, uses }] : [])),
    )
}

function dangerIn({ path, triggers, variables, jobs }: Workflow, repository: Repository): string | undefined {
  const isPrivileged = triggers.some((each) => privileged.includes(each))
  for (const step of jobs.flatMap(({ steps }) => steps)) {
    const taken = isPrivileged ? changeOfStranger(step, jobs) : undefined
    if (taken !== undefined)
      return `${path}:${lineOf(repository, path, taken)} checks out a stranger’s change with secrets at hand; use pull_request instead`
    const text = step.run === undefined ? undefined : textOfStranger(step.run, step, variables)
    if (text !== undefined)
      return `${path}:${lineOf(repository, path, text)} puts a stranger’s text into a shell; hand it over as an environment variable`
  }
  return undefined
}

/** The expression with which a command takes text of a stranger, itself or through a variable. */
function textOfStranger(run: string, step: WorkflowStep, ofWorkflow: Workflow['variables']): string | undefined {
  const direct = injected.exec(run) ?? fetched.exec(run)
  if (direct) return direct[0]
  return [...run.matchAll(asExpression)].find(([, name = '']) =>
    injected.test(step.variables.get(name) ?? ofWorkflow.get(name) ?? ''),
  )?.[0]
}

/** With what a step brings the change of a stranger into the working tree. A fork is a stranger’s as a whole. */
function changeOfStranger(step: WorkflowStep, jobs: Workflow['jobs']): string | undefined {
  const { uses, ref, repository, run = '' } = step
  if (uses?.startsWith('actions/checkout@') === true) {
    if (ref && (ofStranger.test(ref) || isAskedFor(step, jobs))) return ref
    return repository && ofFork.test(repository) ? repository : undefined
  }
  const lines = run.split('\n')
  const isTaken = lines.some((line) => line.includes('FETCH_HEAD') && /\bgit (checkout|switch|reset)\b/.test(line))
  return lines
    .find(
      (line) =>
        line.includes('gh pr checkout') || (isTaken && line.includes('git fetch') && line.includes('refs/pull/')),
    )
    ?.trim()
}

/** Whether a checkout takes what an earlier step or job found out about a pull request. A branch by name is one of the repository itself. */
function isAskedFor({ ref = '', repository }: WorkflowStep, jobs: Workflow['jobs']): boolean {
  const [, from, name, output = ''] = /\b(steps|needs)\.([\w-]+)\.outputs\.([\w-]+)/.exec(ref) ?? []
  if (repository === undefined && !/sha|oid|commit|hash/i.test(output)) return false
  const asked = jobs.flatMap((job) =>
    from === 'needs' ? (job.name === name ? job.steps : []) : job.steps.filter(({ id }) => id === name),
  )
  return asked.some(({ uses, run, script }) => asksForHead.test([uses, run, script].join('\n')))
}

/** An agent that reviews is started by a pull request; on a schedule it does something else. */
function reviewingWorkflow(workflows: readonly Workflow[]): string | undefined {
  const reviewer = /(?<!dependency)[-_/]((pr|code|ai)[-_])?review(er)?([-_](code|pr|action))?(\.ya?ml)?@/i
  const agent = /claude-code-action|\/claude\.ya?ml|codex-action|gemini-cli-action|run-gemini-cli|copilot/i
  const asksModel =
    /\b(LLM|OPENAI|ANTHROPIC|CLAUDE|GEMINI|GOOGLE|OPENROUTER)_(API_)?(KEY|TOKEN)\b|\b(claude|codex|gemini|opencode|aider|copilot) (-p|exec|run|--\w)/
  const found = workflows.filter(
    ({ path, triggers, jobs }) =>
      triggers.some((each) => /^(pull_request|issue_comment)/.test(each)) &&
      jobs.some(
        ({ uses, steps }) =>
          [uses, ...steps.map((step) => step.uses)].some(
            (each) => each !== undefined && (agent.test(each) || reviewer.test(each)),
          ) ||
          (/[-_/]review/i.test(path) && steps.some(({ run = '' }) => asksModel.test(run))),
      ),
  )
  const workflow = found.find(({ path }) => /review/i.test(path)) ?? found[0]
  return workflow && `${workflow.path}:1 reviews pull requests`
}

function lineOf(repository: Repository, path: string, part: string): number {
  const text = repository.text(path) ?? ''
  return lineAt(text, Math.max(0, text.indexOf(part)))
}
