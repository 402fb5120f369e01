import { sharedEcosystems } from '../../applications/application.ts'
import { setups, starts } from '../../catalog/commands.ts'
import { deployment } from '../../catalog/running.ts'
import { firstOf } from '../../facts/first-of.ts'
import { isForeign, isForTests } from '../../facts/places.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { expression } from '../../repository/expression.ts'
import { at } from '../../repository/json-path.ts'
import { directoryOf, resolvePath } from '../../repository/places.ts'
import { type Finding, fail, findingOf, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import { isProduct, type Special, type Specials } from './special.ts'

/** Commands that bring a program to where it runs. */
const deploys = `kubectl .. apply|create|replace|patch|rollout, helm .. upgrade|install, terraform|tofu .. apply, serverless deploy, flyctl|fly deploy, aws
    ecs|lambda|deploy|s3 .. update-service|deploy|sync|update-function-code, kamal deploy, railway up, heroku container:release, deployctl deploy,
    firebase deploy, az containerapp|webapp, gcloud run|app .. deploy, vercel .. deploy|--prod, netlify deploy, wrangler .. deploy, cdk deploy, pulumi
    up, eb deploy`
const deployActions = `*/*heroku-deploy* */*deploy-to* */*-deploy */deploy-* amazon-ecs-deploy* azure/webapps-deploy google-github-actions/deploy* superfly/*
    cloudflare/wrangler-action`
const rollout = expression(
  'i',
  String.raw`kind:\s*(Rollout|Canary)\b|(?<![-\w:/@]|-tag[ =])canary(?![-\w])(?! (version|release|build|image|tag)s?\b)`,
  '|blue[-_]?green|trafficSplit|traffic_routing|deployment_preference|percentage_?rollout|rollout_?percentage',
  '|traffic_?weight',
)
const rollback = expression(
  'i',
  '(?<!push )--atomic|--rollback-on-failure|helm rollback|rollout undo|auto_?rollback|rollback_?configuration',
  String.raw`|kind:\s*(Rollout|Canary)\b|(?<!no-|disable-|ecto\.|db:|migrate:)\brollback\b(?! \()`,
)

/** The name that a line gives to a target, a script, a task or a function. */
const nameOfTask = expression(
  '',
  String.raw`^@?([\w./-]+)(?: [\w*+="'.-]+)*:(?!=)|^\s*"([\w:-]+)"\s*:|^ {2}([\w-]+):\s*$|^\[tasks\.([\w-]+)\]`,
  String.raw`|^\s*(?:async )?def (\w+)\(|^[ \t]+(setup): \[\s*"`,
)

const setupScripts = expression(
  '',
  String.raw`^(script|scripts|bin|tools|hack|\.agents)\/(setup|bootstrap|install|init)(\.(sh|bash|zsh|fish|py|rb|pl|ps1|cmd|bat|mjs`,
  String.raw`|php))?$|^(setup|bootstrap)\.sh$`,
)

/** Criteria about how a project is set up, built and brought to machines. */
export const aboutDelivery: Specials = {
  single_command_setup({ facts, repository }) {
    const script = facts.notable.find((path) => setupScripts.test(path))
    const target = firstOf(
      facts.automation.filter(({ base, isCi }) => base === '' && !isCi),
      ({ path, text }) => {
        const line = text
          .split('\n')
          .findIndex((each) => setups.test(nameOfTask.exec(each)?.slice(1).find(Boolean) ?? ''))
        return line < 0 ||
          !/akefile|ustfile|askfile|package\.json|composer\.json|mix\.exs|tasks\.py|mise|Rakefile|\.mk$|just$/.test(
            path,
          )
          ? undefined
          : `${path}:${line + 1} sets up the project`
      },
    )
    const container = '.devcontainer/devcontainer.json'
    const creates = ['postCreateCommand', 'onCreateCommand', 'updateContentCommand'].some(
      (name) => at(repository.data(container).value, name) !== undefined,
    )
    const gitpod = firstOf(['.gitpod.yml', '.gitpod.yaml'], (path) =>
      [at(repository.data(path).value, 'tasks')].flat().some((task) => typeof at(task, 'init') === 'string')
        ? `${path}:1 sets itself up`
        : undefined,
    )
    const found =
      (script && `${script}:1 is there`) ??
      target ??
      facts.instructed((text) => starts.test(text)) ??
      (creates ? `${container}:1 sets itself up` : undefined) ??
      gitpod
    return findingOf(
      found,
      'there is no single command for setup; add a `setup` script or target and name it in README.md',
    )
  },

  version_drift_detection({ applications, facts }) {
    if (sharedEcosystems(applications).length === 0) return undefined
    if (applications.every(({ manifests }) => manifests.includes('package.json')))
      return pass('package.json:1 declares the versions of all')
    return findingOf(
      proofOf('version_drift_detection', facts),
      'nothing keeps the versions of shared dependencies together; add syncpack or a catalogue of versions',
    )
  },

  fast_ci_feedback: ({ repository: { hosting } }) =>
    hosted(
      hosting.medianCiMinutes,
      (minutes) => minutes <= 10,
      (minutes) => `half of the CI runs take ${minutes} minutes at the most, says the host`,
      (minutes) =>
        `half of the CI runs take more than ${minutes} minutes; split the slowest job or cache what it downloads`,
    ),

  deployment_frequency: ({ repository: { hosting } }) =>
    hosted(
      hosting.deploymentsLast30Days,
      (count) => count >= 4,
      (count) => `${count} deployments in 30 days, says the host`,
      (count) => `only ${count} deployments in 30 days; deploy at least once a week`,
    ),

  backlog_health({ repository }) {
    const { openIssues, staleIssues } = repository.hosting
    if (openIssues === undefined || staleIssues === undefined) return undefined
    const told = `${staleIssues} of ${openIssues} open issues were untouched for 90 days, says the host`
    return staleIssues * 2 <= openIssues ? pass(told) : fail(`${told}; close or refresh the oldest`)
  },

  issue_labeling_system({ repository, facts }) {
    const known = repository.hosting.labels
    if (known !== undefined && known.length > 0) return pass(`the host has ${known.length} labels, such as ${known[0]}`)
    return findingOf(
      proofOf('issue_labeling_system', facts),
      'there are no labels; give the issue templates `labels`, or add .github/labels.yml',
    )
  },

  progressive_rollout: ofDeployments(
    'a release meets all users at once; add a canary or a percentage rollout',
    /(^|\/)(?![^/]*(image|integration|tests?|suite))[^/]*(canary|rollout|blue-?green)[^/]*\.(ya?ml|json|tf)$/i,
    rollout,
  ),
  rollback_automation: ofDeployments(
    'nothing rolls back by itself; add a rollback workflow, or `helm upgrade --atomic`',
    /(^|\/)[^/]*rollback[^/]*\.(ya?ml|sh|json|tf)$/i,
    rollback,
  ),

  devcontainer_runnable({ facts, repository }) {
    const all = facts.notable
      .filter((path) => /^(\.devcontainer\/(.+\/)?devcontainer\.json|\.devcontainer\.json)$/.test(path))
      .map((path) => canStart(path, repository))
    return all.find(({ passes }) => passes) ?? all[0]
  },
}

/** What only the host knows. */
function hosted(
  value: number | undefined,
  isGood: (value: number) => boolean,
  good: (value: number) => string,
  bad: (value: number) => string,
): Finding | undefined {
  return value === undefined ? undefined : isGood(value) ? pass(good(value)) : fail(bad(value))
}

/** For repositories that deploy themselves. */
function ofDeployments(missing: string, files: RegExp, pattern: RegExp): Special {
  return ({ facts, applications, repository }) => {
    if (!applications.some((app) => isProduct(app) || app.kind === 'infrastructure')) return undefined
    const described = facts
      .filesOf(deployment)
      .filter(
        (path) => !/(^|\/)(docker-)?compose|(^|\/)(docs?|documentation|website|examples?|samples?|crds?)\//.test(path),
      )
    const isApplied = described.some(
      (path) => path.endsWith('.tf') && /^\s*(provider|backend)\s+"|^\s*cloud\s*\{/m.test(repository.text(path) ?? ''),
    )
    const own = isApplied ? described : described.filter((path) => !path.endsWith('.tf'))
    const isForDevices = applications
      .filter(isProduct)
      .every(
        ({ kind, language, dependencies }) =>
          (kind === 'frontend' && /^(swift|kotlin|java|dart)$/.test(language)) ||
          dependencies.some(({ name }) => name === 'electron'),
      )
    const workflow = isForDevices
      ? undefined
      : facts.path(
          /^\.(github|gitea|forgejo)\/workflows\/(?!.*(docs?|pages|site|book|storybook|preview|demo|playground))[^/]*deploy[^/]*\.ya?ml$/i,
        )
    const step = facts.ci(deploys) ?? facts.uses(deployActions)
    const place = workflow ?? own[0] ?? step?.replace(/:.*/, '')
    if (place === undefined) return undefined
    const file = facts.path(files, (path) => !isForTests(path) && !isForeign(path) && !/^docs?\//.test(path))
    return findingOf(
      (file && `${file}:1 is there`) ?? firstOf(own, (path) => facts.lineIn(path, pattern)) ?? facts.runsText(pattern),
      `${missing}, in ${place}`,
    )
  }
}

/** Whether a development container names what it starts, and that is there. */
function canStart(path: string, repository: Repository): Finding {
  const data = repository.data(path).value
  if (data === undefined) return fail('the description of the development container cannot be read')
  const isBeside = (name: unknown) => typeof name === 'string' && repository.has(resolvePath(directoryOf(path), name))
  const image = at(data, 'image')
  const file = at(data, 'build', 'dockerfile') ?? at(data, 'build', 'dockerFile') ?? at(data, 'dockerFile')
  const composed = [at(data, 'dockerComposeFile')].flat().filter((each) => each !== undefined)
  if (typeof image === 'string' && image.trim()) return pass(`${path}:1 names the image ${image}`)
  const missing = [file, ...composed].filter((each) => each !== undefined).find((each) => !isBeside(each))
  if (missing !== undefined) return fail(`${path} names ${missing}, which is not there; add it`)
  if (file !== undefined) return pass(`${path}:1 builds ${file}`)
  if (composed.length === 0) return fail(`${path} names neither an image nor a Dockerfile; set "image"`)
  return at(data, 'service') === undefined
    ? fail(`${path} names no service; set "service"`)
    : pass(`${path}:1 starts a service of ${composed[0]}`)
}
