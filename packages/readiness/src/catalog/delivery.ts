import type { Tool } from './tool.ts'

const gradle = '*.gradle *.gradle.kts'

/** How changes are reviewed, joined, built, released and followed by others. */
export const delivery: readonly Tool[] = [
  // Several applications
  {
    tool: 'workspaces',
    proves: 'monorepo_tooling',
    files: `turbo.json* nx.json lerna.json rush.json go.work WORKSPACE WORKSPACE.bazel MODULE.bazel pants.toml BUCK settings.gradle settings.gradle.kts *.sln
        *.slnx */*.sln */*.slnx src/*/*.sln melos.yaml mono_repo.yaml .moon/** monorepo-builder.php lage.config.js cabal.project stack.yaml */settings.gradle
        */settings.gradle.kts */nx.json */turbo.json`,
    keys: `
      package.json:workspaces pnpm-workspace.yaml:packages deno.json:workspace Cargo.toml:workspace pyproject.toml:tool.uv.workspace pyproject.toml:tool.pants`,
    needs: 'soyuka/pmu symplify/monorepo-builder',
    says: [
      ['pom.xml', /<modules>/],
      ['project.clj', /lein-(sub|modules|monolith)|:sub \[/],
      ['*/pnpm-workspace.yaml', /^["']?packages["']?\s*:/m],
    ],
  },
  {
    tool: 'one place for versions',
    proves: 'version_drift_detection',
    files: `.syncpackrc* syncpack.config.* Directory.Packages.props **/Directory.Packages.props paket.dependencies .manypkg* rush.json constraints.pro
        yarn.config.cjs go.work **/gradle/*.versions.toml **/buildSrc/**/{Dependencies,Deps,Versions,Libs,Libraries}.{kt,groovy,java}`,
    needs: 'syncpack sherif @manypkg/cli check-dependency-version-consistency',
    keys: `pnpm-workspace.yaml:catalog pnpm-workspace.yaml:catalogs .yarnrc.yml:catalog* package.json:catalog* package.json:syncpack package.json:manypkg
      Cargo.toml:workspace.dependencies */Cargo.toml:workspace.dependencies pyproject.toml:tool.uv.workspace pyproject.toml:tool.uv.sources`,
    runs: 'syncpack, manypkg, sherif, check-dependency-version*',
    says: [
      ['pom.xml {parent,*-parent,dependencies,*-dependencies}/pom.xml', /<dependencyManagement>|<[\w.-]+\.version>|<version\.[\w.-]+>/],
      ['build.gradle* settings.gradle*', /platform\(|versionCatalogs|dependencyManagement|\bext(\.\w*[vV]ersions?\b|\s*\{)|\bversions\s*=\s*\[/],
      ['gradle.properties', /^\w+[._]?[vV]ersion\s*=[^\n]+\n(?:[^\n]*\n)*?\w+[._]?[vV]ersion\s*=/m],
    ],
  },
  {
    tool: 'caches with statistics',
    proves: 'build_performance_tracking',
    files: 'turbo.json* nx.json .sccache* .mvn/develocity.xml .mvn/gradle-enterprise.xml .mvn/maven-build-cache-config.xml',
    needs: 'turbo nx speed-measure-webpack-plugin @nx/* com.gradle.develocity com.gradle.enterprise com.gradle.build-scan',
    runs: '--timings*, --scan, --build-scan, sccache -s|--show-stats, ccache -s|-sv|--show-stats|--print-stats, datadog-ci, nx affected',
    uses: '*/*ccache-action */sccache-action */turborepo* */build-scan*',
    says: [
      [gradle, /develocity|gradle-enterprise|buildCache|com\.gradle\.build-scan/],
      ['gradle.properties', /org\.gradle\.caching\s*=\s*true/],
      ['.mvn/extensions.xml', /(develocity|gradle-enterprise)-maven-extension|maven-build-cache-extension/],
    ],
  },
  {
    tool: 'limits of size',
    in: 'javascript',
    proves: 'heavy_dependency_detection',
    files: `.size-limit.* .size-snapshot.json bundlesize.config.* {.,}lighthouserc.* .bundlewatch.* relative-ci.config.* {.,}relativeci.* statoscope.config.*`,
    needs: `size-limit @size-limit/* bundlesize bundlesize2 bundlewatch webpack-bundle-analyzer @next/bundle-analyzer rollup-plugin-visualizer
        vite-bundle-visualizer vite-bundle-analyzer vite-plugin-visualizer vite-plugin-bundle-analyzer esbuild-visualizer @bundle-analyzer/* bundle-stats*
        webpack-bundle-size-analyzer webpack-stats-plugin @relative-ci/* @statoscope/* sonda @rsdoctor/* source-map-explorer @lhci/cli @codecov/*-plugin`,
    keys: 'package.json:size-limit package.json:bundlesize package.json:bundlewatch',
    runs: 'size-limit, bundlewatch, bundlesize, lhci, source-map-explorer, statoscope',
    uses: '*/compressed-size-action */*bundle-size* */*bundle-analy* relative-ci/*',
    says: [
      ['angular.json project.json', /"budgets"/],
      ['webpack*.*', /\bmax(Asset|Entrypoint)Size\b/],
    ],
  },
  // Review
  {
    tool: 'reviewers',
    proves: 'automated_pr_review',
    files: `.coderabbit.y*ml {d,D}angerfile* .sourcery.y*ml .pr_agent.toml greptile.json .hound.yml {.,}ellipsis.y*ml .pronto.yml {.,}cubic.y*ml warden.toml
        .github/copilot-review* .github/claude-review* .cursor/BUGBOT.md .gemini/config.y*ml .gemini/styleguide.md .greptile/**`,
    runs: 'reviewdog, danger ci|pr|local, danger, pronto run, danger-js',
    uses: 'reviewdog/* */*coderabbit* danger/* */claude-code-review* */*pr-agent* qodo* */*ai-review* */*auto-review*',
  },
  // Releases
  {
    tool: 'tools for releases',
    proves: 'release_automation release_notes_automation',
    files:
      '.releaserc* release.config.* release-please-config.json .changeset/config.json .github/{.,}release-please*.* .github/release-please/** jreleaser.y*ml',
    needs: 'semantic-release @changesets/cli release-it standard-version python-semantic-release commitizen',
    keys: 'pyproject.toml:tool.semantic_release pyproject.toml:tool.commitizen',
    runs: 'semantic-release, changeset publish|version, release-please, jreleaser*',
    uses: '*/*semantic-release* */release-please-action changesets/action jreleaser/*',
  },
  {
    tool: 'tools for releases',
    proves: 'release_automation',
    files: `.goreleaser.y*ml goreleaser.y*ml release-plz.toml .release-plz.toml .release-it.* dist-workspace.toml .promu.yml hugoreleaser.y*ml .bumpversion.*
        fastlane/Fastfile nx-release* .release/*.hcl`,
    needs: 'np bump2version bump-my-version nbgv minver*',
    keys: 'pyproject.toml:tool.bumpversion Cargo.toml:workspace.metadata.release Cargo.toml:package.metadata.release Cargo.toml:workspace.metadata.dist',
    runs: 'goreleaser, cargo release, ci-release, tlCiRelease, monorepo-split, splitsh*',
    uses: 'JuliaRegistries/TagBot goreleaser/* */monorepo-split*',
  },
  {
    tool: 'publishing',
    proves: 'release_automation',
    ci: `gem push, npm|pnpm|bun|lerna .. publish, yarn .. npm publish, yarn publish, twine upload, uv|poetry|hatch|flit|pdm publish, cargo .. publish,
      dotnet nuget push, mvn|mvnw .. deploy*, gradle|gradlew .. publish*, gradle|gradlew .. *:publish*, sbt .. publish*, cabal upload, stack upload,
      pub publish, mix hex.publish, pod trunk push, luarocks upload, lein deploy, gh release create|upload|edit, rake release, jib:build, ghr, hub release,
      docker|podman .. push, docker buildx build .. --push, buildah push, skopeo copy, ko build|publish, helm push, oras push, vsce|ovsx|jsr publish,
      snapcraft upload|push, release-cli, electron-builder .. --publish, electron-forge publish, make|just|task .. *publish*, make|just|task .. *push*,
      nuget push, anaconda upload`,
    uses: `
      */gh-action-pypi-publish rubygems/release-gem */publish-rubygems-action NuGetCommand GitHubRelease EsrpRelease */*github-release* */action-gh-release
      */*release-action */create-release */upload-release-asset */build-push-action */chart-releaser-action snapcore/action-publish */winget-releaser
      */*gem-publish* */*npm-publish* */publish-unit plugins/docker* plugins/kaniko* plugins/*release */svenstaro* svenstaro/*`,
    files: `.github/workflows/{release,publish}*.y*ml .github/workflows/*{-,_}{release,publish}.y*ml .github/actions/{publish,release}/action.y*ml
        .gitea/workflows/{release,publish}*.y*ml .forgejo/workflows/{release,publish}*.y*ml .gitlab/ci/{release,publish}.y*ml
        .woodpecker/{release,publish}.y*ml .buildkite/{release,publish}.y*ml`,
    says: [['{.,}appveyor.yml .travis.yml', /^\s*(-\s*)?provider:\s*["']?(nuget|github|releases|npm|pypi|rubygems|cargo|hackage)\b/im]],
  },
  {
    tool: 'tools for notes',
    proves: 'release_notes_automation',
    files: `.chglog/** towncrier.toml .gitchangelog.rc .changelog.y*ml .clog.toml cog.toml .versionrc* .changie.y*ml .autorc .cz.* .sv4git.yml **/cliff.toml
        .github/release.y*ml .github/release-drafter.y*ml .github/latest-changes.y*ml src/changes/changes.xml newsfragments/** changelog.d/** .changes/**
        changelogs/unreleased/** .versionbot/**`,
    needs:
      'standard-changelog lerna-changelog conventional-changelog* auto-changelog towncrier scriv reno changelist autopub *git-changelog* *shipkit-changelog*',
    keys: `
      pyproject.toml:tool.towncrier pyproject.toml:tool.scriv pyproject.toml:tool.git-cliff pyproject.toml:tool.changelist lerna.json:conventionalCommits=true
      lerna.json:command.version.conventionalCommits=true nx.json:release.changelog`,
    runs: `git-cliff, --generate-notes, --conventional-commits, auto-changelog, conventional-changelog, towncrier, chglog, git-chglog, changie, clog,
      cog changelog|bump, gren release, calens, gitreleasemanager create`,
    uses: '*/release-drafter */*changelog* */*generate-release-notes* */latest-changes */git-cliff*',
    says: [
      ['**/{.,}goreleaser.y*ml', /^(?![\s\S]*\bchangelog:\s*\n\s+(?:disable|skip):\s*["']?true)[\s\S]/],
      ['pom.xml', /maven-changes-plugin/],
      ['{.,}release-plz.toml', /^(?![\s\S]*\bchangelog_update\s*=\s*false)/],
      [
        '.github/workflows/*.y*ml .github/actions/**/*.y*ml .gitlab-ci.y*ml azure-pipelines*.y*ml',
        /generate[-_]release[-_]notes(?!["']?\s*:\s*['"]?false)|generateReleaseNotes: *true|CR_GENERATE_RELEASE_NOTES: *["']?true/,
      ],
      ['.craft.y*ml', /^changelogPolicy:\s*["']?auto|^changelog:\s*\n\s+policy:\s*["']?auto/m],
    ],
  },
  // What others follow
  {
    tool: 'labels',
    proves: 'issue_labeling_system',
    files: `
        .{github,gitea,forgejo,gitlab}/{labels,label,labeler,issue-labeler,advanced-issue-labeler,pr-labeler,autolabeler,label-actions,label-commenter}.{yml,yaml,json,toml}
        labels.{yml,yaml,json,toml}`,
    uses: 'actions/labeler */*label-sync* */github-label* */issue-labeler */*labeler*',
    runs: 'label-sync',
    says: [
      [
        '.{github,gitea,forgejo}/{ISSUE_TEMPLATE,issue_template}/* .{github,gitea,forgejo}/{ISSUE_TEMPLATE,issue_template}.md .gitlab/issue_templates/*.md',
        /^["']?labels["']?\s*:[ \t]*(?:\[\s*["']?[^\s"'\]]|["']?[^\s"'[\]#]|\n\s*-)|^\/label /m,
      ],
      ['**/{issue-,issue_,}label{,s}.{yml,yaml,json,toml}', /^\W*colou?r["']?\s*[:=]/im],
      ['{.github/,}{.,}mergify.yml .mergify/config.yml', /^\s*label:\s*\n\s*(add|toggle):/m],
      ['.github/policies/*.y*ml .github/fabricbot.json', /\baddLabel\b/],
      ['.github/boring-cyborg.y*ml', /^labelPRBasedOnFilePath:/m],
      ['triagebot.toml', /^\[(autolabel|relabel)/m],
      ['.github/settings.yml', /^labels:/m],
    ],
  },
  {
    tool: 'templates',
    proves: 'issue_templates',
    except: '**/config.y*ml',
    files: `.{github,gitea,forgejo}/{ISSUE_TEMPLATE,issue_template}/*.{md,yml,yaml} .{github,gitea,forgejo}/{ISSUE_TEMPLATE,issue_template}{,.md,.yml,.yaml}
        {docs/,}{ISSUE_TEMPLATE,issue_template}.md .gitlab/issue_templates/*.md`,
  },
  {
    tool: 'templates',
    proves: 'pr_templates',
    files: `{.github/,docs/,.gitea/,.forgejo/,}{PULL_REQUEST_TEMPLATE,pull_request_template,PULL-REQUEST-TEMPLATE,pull-request-template}{,.md,.txt}
        {.github/,docs/,.gitea/,.forgejo/,}{PULL_REQUEST_TEMPLATE,pull_request_template}/* .gitlab/merge_request_templates/*.md
        .azuredevops/pull_request_template*.md`,
  },
  {
    tool: 'owners',
    proves: 'codeowners',
    says: [
      ['{.github/,docs/,.gitlab/,}CODEOWNERS', /^[^#\s[]\S*\s+\S*[@]\S+/m],
      ['OWNERS OWNERS.md OWNERS.txt', /\S/],
    ],
  },
  {
    tool: 'bots for updates',
    proves: 'dependency_update_automation',
    files: '.{gitlab,gitea,forgejo}/dependabot.y*ml .scala-steward.conf .pyup.yml updatecli.y*ml .depfu.yml',
    keys: 'package.json:renovate',
    ci: 'renovate, updatecli, npm-check-updates, pip-compile --upgrade, cargo upgrade, dotnet-outdated, scala-steward',
    uses: '*/renovate* */*update-flake-lock */scala-steward*',
  },
  {
    tool: 'waiting',
    proves: 'min_release_age',
    keys: 'pyproject.toml:tool.uv.exclude-newer uv.toml:exclude-newer',
    runs: '--min-release-age*, --exclude-newer*',
    says: [
      ['.npmrc', /min(imum)?-release-age\s*=/],
      ['**/pnpm-workspace.yaml .yarnrc.yml bunfig.toml package.json', /(minimumReleaseAge|npmMinimalAgeGate)["']?\s*[:=]\s*["']?(?!0\b)\S/],
      ['{.github/,.gitlab/,.gitea/,.forgejo/,}{.,}renovate*', /\bunpublishSafe\b|(minimumReleaseAge|stabilityDays)(?!["']?\s*:\s*["']?(null|0)\b)/],
    ],
  },
]
