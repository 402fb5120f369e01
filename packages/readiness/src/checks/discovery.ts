import { type Finding, fail, findingOf, listed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import { isProduct, ofApplication, ofRepository } from './check.ts'
import { analytics } from './known-libraries.ts'

export const issueTemplates =
  /^\.(github|gitea|forgejo)\/(ISSUE_TEMPLATE\/(?!config\.ya?ml$)[^/]+\.(md|ya?ml)|ISSUE_TEMPLATE(\.md)?)$|^(docs\/)?ISSUE_TEMPLATE(\.md)?$|^\.gitlab\/issue_templates\/[^/]+\.md$/i

/** The checks of the pillars Task Discovery and Product & Experimentation. */
export const discovery = {
  issue_labeling_system: ofRepository(({ repository, evidence }): Finding => {
    const known = repository.hosting.labels
    if (known !== undefined && known.length > 0) return pass(`the host has ${known.length} labels, such as ${known[0]}`)
    const found = listed(
      evidence.below(
        /^\.(github|gitea|forgejo|gitlab)\/(labels?|labeler|(advanced-)?issue-labeler|pr-labeler|autolabeler|label-(actions|commenter))\.(ya?ml|json|toml)$|^labels\.(ya?ml|json|toml)$/i,
      ),
      evidence.lineBelow(
        issueTemplates,
        /^["']?labels["']?\s*:[ \t]*(?:\[\s*["']?[^\s"'\]]|["']?[^\s"'[\]#]|\n\s*-)|^\/label /m,
      ),
      evidence.lineBelow(/(^|\/)(issue[-_])?labels?\.(ya?ml|json|toml)$/i, /^\W*colou?r["']?\s*[:=]/im) ??
        evidence.lineBelow(/^(\.github\/)?\.?mergify(\/config)?\.ya?ml$/, /^\s*label:\s*\n\s*(add|toggle):/m) ??
        evidence.lineBelow(/^\.github\/(policies\/.+\.ya?ml|fabricbot\.json)$/, /\baddLabel\b/) ??
        evidence.lineBelow(/^\.github\/boring-cyborg\.ya?ml$/, /^labelPRBasedOnFilePath:/m) ??
        evidence.lineBelow(/^triagebot\.toml$/, /^\[(autolabel|relabel)/m) ??
        evidence.lineBelow(/^\.github\/settings\.yml$/, /^labels:/m) ??
        evidence.ci(/actions\/labeler|label-sync|github-label|issue-labeler/),
    )
    const template = evidence.notable.find((path) => issueTemplates.test(path))
    return findingOf(
      found,
      `there are no labels; give ${template ?? 'the issue templates'} \`labels\`, or add .github/labels.yml`,
    )
  }),

  issue_templates: ofRepository(({ evidence }) =>
    findingOf(evidence.below(issueTemplates), 'there is no issue template; add .github/ISSUE_TEMPLATE/bug.yml'),
  ),

  pr_templates: ofRepository(({ evidence }) =>
    findingOf(
      evidence.below(
        /^((\.github|docs|\.gitea|\.forgejo)\/)?PULL[-_]REQUEST[-_]TEMPLATE(\.md|\.txt|\/[^/]+\.md)?$|^\.gitlab\/merge_request_templates\/[^/]+\.md$|^\.azuredevops\/pull_request_template.*\.md$/i,
      ),
      'there is no template for pull requests; add .github/pull_request_template.md',
    ),
  ),

  backlog_health: ofRepository(({ repository }) => {
    const { openIssues, staleIssues } = repository.hosting
    if (openIssues === undefined || staleIssues === undefined) return undefined
    const told = `${staleIssues} of ${openIssues} open issues were untouched for 90 days, says the host`
    return staleIssues * 2 <= openIssues ? pass(told) : fail(`${told}; close or refresh the oldest`)
  }),

  product_analytics_instrumentation: ofApplication((app, { evidence }) => {
    if (!isProduct(app)) return undefined
    const found = evidence.library(analytics, app)
    return findingOf(found, 'nothing tells which features are used; add a product-analytics library such as PostHog')
  }),

  error_to_insight_pipeline: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const found =
      evidence.below(
        /^\.github\/workflows\/[^/]*(sentry|error|incident|crash|alert)[^/]*issue[^/]*\.ya?ml$|(^|\/)\.?(rootly|incident-?io|sentry-integration)[^/]*\.(ya?ml|json)$/i,
        app,
      ) ??
      // Workflows open issues for many other reasons, too.
      firstOf(
        evidence.automation.filter(({ isCi, text }) => isCi && aboutErrors.test(text)),
        ({ path, text }) => (opensIssue.test(text) ? `${path}:1 opens issues` : undefined),
      )
    return findingOf(
      found,
      'errors do not become tasks; let the error tracker open issues, or add a workflow that does',
    )
  }),
}

const opensIssue = /gh issue create|create-an-issue|action-create-issue|issue-from-error|sentry.*issue/i
const aboutErrors = /\b(\w+_)?(errors?|crash(es)?|incidents?|exceptions?|sentry)\b/i
