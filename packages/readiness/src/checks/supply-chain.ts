import { nameOf } from '../applications/places.ts'
import { type Finding, fail, findingOf, mostNamed, pass } from '../evidence/finding.ts'
import { readWorkflows, type Workflow, type WorkflowStep } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { lineAt } from '../repository/parse.ts'
import { type Check, ofRepository, type Subject } from './check.ts'

const licenses = /^([\w.]+-)?(LICEN[CS]E|COPYING|UNLICENSE)([-.][\w.-]+)?$/i

const binaries = /\.(exe|dll|so|dylib|a|o|obj|lib|class|jar|war|ear|pyc|pyo|apk|ipa|deb|rpm|msi|wasm|phar|node)$/i
/** Packages of others are reviewed where they come from; input of tests is nobody else's. */
const ofOthers =
  /^(?!(.*\/)?fixtures\/)(.*\/)?(node_modules|vendors?|third[-_]party|bower_components|Pods|Carthage|\.yarn)\//i
/** Programs of Linux and macOS have no ending, or one that says nothing. */
const withoutEnding = /(^|\/)(?!(LICEN[CS]E|COPYING|README|NOTICE|CODEOWNERS|[\w-]*file)$)[^/.]+(\.bin)?$/i
const mostUnnamed = 500
const wrappers = /(^|\/)(gradle-wrapper|maven-wrapper)\.jar$/

/** Events of which strangers decide what the workflow sees, while it has the secrets of the repository. */
const privileged = ['pull_request_target', 'workflow_run', 'issue_comment']
const ofStranger = /github\.(head_ref|event\.(pull_request|workflow_run)\.head|event\.workflow_run\.head_)|refs\/pull\//

const ofFork = /github\.event\.(pull_request|workflow_run)\.head(_repository|\.repo)\b/

/** The line with which a script brings the change of a pull request into the working tree. */
function lineOfHead(run: string): string | undefined {
  const lines = run.split('\n')
  const isTaken = lines.some((line) => line.includes('FETCH_HEAD') && /\bgit (checkout|switch|reset)\b/.test(line))
  return lines.find(
    (line) => line.includes('gh pr checkout') || (isTaken && line.includes('git fetch') && line.includes('refs/pull/')),
  )
}

/** A step or a job that asks which commit or branch a pull request has. */
const asksForHead =
  /\bhead\??\.(sha|ref)\b|\bheadRef(Name|Oid)\b|\bhead_(sha|ref)\b|pull-request-comment-branch@|[-/]get-pr-(ref|head|branch)[\w-]*@/

