import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'

/** A step of a GitHub workflow. */
export interface WorkflowStep {
  /** By which later steps name it. */
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  /** When it runs. */
  readonly if?: string
  /** What `with` gives as `ref`. */
  readonly ref?: string
  /** What `with` gives as `repository`. */
  readonly repository?: string
  /** What `with` gives as `script`, for the host to run. */
  readonly script?: string
  /** Its variables, and those of its job. */
  readonly variables: ReadonlyMap<string, string>
}

interface WorkflowJob {
  readonly name: string
  readonly permissions: unknown
  /** A workflow that is called instead of steps. */
  readonly uses?: string
  readonly steps: readonly WorkflowStep[]
}

export interface Workflow {
  readonly path: string
  readonly triggers: readonly string[]
  readonly permissions: unknown
  /** The variables of all jobs. */
  readonly variables: ReadonlyMap<string, string>
  readonly jobs: readonly WorkflowJob[]
}

/** The workflows of GitHub and similar hosts, as data. An unreadable one is left out and reported as a fault. */
export function readWorkflows(repository: Repository, paths: readonly string[]): Workflow[] {
  return paths.filter(isWorkflow).flatMap((path) => {
    const data = repository.data(path).value
    const jobs = entriesOf(at(data, 'jobs'))
    if (jobs.length === 0) return []
    return [
      {
        path,
        triggers: triggersOf(at(data, 'on')),
        permissions: at(data, 'permissions'),
        variables: variablesOf(at(data, 'env')),
        jobs: jobs.map(toJob),
      },
    ]
  })
}

function isWorkflow(path: string): boolean {
  return /^\.(github|forgejo|gitea)\/workflows\/[^/]+\.ya?ml$/.test(path)
}

/** The names of the events that start a workflow. */
function triggersOf(on: unknown): string[] {
  if (typeof on === 'string') return [on]
  if (Array.isArray(on)) return on.filter((each) => typeof each === 'string')
  return entriesOf(on).map(([name]) => name)
}

function toJob([name, job]: [string, unknown]): WorkflowJob {
  const steps = at(job, 'steps')
  return {
    name,
    permissions: at(job, 'permissions'),
    ...textField('uses', at(job, 'uses')),
    steps: (Array.isArray(steps) ? steps : []).map((step) => ({
      ...textField('uses', at(step, 'uses')),
      ...textField('run', at(step, 'run')),
      ...textField('if', at(step, 'if')),
      ...textField('ref', at(step, 'with', 'ref')),
      ...textField('repository', at(step, 'with', 'repository')),
      ...textField('id', at(step, 'id')),
      ...textField('script', at(step, 'with', 'script')),
      variables: variablesOf(at(job, 'env'), at(step, 'env')),
    })),
  }
}

/** The texts among variables; what is set later counts. */
function variablesOf(...sets: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(sets.flatMap(entriesOf).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

function textField<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [Key in Name]?: string }) : {}
}
