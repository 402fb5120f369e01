import type { Tool } from './tool.ts'

const gradle = '*.gradle *.gradle.kts'
const build = `pom.xml ${gradle} buildSrc/** build-logic/** gradle/*.gradle`

/** The quality of code beyond one language. */
export const quality: readonly Tool[] = [
  {
    tool: 'hook managers',
    proves: 'pre_commit_hooks',
    files: `.pre-commit-config*.y*ml {.,}lefthook*.{yml,yaml,toml,json} prek.toml .lintstagedrc* lint-staged.config.* .nano-staged.* .huskyrc* .rusty-hook.toml
        .overcommit.yml .therapist.yml captainhook.json grumphp.y*ml* .simple-git-hooks.* hk.pkl
        **/{.husky,.githooks,githooks,git-hooks,.git-hooks,hooks,.hooks}/{pre-commit,commit-msg,pre-push}*
        {scripts,script,tools,bin,dev,hack}/{pre-commit,pre-push}*`,
    needs: `husky lefthook @evilmartians/lefthook* @arkweid/lefthook* yorkie simple-git-hooks overcommit git_hooks rusty-hook dart_pre_commit
        brainmaestro/composer-git-hooks captainhook/captainhook phpro/grumphp cargo-husky husky.net komondor git-build-hook-maven-plugin
        *githook-maven-plugin* *git-code-format-maven-plugin*`,
    keys: 'package.json:simple-git-hooks package.json:husky package.json:lint-staged package.json:nano-staged package.json:gitHooks',
    runs: 'core.hooksPath',
    says: [
      ['flake.nix devenv.nix', /\b(pre-commit|git)-hooks(\.nix|\.hooks|\.lib)\b/],
      ['build.gradle build.gradle.kts', /^\s*captainHook\s*\{|\bid[ (]["'][\w.]*git-?hooks?["']/m],
      ['Makefile', /\.git\/hooks\/(pre-commit|pre-push)/],
      ['.trunk/trunk.y*ml', /^\s*- trunk-(fmt|check)-pre-(commit|push)\b/m],
    ],
  },
  {
    tool: 'detectors of copies',
    proves: 'duplicate_code_detection',
    files: '{.,}jscpd.* {.,}sonar-project.properties {.,}sonarcloud.properties .qlty/qlty.toml',
    needs: 'jscpd flay sebastian/phpcpd cpd *cpd-gradle* org.sonarqube* sonar-maven-plugin',
    rules: 'golangci:dupl pylint:duplicate-code',
    runs: 'jscpd, cpd, dupl, phpcpd, flay, simian, sonar-scanner, sonar:sonar, gradlew .. sonar*, dotnet-sonarscanner, dotnet .. sonarscanner',
    uses: 'sonarsource/* */sonarqube-* SonarCloud* SonarQube*',
    says: [
      [gradle, /\bcpd\b|sonarqube/],
      ['.codeclimate.yml', /^\s*(duplication:\s*\n\s+enabled:\s*true|(similar|identical)-code:)/m],
      ['.scrutinizer.y*ml', /^\s*(duplication|php_sim|php_cpd):\s*(true\b|\n(?:\s+\w+:[^\n]*\n)*?\s+enabled:\s*true)/m],
    ],
  },
  {
    tool: 'limits of size',
    proves: 'large_file_detection',
    rules: `revive:file-length-limit eslint:*max-lines biome:noExcessiveLinesPerFile checkstyle:FileLength swiftlint:file_length rubocop:Metrics/ClassLength
        pylint:too-many-lines`,
    runs: 'check-added-large-files',
    files: '**/*{file-size,file_size,large-files,large_files,file-length}*.{test.*,spec.*,sh,yml,yaml,ts,js,py}',
    says: [
      ['**/.gitattributes', /^[^#\n]*filter=lfs/m],
      ['scalastyle-config.xml', /enabled="true"[^>]*FileLengthChecker|FileLengthChecker[^>]*enabled="true"/],
      ['.codeclimate.yml', /file-lines:/],
      ['{.,}phpmd*.xml*', /ExcessiveClassLength|codesize\.xml"/],
      ['.github/workflows/*.y*ml .gitlab-ci.y*ml Makefile', /large[-_ ]?files?(?![\w.])|max-?file-?size|file-?size-?limit/i],
      ['.editorconfig .globalconfig', /^\s*dotnet_diagnostic\.S104\.severity\s*=\s*(?:suggestion|warning|error)/im],
    ],
  },
  {
    tool: 'trackers of debt',
    proves: 'tech_debt_tracking',
    files: `**/TECH{NICAL,}{_,-}DEBT* **/tech{nical,}{_,-}debt*.md TODO{,S}{,.md,.txt,.rst,.org} docs/TODO* .todo-to-issue* .todocheck.y*ml {.,}pdd* .0pdd*
        **/sonar-project.properties .sonarcloud.properties .codeclimate.yml .deepsource.toml .qlty/qlty.toml`,
    needs: `leasot eslint-plugin-expiring-todo-comments todo_or_die phpstan-todo-by staabm/phpstan-todo-by flake8-fixme flake8-todo *sonarqube*
        *sonar-maven-plugin*`,
    rules: `golangci:godox ruff:TD ruff:FIX eslint:no-warning-comments eslint:*expiring-todo-comments eslint:unicorn/recommended checkstyle:TodoComment
        credo:TagTODO credo:TagFIXME swiftlint:todo pylint:fixme`,
    runs: 'leasot, godox, sonar-scanner, sonar:sonar, todo-check*, rails|rake notes, gradlew .. sonar*, dotnet-sonarscanner',
    uses: 'sonarsource/* */todo-to-issue* */tdg-github-action SonarCloud* SonarQube*',
    says: [
      ['pom.xml', /taglist-maven-plugin/],
      ['{.,}phpcs.xml*', /Commenting\.(Todo|Fixme)/],
      ['.clang-tidy', /(?<![-\w])google-readability-todo/],
      [build, /sonar-maven-plugin|org\.sonarqube|<sonar\.(projectKey|organization|host\.url)>/],
      ['**/*detekt*.y*ml', /^\s*ForbiddenComment:\s*\n\s+active:\s*true/m],
      ['.editorconfig **/*.globalconfig', /^\s*dotnet_diagnostic\.(S1134|S1135)\.severity\s*=\s*(?:suggestion|warning|error)/im],
    ],
  },
  {
    tool: 'services of quality',
    proves: 'code_quality_metrics',
    files: `{.,}sonar-project.properties {.,}sonarcloud.properties .codeclimate.yml {.,}codecov.y*ml .deepsource.toml .codacy.y*ml .coveralls.yml
        .scrutinizer.yml
        .codefactor.yml .codebeat* qodana.y*ml .qlty/qlty.toml .github/{.,}codecov.y*ml dev/{.,}codecov.y*ml`,
    needs: 'coveralls coveralls_reborn php-coveralls/php-coveralls codecov codeclimate-test-reporter *sonarqube* *sonar-maven-plugin*',
    runs: `codecov*, coveralls*, goveralls, sonar-scanner, sonar:sonar, codacy*, codeclimate*, cc-test-reporter, qodana, deepsource, smokeshow, cov-build,
      gradlew .. sonar*`,
    uses: `codecov/* coverallsapp/* */*coveralls* sonarsource/* codacy/* */*codeclimate* qltysh/* jetbrains/qodana* */deepsource* SonarCloud* SonarQube*
      */*coverity* */sonarqube*`,
    says: [
      [build, /sonar-maven-plugin|org\.sonarqube|<sonar\.(projectKey|organization|host\.url)>/],
      [
        '.github/workflows/*.y*ml .gitlab-ci.y*ml .circleci/config.yml azure-pipelines*.y*ml .travis.yml',
        /codecov\.io|\bcodecov\b(?!_?TOKEN)|coveralls|coverity/i,
      ],
    ],
  },
  {
    tool: 'watchers of queries',
    proves: 'n_plus_one_detection',
    needs: `dataloader @pothos/plugin-dataloader @pothos/plugin-prisma @pothos/plugin-drizzle type-graphql-dataloader nestjs-dataloader dataloader-sequelize
        join-monster bullet prosopite
      goldiloader jit_preloader n_plus_one_control ar_lazy_preload batch-loader graphql-batch rspec-sqlimit meta_request peek-* nplusone zeal django-zeal
      django-silk django-debug-toolbar django-querycount django-auto-prefetch*
      django-seal django-perf-rec graphene-django-optimizer *-debug-toolbar *-debugtoolbar strawberry-graphql aiodataloader kolo *datasource-proxy*
      *hypersistence-utils* *java-dataloader *spring-hibernate-query-utils
      *quick-perf* *jplusone* digma miniprofiler* greendonut* graphql.dataloader entityframeworkprofiler* beyondcode/laravel-query-detector
      barryvdh/laravel-debugbar fruitcake/laravel-debugbar itsgoingd/clockwork laravel/telescope
      php-debugbar/php-debugbar yiisoft/yii2-debug cakephp/debug_kit symfony/web-profiler-bundle symfony/profiler-pack symfony/debug-pack
      github.com/graph-gophers/dataloader* github.com/vikstrous/dataloadgen* github.com/vektah/dataloaden*`,
    runs: 'preventLazyLoading, strict_loading',
    says: [['config/application.rb config/environments/*.rb', /strict_loading/]],
  },
  {
    tool: 'finders of flags',
    proves: 'dead_feature_flag_detection',
    files: '**/.launchdarkly/coderefs.y*ml **/piranha*.* **/*{stale,expired}{-,_}flag*',
    needs: '*piranha* eslint-plugin-feature-flag*',
    runs: 'piranha, ld-find-code-refs, code-refs, coderefs, unleash-checker',
    uses: 'launchdarkly/*find-code-references* */*stale-flag*',
  },
]
