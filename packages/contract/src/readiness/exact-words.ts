import type { CriterionId } from './catalogue.ts'

/**
 * What counts for a criterion and what does not, wherever its first sentence is ambiguous. Two people who judge
 * independently reach the same verdict from these texts.
 */
export const exactWords: Readonly<Partial<Record<CriterionId, string>>> = {
  // Level 1
  readme:
    'Any ending counts, such as .md, .rst, .rdoc, .adoc, .txt or none. A few sentences are 100 characters or more.',
  gitignore_comprehensive:
    'One pattern for each package manager in use is enough, such as node_modules, __pycache__ or target, and one for editors or systems, such as .idea, .vscode, .DS_Store or *.swp at the root. A package manager that leaves nothing behind, such as that of Go, asks for none. .env is asked for if something loads, shows or ignores such a file; variables that are read alone do not tell that.',
  env_template:
    'Other files of settings, a composition and a code block are no list of variables. It is absent for libraries and tools, and where the program reads no variable of its own.',
  formatter:
    'It formats the language of most source files. A linter counts if it mends the layout by its own words: RuboCop, Standard, XO, neostandard, the stylistic plugin of ESLint, PHP_CodeSniffer, StyleCI with its settings. A linter that only reports layout (Checkstyle, indent of ESLint), a tool that only sorts imports, settings of an editor and a request on a page do not. Of C#, an .editorconfig with rules `csharp_…` or `dotnet_style_…` counts; of Kotlin, one with rules `ktlint_…`.',
  lint_config:
    'It reads the language of most source files and reports likely errors. Static analysers count (go vet, SpotBugs, Error Prone, Android Lint with settings, PHPStan, analyzers of Roslyn); formatters, compilers and their warnings, type checkers and spell checkers do not. Of C#, style rules in .editorconfig, AnalysisLevel or EnforceCodeStyleInBuild count.',
  type_check:
    'TypeScript needs a tsconfig.json, the compiler among the dependencies, or tsc in a script. JavaScript needs checkJs, Flow, or the compiler of TypeScript among the dependencies. Languages without any checker fail.',
  unit_tests_exist:
    'Every automatic test counts, also one from end to end, in a folder or package for tests of all, or inside of a source file, as in Rust and Zig. A test script without a test does not.',

  // Level 2
  agents_md:
    'AGENTS.md, CLAUDE.md, GEMINI.md, QWEN.md, CONVENTIONS.md, .cursorrules, .cursor/rules, .windsurfrules, .clinerules, .goosehints, .rules, .github/copilot-instructions.md, .github/instructions, .claude/CLAUDE.md, .junie/guidelines.md and the like. A few sentences are 100 characters or more, also behind a link or an import of another page. One in a folder of the source does not count.',
  build_cmd_doc:
    'The command stands in a block of code or between backticks, on a page at the root, in .github, in docs or in the README of a part. The command that adds a published library or installs the published program counts. A command that only tests, lints or formats, lines for a manifest and links to other sites do not.',
  deps_pinned:
    'Libraries are asked as well. Exact versions count for Maven, Gradle, NuGet, sbt and requirements files where every line has one. Each application is asked, for each of its package managers: the lock file is beside its manifest or in a folder above it, and one without fails. Websites about the project, examples, tests, tools of developers and what deploys a program beside it are not asked. A repository without any dependency passes.',
  monorepo_tooling:
    'A Makefile that visits folders is none. It may be in the folder that holds most of them. Up to a fiftieth of the source, in another package manager, does not make a second application.',
  vcs_cli_tools:
    'It is in the development container, a Brewfile, mise, Nix or Devbox, or a page or a skill shows a command such as `gh pr create`. Use in CI or in a script alone does not count.',
  automated_pr_review:
    'It reads the change and comments on it: CodeRabbit, Danger, reviewdog, Hound, Sourcery, an agent that pull requests start. A check of dependencies, titles, coverage or size, a bot that labels or merges, and linters in CI are none.',
  error_tracking_contextualized:
    'The library is needed to run, such as those of Sentry, Rollbar, Bugsnag, Honeybadger, Airbrake, New Relic or Application Insights. Logs of errors do not count.',
  runbooks_documented:
    'A page or a heading that says runbook, playbook, operations, troubleshooting, incident, on-call or disaster recovery, also for those who host it themselves.',
  structured_logging:
    'The library writes fields, such as pino, winston, structlog, slog, zap, zerolog, tracing, Serilog, Monolog, or a JSON encoder. An interface alone (PSR-3, SLF4J, ILogger), the logging of Python’s standard library and lines of text do not count. What such a library is told to write does not matter.',
  database_schema:
    'It is asked where a library for a database is needed to run, also if the database is optional or embedded. A library, a program to which people bring their own database, what watches databases, and a store of keys and values are not asked.',
  devcontainer: 'Also a Vagrantfile, devenv.nix or devfile.yaml. A Dockerfile or a compose file alone does not count.',
  local_services_setup:
    'It is asked where a library for a database, a queue or a cache is needed to run. Absent where an embedded database is enough, also if it is what the program takes by default and others can be chosen. A compose file anywhere in the repository counts, also one for tests or for those who install it; services of CI alone do not.',
  automated_doc_generation:
    'A generator of references and a generator of sites from pages written by hand count alike, and so do a library that makes a reference of an HTTP API from the code (FastAPI, Swashbuckle, springdoc), Redoc, Storybook, manual pages made by a tool, and a script of its own that writes pages and is run. What others make by themselves (pkg.go.dev, docs.rs, rubydoc.info, GitHub Pages with a theme alone), comments in the source, swagger-ui that shows a description written by hand, an XML file of the C# compiler and a table of contents do not.',
  automated_security_review:
    'Scanners of code (CodeQL, Semgrep, gosec, Brakeman, the rules S of ruff), of dependencies (Trivy, cargo audit, npm audit, govulncheck, dependency review) or of workflows (zizmor, Scorecard), a quality service that reports security (SonarQube, DeepSource), and fuzzing by OSS-Fuzz. Updates of dependencies and sanitizers do not count.',
  codeowners: 'At the root, in .github, .gitlab or docs; OWNERS at the root. MAINTAINERS does not count.',
  dependency_update_automation:
    'A script that somebody starts by hand, and Renovate when it is switched off, do not count.',
  secrets_management:
    'Files that hold secrets are private keys, stores of keys, .env with a value for a key, token or password, credentials and states of Terraform; those for tests, examples or debugging, keys for strong names of .NET and encrypted ones are none. Where a service or a front end reads variables and something loads, shows or ignores a file with them, .env is ignored, or a secret store or the secrets of CI are in use. Values inside of source files are not looked at here.',
  pre_commit_hooks:
    'Settings of pre-commit, Lefthook, Husky, lint-staged, Overcommit, GrumPHP and the like, or scripts called pre-commit, pre-push or commit-msg in a folder for hooks or scripts.',
  strict_typing:
    '`strict` of TypeScript, mypy and pyright; level 8 or more of PHPStan, level 1 of Psalm; `Nullable` of C#; `# typed: true` or more with Sorbet. Single options of a strict mode do not count. Python without a checker fails.',
  issue_labeling_system:
    'Labels that issue forms or templates set, a file of labels, or a bot that labels by rules, also by paths. Labels that stale bots, Dependabot or release notes use, and empty lists, do not count.',
  issue_templates: 'A config.yml alone is none.',
  test_coverage_thresholds:
    'A limit in the test runner or the build, or a status of Codecov that can fail: a target with a number, or `auto` with a threshold that is written down. Settings of Codecov without a status, an informational status, and Codecov without settings do not count.',
  unit_tests_runnable:
    'Such as a script `test`, a target `test` or `check`, settings of tox, nox or pytest, or `go test`, `cargo test`, `mvn test`, `dotnet test`, `mix test`. Applications without tests are asked as well.',
  ci_runs_tests:
    'The command stands in a CI file of the repository, or in a script, a task file or a workflow of the repository that CI calls: make, just, Task, rake, thor, tox, nox, hatch, invoke, npm scripts, Gradle, Maven and so on. The trigger does not matter. Building, linting and checking types are no tests. A workflow or an action of another repository counts if its name says test or CI.',
  license:
    'LICENSE, LICENCE, COPYING, UNLICENSE or a folder LICENSES. A field of a manifest does not count. A file that is there passes, whatever the manifests say.',
  dangerous_workflows:
    'Dangerous are pull_request_target, workflow_run or issue_comment with a checkout of the head of a pull request, and title, body, branch, message or author of a stranger as an expression inside of `run`. Conditions do not make it safe; a branch of the repository itself that a step found is no stranger’s.',
  binary_artifacts:
    'Programs, libraries, archives of Java, packages and WebAssembly count, by content and not by name unless they are missing from the working tree, also for tests. Pictures, fonts, archives and the wrappers of Gradle and Maven do not.',

  // Level 3
  agentic_development:
    'Settings, commands, skills, rules or servers of tools, such as .claude/, .cursor/, .codex/, .agents/, .mcp.json or copilot-setup-steps, at the root, or a workflow that starts an agent. A page of instructions alone, a review service, a folder `skills` without a dot and skills inside of a package that is shipped to users do not count.',
  single_command_setup:
    'First, a script or target for developers with a name such as setup, bootstrap, init, install-dev, install-deps or dev-setup: at the root, below script, scripts, bin, tools or hack, or of Make, just, Task, mise, Mix, npm or Composer; a target `install` counts if it installs packages. It needs no page. Second, a line on a page that fetches packages, builds and starts: `cargo run`, `go run .`, `./gradlew bootRun`, `npm install && npm start`, `docker compose up` of an image that is built here, `nix develop`, `vagrant up`. Third, a postCreateCommand, onCreateCommand or updateContentCommand, or an init task of Gitpod. Installing alone, building or testing alone, and what is for users do not count.',
  release_automation:
    'CI builds and publishes packages, images, programs or a release on the host; or a tool such as semantic-release, release-please, changesets, GoReleaser, release-it, np, JReleaser or cargo-release is configured. A script or a task that somebody starts by hand, and a deployment, do not count.',
  release_notes_automation:
    'Notes come from commits, pull requests or fragments: git-cliff, changesets, towncrier, release-drafter, .github/release.yml, `--generate-notes`, GoReleaser unless its changelog is off, the changes plug-in of Maven. Copying a section of a changelog that people write does not count.',
  dead_feature_flag_detection: 'Such as code references of LaunchDarkly, Piranha or a test of expired flags.',
  unused_dependencies_detection:
    'Settings or a dependency on such a tool count, also where nothing runs it. `go mod tidy` counts if CI runs it, itself or through a target.',
  version_drift_detection:
    'One place is Directory.Packages.props, a catalog of pnpm, Bun, Yarn or Gradle, `[workspace.dependencies]`, dependencyManagement, properties or `ext` of the parent, a workspace of uv or Go, or one manifest for all. Tools are syncpack, Sherif, manypkg, constraints of Yarn and the like. One lock file, an update bot, `workspace:*` and one version for all packages of a release do not count. Terraform is not asked.',
  alerting_configured: 'Rules of Prometheus or Grafana, alarms as code, PagerDuty or Opsgenie as code.',
  distributed_tracing:
    'OpenTelemetry, Datadog, New Relic, Zipkin, Jaeger, X-Ray and the like, needed to run, whatever is sent with them; Sentry if it is told to trace.',
  health_checks:
    'A route such as /health, /healthz, /livez, /readyz, /ping, /up or /status, HEALTHCHECK of an image, a check of what a composition builds, or a probe of a cluster.',
  metrics_collection:
    'Prometheus, OpenTelemetry metrics, Micrometer, StatsD, Telemetry.Metrics and the like, needed to run.',
  api_schema_docs:
    'The schema describes what the service offers. One of a client or for tests, and pages written by hand, do not count.',
  documentation_freshness:
    'README, CONTRIBUTING, DEVELOPMENT, ARCHITECTURE, AGENTS and CLAUDE at the root or in .github, and all below docs, doc or documentation, count, whatever changed in them.',
  service_flow_documented:
    'A page called architecture, design, diagrams, internals or overview of the code; a heading that says architecture or data flow, also in the instructions for agents; a diagram of Mermaid, PlantUML, D2, Graphviz, blockdiag or draw.io in the documentation, whatever part it shows; or a picture that is called architecture. A page or a diagram file with such a name counts in every folder; a heading and a diagram inside of a text count on a page and in the README of a part. A list of folders, decision records and pages for users do not count.',
  skills: 'Below a folder called skills. Skills that are shipped to users count.',
  product_analytics_instrumentation:
    'PostHog, Mixpanel, Amplitude, Segment, Plausible, Umami, Google Analytics and the like, needed to run, whatever is told: features, visits or installations. The program’s own telemetry, sent without such a library or script, does not count, and neither does what only a website about the project has.',
  log_scrubbing:
    'Options of the logger, parameters that Rails or Laravel filter, or code that masks values on their way to a log. Types that hide secrets when they are printed, and scrubbing for an error tracker, do not count.',
  min_release_age:
    'minimumReleaseAge, `cooldown` of Dependabot, stabilityDays, npmMinimalAgeGate, exclude-newer; not zero.',
  pii_handling:
    'Encrypted fields, whatever they hold, masked or shortened addresses, marks in the models, or a page or heading on personal data or privacy. Hashed passwords and filtered logs alone do not count.',
  secret_scanning:
    'gitleaks, TruffleHog, detect-secrets, GitGuardian, secretlint, Talisman, detect-private-key, Trivy with secrets.',
  dead_code_detection:
    'Unused variables, imports or private members count as unused code, in the language of most source files. Rust and Zig tell by themselves. What the compiler of Go refuses, and warnings of C#, Java or Swift that nobody asked for, do not count; warnings of C# that are errors do, and `-Wall` of C, C++ and Haskell.',
  duplicate_code_detection: 'jscpd, CPD, dupl of golangci-lint, Flay, duplicate-code of Pylint, SonarQube, qlty.',
  large_file_detection:
    'check-added-large-files, Git LFS, max-lines, FileLength, file_length, max-module-lines, or the length of classes in RuboCop. A limit of bundles, lines or functions does not count.',
  naming_consistency:
    'Rust names by itself; RuboCop, SwiftLint, Credo, Pylint, ktlint, detekt, XO and PHP_CodeSniffer do by default, wherever they are set up. Of ruff the rules N, of golangci-lint revive or stylecheck, of C# dotnet_naming_rule, of Checkstyle the modules for names. A page for contributors that says how things are named counts; a link to a style guide does not.',
  tech_debt_tracking:
    'A lint rule for TODO or FIXME comments that is on, a command that lists them, a page called TODO, TECH_DEBT or the like at the root or in docs, or settings of SonarQube, Code Climate, DeepSource or qlty. Marks in the source, the macro `todo!`, baselines of type checkers and linters (also .rubocop_todo.yml) and roadmaps do not count.',
  integration_tests_exist:
    'The name of a file, a folder, a marker of tests or a target says integration, e2e, functional, acceptance, system or feature tests, or a tool is depended on: Playwright, Cypress, Testcontainers, supertest, Capybara, REST Assured, WebApplicationFactory, Terratest. The folder tests of Cargo counts. What only does the same without the name does not.',
  test_naming_conventions:
    'The names of the files decide, not a rule or the default of the runner; the patterns are below. Files that hold tests are counted, helpers and data are not. One pattern alone must reach 80 %. The patterns of a language are the names below and no others; a semicolon stands between two patterns, a comma between two spellings of one. Every ending of the language counts, such as .tsx and .mjs. A single file that follows a pattern passes.',
  token_permissions:
    'Asked of every file in .github/workflows: `permissions` at its top, with read, none or `{}`, while jobs may ask for more. A workflow that declares them only in its jobs fails, and so does `write` at the top.',
  actions_pinned:
    'Forty hexadecimal digits, or the digest of an image. What is named by a path (`./`) is not asked. What is named by owner and repository is, also if it is this repository, a branch such as `main`, or an action of GitHub.',
  agents_md_current:
    'All pages of instructions are read. What counts: scripts after `npm run`, `pnpm run`, `yarn` or `bun run`; targets of make, just and task; scripts that are started by their path; links to files; and paths with a slash between backticks or in a tree of folders. A name is there if any manifest, task file or folder of the repository has it, seen from the root, from the page or from an application. What a build makes, placeholders, patterns, examples of something new and paths outside are not asked. One that is missing fails.',

  // Level 4
  build_performance_tracking:
    'Turborepo or Nx, build scans or a build cache of Gradle, sccache or ccache with its statistics, `--timings`, or a report of build times. A cache of CI alone does not count.',
  feature_flag_infrastructure:
    'Flags of its own have that name in the code: feature flag, feature gate, feature toggle, experimental feature, or a file `config/features`; a page of the documentation that is called after them shows them, too. A library for analytics that can also switch, such as PostHog, counts if the code asks it for a flag. Settings, options, features of Cargo and rights of users do not count.',
  heavy_dependency_detection:
    'Asked of applications of the kind front end in JavaScript or TypeScript that a browser loads; not of services that bring scripts of their own, websites about a project, or applications for devices and desktops. size-limit, bundlesize, bundlewatch, budgets of Angular, `performance` limits of webpack, analysers and visualizers of bundles, Lighthouse CI, RelativeCI and the like count, also if nothing runs them. Splitting code does not.',
  progressive_rollout:
    'Argo Rollouts, Flagger, canary steps, traffic by weight, blue-green, or a percentage of users, in files that deploy this program. The rolling update of a cluster, an image called canary, staging before production and previews of changes do not count. A chart or manifests with which others install it count as a deployment; a compose file, a Procfile, what is below contrib, examples or tests, and modules of Terraform for others do not.',
  rollback_automation:
    '`--atomic` or `--rollback-on-failure` of Helm, `helm rollback`, `rollout undo`, Argo Rollouts, Flagger, automatic rollback of a cloud, a task `rollback`, or a workflow that brings an earlier version back. Undoing migrations or transactions, and what the platform could do by hand, do not count.',
  circuit_breakers:
    'Asked where a library to call others is needed to run: a client for HTTP or gRPC, or a kit of a cloud, a cluster, mail, payment, storage (S3, WebDAV), sign-in (OpenID, OAuth) or models. A client of the standard library, of a database, queue, cache or directory (LDAP) is not asked, and what makes the program itself a server of OpenID or WebDAV is none. Passing are opossum, cockatiel, resilience4j, Polly, gobreaker, failsafe, stoplight, semian, pybreaker and the like, code of its own that is called circuit breaker, or outlierDetection of a mesh. A library that can break circuits counts if it is needed to run, also where it only retries; one that can only retry, back off, or limit time or rates does not.',
  code_quality_metrics:
    'Settings or an upload of Codecov, Coveralls, SonarQube, Code Climate, qlty, Codacy, DeepSource, Scrutinizer, Qodana, Coverity or smokeshow. A badge alone, coverage that stays in CI, and security scores do not count.',
  deployment_observability: 'Such as dashboards of Grafana, sentry-cli releases, or markers of deployments.',
  profiling_instrumentation:
    'Such as net/http/pprof, Pyroscope, the profiler of Datadog, rack-mini-profiler or an option of the program. Debug bars and metrics do not count.',
  agents_md_validation: 'A check of links or of Markdown for all pages counts. Formatters and spell checkers do not.',
  dast_scanning: 'OWASP ZAP, Nuclei, StackHawk, Schemathesis, RESTler, Dredd.',
  privacy_compliance: 'A link to a page elsewhere does not count.',
  code_modularization:
    'Source files of the application’s language are counted, without tests, examples and what is generated. Tools are dependency-cruiser, eslint-plugin-boundaries, no-restricted-paths, import-linter, Tach, ArchUnit, Konsist, ImportControl of Checkstyle, Deptrac, Packwerk, Boundary and depguard with rules on own packages; modules of Java are those of module-info.java. Modules of Maven or Gradle, projects of .NET, packages of a workspace of npm, visibility, rules on cycles and rules on packages from outside do not count.',
  n_plus_one_detection: 'A library is not asked. Debug toolbars that show queries count.',
  flaky_test_detection:
    'Retries of the runner or of the step that tests, or a service that finds flaky tests. Retries of browser tests count for the application, also if its other tests are not tried again. Zero retries and marks on single tests do not count.',
  test_isolation:
    'A default of the runner counts: Jest, Vitest, AVA, node --test, Playwright, cargo test, xUnit, TUnit, Minitest, Rails, Swift Testing, sbt, dart test. Mocha, pytest, RSpec, PHPUnit, JUnit, NUnit, MSTest, XCTest and ctest must be told. Of Go and Elixir, one test file in five calls t.Parallel or says `async: true`, or tests are shuffled. What switches it off fails; no tests fail.',
  test_performance_tracking:
    'A JUnit or TRX report that a run writes, `--durations`, the slowest tests, gotestsum, or a service that shows times. What runners print or write by themselves, such as the reports of Surefire, and benchmarks, do not count.',
  mcp_configuration: 'Such as .mcp.json, .vscode/mcp.json, .cursor/mcp.json or opencode.json.',
  agent_hooks: 'Such as `hooks` in .claude/settings.json or .cursor/hooks.json. Hooks of git do not count.',

  // Level 5
  error_to_insight_pipeline:
    'It stands in the repository. What an error tracker could do at its website does not count.',
  cyclomatic_complexity:
    'Cyclomatic or cognitive complexity. Defaults count where the rule is on: RuboCop, SwiftLint, Credo, detekt, PHPMD, XO. Limits of nesting, parameters or lengths, a limit for a rule that is off, and a service that only measures do not. Terraform is not asked.',
}