/** Text that a stranger writes. In a shell it becomes part of the command. */
const injected =
  /\$\{\{[^}]{0,300}github\.(head_ref|event\.(issue|pull_request|discussion|comment|review|review_comment|head_commit)\.(title|body|message|head\.(ref|label)|head\.repo\.default_branch|author\.(name|email)|user\.login))/

/** The same text, fetched by an earlier step. */
const fetched =
  /\$\{\{[^}]{0,300}\bsteps\.\w{0,60}(issue|pull|pr)\w{0,60}\.outputs\.[^}]{0,100}\.(title|body|head\.ref|headRefName)\b/

/** Checks of what a repository takes from others, and lets others do. */
export const supplyChain = {
  license: ofRepository(({ repository, applications }) => {
    const found =
      repository.namesIn('').find((name) => /^LICEN[CS]E(\.\w+)?$/i.test(name)) ??
      repository.namesIn('').find((name) => licenses.test(name)) ??
      repository.namesIn('LICENSES').map((name) => `LICENSES/${name}`)[0]
    if (found !== undefined) return pass(`${found}:1 is there`)
    const manifests = applications.flatMap((app) => app.manifests)
    const isPrivate = manifests.length > 0 && manifests.every((path) => isPrivatePackage(repository, path))
    return isPrivate ? undefined : fail('there is no license; add a LICENSE file')
  }),

  security_policy: ofRepository(({ repository }) => {
    const found = ['', '.github', 'docs'].flatMap((directory) =>
      repository
        .namesIn(directory)
        .filter((name) => /^SECURITY(\.(md|markdown|rst|adoc|txt))?$/i.test(name))
        .map((name) => (directory ? `${directory}/${name}` : name)),
    )[0]
    return findingOf(
      found && `${found}:1 is there`,
      'nothing says whom to tell about a hole; add a SECURITY.md with an address',
    )
  }),

  dangerous_workflows: ofWorkflows((workflows, repository) => {
    for (const workflow of workflows) {
      const danger = dangerIn(workflow, repository)
      if (danger !== undefined) return fail(danger)
    }
    // Those that strangers can start with secrets at hand are what a reader would look at.
    const open = workflows.find(({ triggers }) => triggers.some((each) => privileged.includes(each)))
    return pass(`${(open ?? workflows[0])?.path}:1 and what is beside it give nothing to strangers`)
  }),

  binary_artifacts: ofRepository((subject) => {
    const repository = subject.repository.withCopies ?? subject.repository
    // Of what is tracked and not in the working tree, the name is all that is known.
    const candidates = [...repository.paths, ...(repository.git.missing ?? [])]
    const found = candidates.filter(
      (path) => binaries.test(path) && !wrappers.test(path) && !ofOthers.test(path) && isBinary(repository, path),
    )
    const unnamed = repository.paths
      .filter((path) => withoutEnding.test(path) && !ofOthers.test(path))
      .slice(0, mostUnnamed)
      .filter((path) => repository.isMachineCode(path))
    found.push(...unnamed)
    const [first] = found
    const wrapper = repository.paths.find((path) => wrappers.test(path))
    if (first === undefined)
      return pass(
        wrapper === undefined
          ? `no compiled file is tracked, as the host would show them${lookedAt(subject)}`
          : `${wrapper}:1 is the only kind of compiled file, and starts the build`,
      )
    const more = found.length > 1 ? ` and ${found.length - 1} more` : ''
    return fail(`${first}${more} cannot be reviewed; build it instead, or attach it to a release`)
  }),

  token_permissions: ofWorkflows((workflows) => {
    const open = workflows.filter(isOpen)
    const [first] = open
    if (first !== undefined) {
      const more = open.slice(1, mostNamed).map(({ path }) => path)
      const also = more.length === 0 ? '' : `, also look at ${more.join(' and ')}`
      const isInJobs = first.jobs.every(({ permissions }) => permissions !== undefined)
      const lacks = isInJobs ? 'leaves the token of further jobs as it is' : 'does not limit its token'
      return fail(
        first.permissions === undefined
          ? `${first.path} ${lacks}; add \`permissions: {contents: read}\`, and more to the jobs that write${also}`
          : `${first.path} lets every job write; give the permission to the job that needs it${also}`,
      )
    }
    return pass(`${workflows[0]?.path}:1 and what is beside it say what their tokens may do`)
  }),

  actions_pinned: ofWorkflows((workflows, repository) => {
    const all = workflows.flatMap(({ path, jobs }) =>
      jobs.flatMap(({ uses, steps }) =>
        [uses, ...steps.map((step) => step.uses)].flatMap((each) => (each === undefined ? [] : [{ path, uses: each }])),
      ),
    )
    const foreign = [...all, ...stepsOfActions(repository)].filter(
      ({ uses }) => !uses.startsWith('./') && !uses.startsWith('$'),
    )
    if (foreign.length === 0) return undefined
    const loose = foreign.filter(({ uses }) => !/@[0-9a-f]{40}$|@sha256:[0-9a-f]{64}$/.test(uses))
    const [first] = loose
    if (!first) return pass(`${foreign[0]?.path}:1 and what is beside it pin ${foreign.length} actions by hash`)
    const line = lineOf(repository, first.path, first.uses)
    return fail(
      `${loose.length} of ${foreign.length} actions are not pinned, such as ${first.uses} in ${first.path}:${line}; name the hash of the commit, as \`pinact run\` does`,
    )
  }),
}

/** Where most of the program is, and what keeps further files out, for those who want to look themselves. */
function lookedAt({ repository, applications }: Subject): string {
  const counts = new Map<string, number>()
  for (const path of applications.flatMap(({ sources }) => sources)) {
    const folder = path.slice(0, Math.max(0, path.indexOf('/')))
    if (folder && !folder.startsWith('.')) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a).map(([folder]) => folder)
  const places = first === undefined ? '' : `, neither below ${first}/${second ? ` and ${second}/` : ''} nor elsewhere`
  return repository.has('.gitignore') ? `${places}; .gitignore:1 says what git leaves out` : places
}

/** Whether the token of a workflow may do more than its jobs say. */
function isOpen({ permissions }: Workflow): boolean {
  return permissions === undefined || mayWrite(permissions)
}

/** The workflows whose tokens are not limited. */
export function openWorkflows(repository: Repository, paths: readonly string[]): Workflow[] {
  return readWorkflows(repository, paths).filter(isOpen)
}

function ofWorkflows(judge: (workflows: readonly Workflow[], repository: Repository) => Finding | undefined): Check {
  return ofRepository(({ repository, evidence }: Subject) => {
    const workflows = readWorkflows(
      repository,
      evidence.automation.map(({ path }) => path),
    )
    return workflows.length === 0 ? undefined : judge(workflows, repository)
  })
}

/** What the actions of the repository itself use. */
function stepsOfActions(repository: Repository): { readonly path: string; readonly uses: string }[] {
  const actions = repository.paths.filter((path) => /^\.(github|forgejo|gitea)\/actions\/.+\/action\.ya?ml$/.test(path))
  return actions.flatMap((path) => {
    const steps = at(repository.data(path).value, 'runs', 'steps')
    return (Array.isArray(steps) ? steps : []).flatMap((step) => {
      const uses = at(step, 'uses')
      return typeof uses === 'string' ? [{ path, uses }] : []
    })
  })
}

function dangerIn({ path, triggers, variables, jobs }: Workflow, repository: Repository): string | undefined {
  const isPrivileged = triggers.some((each) => privileged.includes(each))
  for (const step of jobs.flatMap(({ steps }) => steps)) {
    const taken = isPrivileged ? changeOfStranger(step, jobs) : undefined
    if (taken !== undefined) {
      const line = lineOf(repository, path, taken)
      return `${path}:${line} checks out a stranger’s change with secrets at hand; use pull_request instead`
    }
    const text = step.run === undefined ? undefined : textOfStranger(step.run, step, variables)
    if (text !== undefined) {
      const line = lineOf(repository, path, text)
      return `${path}:${line} puts a stranger’s text into a shell; hand it over as an environment variable`
    }
  }
  return undefined
}

/** A variable as an expression: the host puts its value into the command, as it does with the text itself. */
const asExpression = /\$\{\{\s{0,20}env\.(\w+)\s{0,20}\}\}/g

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
  if (uses?.startsWith('actions/checkout@') !== true) return lineOfHead(run)?.trim()
  if (ref && (ofStranger.test(ref) || isAskedFor(step, jobs))) return ref
  return repository && ofFork.test(repository) ? repository : undefined
}

