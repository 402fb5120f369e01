import type { CriterionId } from './catalogue.ts'

/** What an agent gains when a criterion is met: 3 much, 1 little. Most are in between and not listed. */
const effects: Readonly<Partial<Record<CriterionId, 1 | 3>>> = {
  readme: 3,
  lint_config: 3,
  unit_tests_exist: 3,
  unit_tests_runnable: 3,
  ci_runs_tests: 3,
  agents_md: 3,
  agents_md_current: 3,
  build_cmd_doc: 3,
  deps_pinned: 3,
  secrets_management: 3,
  dangerous_workflows: 3,
  single_command_setup: 3,
  dependency_update_automation: 3,
  strict_typing: 3,
  gitignore_comprehensive: 1,
  codeowners: 1,
  automated_pr_review: 1,
  issue_labeling_system: 1,
  issue_templates: 1,
  pr_templates: 1,
  vcs_cli_tools: 1,
  large_file_detection: 1,
  tech_debt_tracking: 1,
  duplicate_code_detection: 1,
  naming_consistency: 1,
  test_naming_conventions: 1,
  product_analytics_instrumentation: 1,
  test_performance_tracking: 1,
  build_performance_tracking: 1,
  code_quality_metrics: 1,
  mcp_configuration: 1,
}

export function effectOf(id: CriterionId): 1 | 2 | 3 {
  return effects[id] ?? 2
}
