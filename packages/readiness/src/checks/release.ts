import type { Application } from '../applications/application.ts'
import { isForeign, isForTests, nameOf } from '../applications/places.ts'
import { withoutComments } from '../evidence/automation.ts'
import { findingOf } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { hasProduct, isProduct, ofRepository, type Subject } from './check.ts'
import { pushedPackages } from './pushed-packages.ts'

const deployed =
  /(^|\/)(k8s[\w-]*|kubernetes([-_]\w+)?|helm|charts?|deploy(ment)?s?|manifests|argocd|kustomize)\/.*\.ya?ml$|(^|\/)(Chart|kustomization|skaffold|fly|render)\.(ya?ml|toml)$|\.tf$|(^|\/)serverless\.ya?ml$|^shipit[\w.-]*\.ya?ml$|(^|\/)gocd\/.*\.(ya?ml|(jso|libso)nnet)$/

const history = /^(docs?\/)?(CHANGELOG|CHANGES|(VERSION[-_]?)?HISTORY|NEWS|RELEASE[-_]?NOTES?)(\.\w+)?$/i

/** Where AppVeyor and Travis bring what they built. */
const publishes = /^\s*(-\s*)?provider:\s*["']?(nuget|github|releases|npm|pypi|rubygems|cargo|hackage)\b/im

/** GoReleaser lists the changes, unless it is told not to. */
const listsChanges = /(?<![\s\S])(?![\s\S]*\bchangelog:\s*\n\s+(?:disable|skip):\s*["']?true)\s*\S/

/** Commands and actions that bring what was built to others. What nobody but a person starts is no automation. */
const published =
  /\bgem push\b|(npm|pnpm|yarn npm|bun|lerna) publish|twine upload|pypi-publish|(uv|poetry|hatch|flit|pdm) publish|cargo publish|dotnet nuget push|mvn[^\n]{0,300}deploy|gradle[^\n]{0,300}(?<!--no-)publish(?!\w{0,80}ToMavenLocal|-scan)|sbt[^\n]{0,300}publish|cabal upload|stack upload|\bpub publish|mix hex\.publish|pod trunk push|luarocks upload|lein deploy|gh release (create|upload)|rubygems\/release-gem|publish-rubygems-action@|\bjreleaser\w*|rake release\b|jib:build|\bjib\b[^\n]{0,300}(build|push)|NuGetCommand@|GitHubRelease@|EsrpRelease|\bghr\b|github-release|hub release|action-gh-release|(upload-)?release-action@|create-release@|upload-release-asset|(?<![\w-])[\w-]{1,60}\/build-push-action|(\bdocker|\$[({]\w*(DOCKER|PODMAN)\w*[)}]) (image |manifest )?push\b|docker buildx build[^\n]{0,300}--push|release-cli|release[^\n]{0,300}\|\s*curl[^\n]{0,300}\b(POST|PUT)\b|electron-builder[^\n]{0,300}(--publish|-p )|electron-forge publish/

/** The same, by tools and names that fewer use. */
const alsoPublished =
  /\b(podman|buildah|nerdctl) ((image|manifest) )?push\b|\bdocker manifest push\b|(\b(make|just|task|mise run)|\$[({]?MAKE\b[)}]?)( -\S+( [\w./]+)?){0,3} [\w./:-]*(push|publish|promote)(?![-_]?(dry|test|check))\b|\bskopeo copy\b|\bko (build|publish)\b|\bhelm push\b|chart-releaser-action@|\boras push\b|\b(vsce|ovsx|jsr) publish\b|\banaconda upload\b|\bsnapcraft (upload|push)\b|snapcore\/action-publish@|winget-releaser@|\bimage: *["']?[\w./-]*\bplugins?[/-](docker(-buildx)?|kaniko|ecr|gcr|acr|(github-|gitea-)?release|npm|pypi|s3)\b/

/** Where a script gets what was changed: commits, the host, or fragments. */
const readsChanges =
  /\bgit["', ]+(?:log|shortlog)\b|\bapi\.github\.com\b|\boctokit\b|\bgh["', ]+(?:api|pr|issue)\b|\bfrom github import\b|\bimport gitlab\b|\/api\/v4\/|\b(?:newsfragments|fragments|changelog\.d|changelogs?\/unreleased)\b/i

/** A script that updates the changelog, and is run. One that only moves headings takes what people wrote. */
function changelogScript(evidence: Subject['evidence'], repository: Repository): string | undefined {
  const scripts = evidence.automation.filter(
    ({ path }) =>
      /^update[-_]changelog\b/.test(nameOf(path)) &&
      readsChanges.test(withoutComments(repository.text(path) ?? '')) &&
      evidence.automation.some((file) => file.path !== path && file.text.includes(nameOf(path))),
  )
  return scripts[0] && `${scripts[0].path}:1 writes the changelog`
}

/** How releases are made and reach machines. */
export const release = {
  release_automation: ofRepository((subject) =>
    findingOf(
      subject.evidence.any({
        file: [
          [/^\.(github|gitea|forgejo)\/workflows\/(release|publish)\.ya?ml$/, /^(name|on|jobs):.*$/m],
          [
            /^(bamboo-specs|\.woodpecker|\.buildkite|\.gitlab\/ci)\/(release|publish)\.ya?ml$/,
            /^['"]?\w[\w -]*['"]?:/m,
          ],
          [/^\.?appveyor\.yml$|^\.travis\.yml$/, publishes],
        ],
        near: /^(\.releaserc.*|release\.config\.\w+|release-please-config\.json|\.goreleaser\.ya?ml|\.release-it\..*|release-plz\.toml|dist-workspace\.toml|jreleaser\.ya?ml|\.changeset|\.promu\.yml|hugoreleaser\.ya?ml|\.bumpversion\.(toml|cfg)|nx-release.*)$/,
        below:
          /^\.changeset\/config\.json$|^\.github\/\.?release-please(-config|-manifest)?\.(ya?ml|json)$|^fastlane\/Fastfile$|^\.github\/workflows\/(?!(after|before|post|pre|prepare|draft|cut|verify|validate|test)[-_]|releases?[-_]builds?\.|[^/]*[-_]tests?[-_]|[^/]*[-_]install)[^/]*(release|publish)(?![^/]*(branch|check|test|valid|lint|notes|comment|codespace|devcontainer|drafter))(?<!bench[^/]*)[^/]*\.ya?ml$|^\.github\/actions\/(publish|release)\/action\.ya?ml$|^\.release\/[^/]+\.hcl$/,
        dependency:
          /^(semantic-release|@changesets\/cli|release-it|np|standard-version|python-semantic-release|bump2version|bump-my-version|commitizen|nbgv|minver)$/,
        line: [
          [/^pyproject\.toml$/, /\[tool\.(semantic_release|commitizen|bumpversion)/],
          [/^Cargo\.toml$/, /\[(workspace|package)\.metadata\.(release|dist)/],
        ],
        task: /semantic-release|changeset (publish|version)|release-please|\bgoreleaser\b|cargo release|ci-release|\btlCiRelease\b|JuliaRegistries\/TagBot|monorepo-split|splitsh/,
        started: published,
      }) ??
        subject.evidence.startedByCi(alsoPublished) ??
        pushedPackages(subject),
      'releases are made by hand; add semantic-release, release-please or a publishing workflow',
    ),
  ),

  release_notes_automation: ofRepository(({ evidence, repository }) => {
    const byTools = evidence.any({
      near: /^(\.releaserc.*|release\.config\.\w+|release-please-config\.json|\.chglog|towncrier\.toml|\.gitchangelog\.rc|\.changelog\.ya?ml|jreleaser\.ya?ml|\.clog\.toml|cog\.toml|\.versionrc(\.\w+)?|\.changie\.ya?ml|\.autorc|\.cz\.(toml|json|ya?ml)|\.sv4git\.yml)$/,
      below:
        /(^|\/)cliff\.toml$|^\.github\/release-please\/[^/]*config\.json$|^\.github\/\.?release-please(-config|-manifest)?\.(ya?ml|json)$|^\.changeset\/config\.json$|^\.github\/(release|release-drafter|latest-changes)\.ya?ml$|^src\/changes\/changes\.xml$|^(newsfragments|changelog\.d|\.changes|changelogs?\/unreleased)\/|^\.(chglog|versionbot)\//,
      dependency:
        /^(semantic-release|@changesets\/cli|release-it|standard-version|standard-changelog|lerna-changelog|@studio\/changes|autopub|conventional-changelog.*|auto-changelog|towncrier|scriv|reno|changelist|python-semantic-release|commitizen)$/,
      line: [
        [
          /^pyproject\.toml$/,
          /\[tool\.(towncrier|changelist|chango|scriv|git-cliff|semantic_release|commitizen|autopub)/,
        ],
        [/^lerna\.json$/, /"conventionalCommits"\s*:\s*true/],
        [/^nx\.json$/, /"(workspaceC|projectC|c)hangelogs?"\s*:\s*(\{|true)/],
        [/^((?!settings\.)[\w-]+\.gradle(\.kts)?|libs\.versions\.toml)$/, /shipkit-changelog|git-changelog/],
        [/^pom\.xml$/, /maven-changes-plugin/],
        [/^\.?release-plz\.toml$/, /^(?![\s\S]*\bchangelog_update\s*=\s*false)/],
      ],
      // Its settings may be kept in a folder for releases.
      file: [
        [/(^|\/)\.?goreleaser\.ya?ml$/, listsChanges],
        [
          /^\.github\/workflows\/([\w-]*[-_])?(changelog|release[-_]?notes)([-_][\w-]*)?\.ya?ml$/,
          /create-pull-request|add-and-commit|auto-commit|\bgit (push|commit)\b/,
        ],
        // Fragments of Changesets tell which packages change, also where another tool reads them.
        [/(^|\/)\.changeset\/(?!README)[^/]+\.md$/i, /^["']?[@\w./-]+["']?:[ \t]*["']?(major|minor|patch)\b/m],
        // The releaser of charts.
        [/(^|\/)cr\.ya?ml$/, /^generate-release-notes:\s*true/m],
        [/^hugoreleaser\.ya?ml$/, /^\s*release_notes_settings:\s*\n\s+generate:\s*true/m],
        [/^\.craft\.ya?ml$/, /^changelogPolicy:\s*["']?auto|^changelog:\s*\n\s+policy:\s*["']?auto/m],
      ],
      task: /git-cliff|calens|gitreleasemanager create|semantic-release-action@|npx semantic-release\b|rest\.repos\.generateReleaseNotes|release-drafter|generate[-_]release[-_]notes(?!["']?\s*:\s*['"]?false|\.\w)|latest-changes@|changelog-(generator|builder)|changelog-action@|lerna [^\n]*--conventional-commits|changelog-updater|\/update[-_]changelog[\w./-]*@|\bbuilt_in:update_changelog|auto-changelog|chglog|changie|npx [@\w./-]*release-notes\b|generateReleaseNotes: *true|--generate-notes|CR_GENERATE_RELEASE_NOTES: *["']?true|autopub|conventional-changelog|changeset version|release-please|towncrier|shipkit-changelog|\bclog -|\bcog (changelog|bump)\b|\bgren release\b|ready-release-go/,
    })
    const found = byTools ?? changelogScript(evidence, repository)
    const pages = evidence.notable.filter((path) => history.test(path))
    const lengthOf = (path: string) => repository.text(path)?.length ?? 0
    // The other may only point to it.
    const [page] = pages.sort((a, b) => lengthOf(b) - lengthOf(a))
    const written = page === undefined ? 'release notes are written by hand' : `${page} is written by hand`
    return findingOf(found, `${written}; add git-cliff, changesets or .github/release.yml`)
  }),

  progressive_rollout: ofDeployments('a release meets all users at once; add a canary or a percentage rollout', {
    // A page about rollouts, or an article, deploys nothing.
    below:
      /^(?!(.*\/)?docs?\/)(.*\/)?(?![^/]*(image|integration|tests?|suite))[^/]*(canary|rollout|blue-?green)[^/]*\.(ya?ml|json|tf)$/i,
    pattern:
      /kind:\s*(Rollout|Canary)\b|(?<![-\w:/@]|-tag[ =])canary(?![-\w])(?! (version|release|build|image|tag)s?\b)|blue[-_]?green|trafficSplit|traffic_routing|deployment_preference|percentage_?rollout|rollout_?percentage|traffic_?weight/i,
  }),

  rollback_automation: ofDeployments(
    'nothing rolls back by itself; add a rollback workflow, or `helm upgrade --atomic`',
    {
      // What a setting explains in brackets rolls nothing back.
      below: /(^|\/)[^/]*rollback[^/]*\.(ya?ml|sh|json|tf|ts|js|py)$/i,
      pattern:
        /(?<!push )--atomic|--rollback-on-failure|helm rollback|rollout undo|auto_?rollback|rollback_?configuration|kind:\s*(Rollout|Canary)\b|(?<!no-|disable-|ecto\.|db:|migrate:)\brollback\b(?! \()/i,
    },
  ),
}

/** Workflows that bring pages about the program to their readers. */
const ofPages = /\/(docs?|pages|website|site|storybook)[-_][^/]*\.ya?ml$/i

/** Workflows that bring the program itself to a machine, not pages about it. */
const deployWorkflow =
  /^\.(github|gitea|forgejo)\/workflows\/(?!.*(docs?|pages|site|book|storybook|preview|demo|playground|openapi|swagger))[^/]*deploy[^/]*\.ya?ml$/i

/** A page about the program may show how others deploy it. */
const shown = /(^|\/)(docs?(-\w+)?|documentation|website|([\w-]+-)?examples?|samples?)\//
const ownDeployment = new RegExp(
  `^(?!(?:.*/)?(?:docs?|documentation|website|examples?|samples?|crds?)/)(?=.*(?:${deployed.source}))`,
)

/** Commands that bring a program to where it runs. */
const deploys =
  /\b(\w*(DEPLOY_HOOK|deploy[-_]hook)\w*|(?<!\b(?:remove|install|purge)\b[^\n]*)kubectl [^\n;&|]*\b(apply|create|replace|patch|set image|rollout restart)|helm (upgrade|install)|terraform apply|serverless deploy|flyctl deploy|fly deploy|aws (ecs (update-service|deploy|run-task)|lambda (update|create|publish)-\w+|deploy)|kamal deploy|railway up|heroku container:release|heroku-deploy@|deployctl deploy|firebase deploy|az containerapp|nx [^\n]*-t deploy|gcloud (run|app) deploy|az webapp|vercel( deploy| --prod)|netlify deploy(?! --trigger)|wrangler deploy|cdk deploy|pulumi up|eb deploy)\b/

/** Whether all of Terraform is a module: who uses it says at which cloud, and where the state is kept. */
function isModule(repository: Repository, paths: readonly string[]): boolean {
  const applied = /^\s*(provider|backend)\s+"|^\s*cloud\s*\{/m
  return !paths.some((path) => path.endsWith('.tf') && applied.test(repository.text(path) ?? ''))
}

/** A cluster that a run makes for itself is gone after it. */
const forTests =
  /\bkind (create cluster|load)\b|\bminikube start\b|\bk3d (cluster create|image import)\b|\/(kind-action|setup-(kind|minikube|k3[ds])[\w-]*)@/

/** Workflows that put something up to test it. */
const trials = /\/[^/]*(?<![a-z])(tests?|e2e|smoke)(?![a-z])[^/]*\.ya?ml$/i

/** Whether a step deploys only to test: the workflow is called so, or all that use the action are. */
function isTrial(path: string, { automation }: Subject['evidence']): boolean {
  const action = /^\.(?:github|forgejo|gitea)\/actions\/.+(?=\/action\.ya?ml$)/.exec(path)?.[0]
  if (action === undefined) return trials.test(path)
  const users = automation.filter(({ text }) => new RegExp(`uses: *["']?\\./${action}["']?\\s*$`, 'm').test(text))
  return users.length > 0 && users.every((user) => trials.test(user.path))
}

/** What people get from a store, or start from their desktop. */
function isForDevice(repository: Repository, { kind, language, dependencies, manifests }: Application): boolean {
  if (dependencies.some(({ name }) => name === 'electron')) return true
  if (kind !== 'frontend') return false
  const opensWindow = /<OutputType>\s*WinExe|<TargetFrameworks?>[^<]*-(android|ios|maccatalyst|windows)\b/i
  if (language === 'csharp') return manifests.some((path) => opensWindow.test(repository.text(path) ?? ''))
  return /^(swift|kotlin|java)$/.test(language)
}

/** For repositories that deploy themselves. */
function ofDeployments(missing: string, { below, pattern }: { below: RegExp; pattern: RegExp }) {
  return ofRepository((subject) => {
    const { repository, evidence } = subject
    const described = repository.paths.filter(
      (path) =>
        deployed.test(path) &&
        // A composition starts programs on one computer.
        !/(^|\/)(docker-)?compose([._-][^/]*)?\.ya?ml$/.test(path) &&
        !shown.test(path) &&
        !isForeign(path) &&
        !isForTests(path) &&
        !/^t\/|(^|\/)(src\/(integration|it)|compose|enos|\w+_(ct|test)_helpers)\//.test(path),
    )
    const files = isModule(repository, described) ? described.filter((path) => !path.endsWith('.tf')) : described
    const isDeployable = subject.applications.some((app) => isProduct(app) || app.kind === 'infrastructure')
    const step = firstOf(evidence.automation, ({ path, text, isCi }) =>
      isCi &&
      isDeployable &&
      !ofPages.test(path) &&
      deploys.test(text) &&
      !forTests.test(text) &&
      !isTrial(path, evidence)
        ? path
        : undefined,
    )
    // What is neither a service nor a front end is released by a workflow of that name.
    const isForDevices = subject.applications.filter(isProduct).every((app) => isForDevice(repository, app))
    const isBrought =
      !isForDevices && hasProduct(subject) && evidence.automation.some(({ path }) => deployWorkflow.test(path))
    if (files.length === 0 && step === undefined && !isBrought) return undefined
    const found = evidence.shipped(below) ?? evidence.shippedLine(ownDeployment, pattern) ?? evidence.ci(pattern)
    const workflow = evidence.automation.find(({ path }) => deployWorkflow.test(path))?.path
    const place = workflow ?? files.find((path) => /deployment/i.test(path)) ?? step ?? files[0]
    return findingOf(found, `${missing}, in ${place}`)
  })
}