/**
 * Whether a checkout takes what an earlier step or job found out about a pull request. The name of a branch alone means
 * one of the repository itself, which no stranger can write.
 */
function isAskedFor({ ref = '', repository }: WorkflowStep, jobs: Workflow['jobs']): boolean {
  const [, from, name, output = ''] = /\b(steps|needs)\.([\w-]+)\.outputs\.([\w-]+)/.exec(ref) ?? []
  if (repository === undefined && !/sha|oid|commit|hash/i.test(output)) return false
  const asked = jobs.flatMap((job) =>
    from === 'needs' ? (job.name === name ? job.steps : []) : job.steps.filter(({ id }) => id === name),
  )
  return asked.some(({ uses, run, script }) => asksForHead.test([uses, run, script].join('\n')))
}

function mayWrite(permissions: unknown): boolean {
  if (typeof permissions === 'string') return permissions === 'write-all'
  return typeof permissions === 'object' && permissions !== null && Object.values(permissions).includes('write')
}

function isPrivatePackage(repository: Repository, path: string): boolean {
  if (nameOf(path) !== 'package.json') return false
  const data = repository.data(path).value
  return at(data, 'private') === true || at(data, 'license') === 'UNLICENSED'
}

/** A file with such a name may still be text: a stub, or an assembler's output. */
function isBinary(repository: Repository, path: string): boolean {
  return repository.text(path) === undefined
}

function lineOf(repository: Repository, path: string, part: string): number {
  const text = repository.text(path) ?? ''
  return lineAt(text, Math.max(0, text.indexOf(part)))
}
