import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { missingIgnores } from '../judge/special/about-supply.ts'
import { formatStep, lintStep } from './ci-step.ts'
import { ciWorkflow } from './ci-workflow.ts'
import { firstDependabot, withCooldown } from './dependabot.ts'
import { devcontainer, environmentTemplate, formatterFiles } from './development-files.ts'
import { appended, type Fix, type FixContext, newFile, type Program } from './fix.ts'
import {
  bugTemplate,
  codeqlWorkflow,
  preCommit,
  pullRequestTemplate,
  releaseNotes,
  securityPolicy,
} from './host-files.ts'
import { licenseText } from './license.ts'
import { lockPrograms } from './lock-files.ts'
import { agentsPage, architecturePage, checkSkill } from './pages.ts'
import { tokenPermissions } from './token-permissions.ts'

const issueTemplates =
  /^(\.(github|gitea|forgejo)\/|docs\/)?ISSUE_TEMPLATE(\.md$|\/(?!config\.))|^\.gitlab\/issue_templates\//i
const hooks = newFile('.pre-commit-config.yaml', preCommit)

/** What can be written for a criterion. Everything else needs a decision that only people can make. */
export const fixes: Readonly<Partial<Record<CriterionId, Fix>>> = {
  agents_md: newFile('AGENTS.md', agentsPage),
  automated_security_review: newFile('.github/workflows/codeql.yml', codeqlWorkflow),
  build_cmd_doc: newFile('AGENTS.md', agentsPage),
  ci_runs_tests: ciWorkflow,
  codeowners: newFile('.github/CODEOWNERS', ({ owners }) =>
    owners.length === 0 ? undefined : `* ${owners.join(' ')}\n`,
  ),
  dependency_update_automation: firstDependabot,
  devcontainer: newFile('.devcontainer/devcontainer.json', devcontainer),
  env_template: environmentTemplate,
  formatter: (context) => formatStep(context) ?? formatterFiles(context),
  gitignore_comprehensive: (context) => {
    const missing = missingIgnores(context)
    return missing.length === 0 ? undefined : appended(context, '.gitignore', missing)
  },
  // Where there are templates, they get labels; a second one beside them would be in the way.
  issue_labeling_system: newFile('.github/ISSUE_TEMPLATE/bug.yml', ({ repository }) =>
    repository.paths.some((path) => issueTemplates.test(path)) ? undefined : bugTemplate,
  ),
  issue_templates: newFile('.github/ISSUE_TEMPLATE/bug.yml', () => bugTemplate),
  large_file_detection: hooks,
  lint_config: lintStep,
  license: newFile('LICENSE', ({ license }) => license && licenseText(license)),
  min_release_age: (context) => withCooldown(context) ?? firstDependabot(context),
  pr_templates: newFile('.github/pull_request_template.md', () => pullRequestTemplate),
  pre_commit_hooks: hooks,
  release_notes_automation: newFile('.github/release.yml', releaseNotes),
  secret_scanning: hooks,
  secrets_management: (context) => appended(context, '.gitignore', ['.env']),
  security_policy: newFile('SECURITY.md', securityPolicy),
  service_flow_documented: newFile('ARCHITECTURE.md', architecturePage),
  skills: newFile('.agents/skills/check-a-change/SKILL.md', checkSkill),
  token_permissions: tokenPermissions,
  vcs_cli_tools: newFile('.devcontainer/devcontainer.json', devcontainer),
}

/** Where each file is worth having, also when some are left to people. */
export const inParts: ReadonlySet<CriterionId> = new Set(['token_permissions'])

/** What people do beside a file, so that it has the effect that was meant. */
export function thenDo(path: string, text: string): string[] {
  if (path === '.pre-commit-config.yaml')
    return ['Everybody runs `pre-commit install` once in a clone, which starts the hooks.']
  if (path === 'SECURITY.md' && text.includes('Security page'))
    return ['Switch on “Private vulnerability reporting” in the settings of the repository, so that people can report.']
  if (/^\.github\/workflows\//.test(path) && text.includes('\npermissions:\n  contents: read\n'))
    return [`If a job of ${path} writes to the host, give this job the right that it needs.`]
  return []
}

/** What only a program can make. */
export const programs: Readonly<Partial<Record<CriterionId, (context: FixContext) => readonly Program[]>>> = {
  deps_pinned: lockPrograms,
}
