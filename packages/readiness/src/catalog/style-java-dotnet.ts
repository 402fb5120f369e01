import type { Tool } from './tool.ts'

const maven = 'pom.xml *.gradle *.gradle.kts'
const editor = '.editorconfig .globalconfig **/*.globalconfig **/.editorconfig'

/** A diagnostic of C# is raised, not silenced. */
const raised = (ids: string): readonly [string, RegExp] => [
  editor,
  new RegExp(`^\\s*dotnet_diagnostic\\.(?:${ids})\\.severity\\s*=\\s*(?:suggestion|warning|error)`, 'im'),
]

/** The same for Java, Kotlin and C#. */
export const styleOfJavaAndDotnet: readonly Tool[] = [
  // Java and Kotlin
  {
    tool: 'Spotless',
    in: 'java',
    proves: 'formatter',
    needs: '*spotless* *google-java-format* *formatter-maven-plugin* *javaformat* *java-format* *fmt-maven-plugin* *prettier-maven-plugin* *git-code-format*',
    runs: 'spotless*, google-java-format, formatter:validate, formatter:format',
  },
  {
    tool: 'ktlint',
    in: 'java',
    proves: 'formatter lint_config naming_consistency',
    needs: '*ktlint* *kotlinter* *diktat*',
    runs: 'ktlint*, lintKotlin',
    says: [['.editorconfig', /^ktlint_/m]],
  },
  { tool: 'ktfmt', in: 'java', proves: 'formatter', needs: '*ktfmt*', runs: 'ktfmt*' },
  { tool: 'Checkstyle', in: 'java', proves: 'lint_config', files: '{,*-}checkstyle*.xml **/config/checkstyle/**', needs: '*checkstyle*', runs: 'checkstyle*' },
  { tool: 'Checkstyle', in: 'java', proves: 'naming_consistency', rules: 'checkstyle:*Name pmd:*NamingConventions pmd:codestyle.xml' },
  {
    tool: 'Checkstyle',
    in: 'java',
    proves: 'dead_code_detection',
    rules: 'checkstyle:UnusedImports',
    says: [
      ['**/rewrite.y*ml', /\bRemoveUnused(Local|Private)\w+/],
      ['.editorconfig', /^ktlint_standard_no-unused-imports\s*=\s*enabled/m],
    ],
  },
  { tool: 'Checkstyle', in: 'java', proves: 'cyclomatic_complexity', rules: 'checkstyle:*Complexity pmd:*Complexity pmd:design.xml' },
  {
    tool: 'PMD',
    in: 'java',
    proves: 'lint_config dead_code_detection',
    files: 'pmd*.xml **/config/pmd/**',
    needs: '*maven-pmd-plugin* pmd',
    runs: 'pmd*',
    says: [[`${maven} buildSrc/** build-logic/** gradle/*.gradle`, /\bpmd\b/]],
  },
  {
    tool: 'SpotBugs',
    in: 'java',
    proves: 'lint_config',
    files: 'spotbugs*.xml findbugs*.xml',
    needs: '*spotbugs* *findbugs-maven* *findbugs-plugin*',
    runs: 'spotbugs*',
  },
  {
    tool: 'Error Prone',
    in: 'java',
    proves: 'lint_config dead_code_detection',
    needs: '*error_prone_core* *net.ltgt.errorprone* *gradle-errorprone*',
    says: [[maven, /plugin:ErrorProne|\berrorprone\s*[({]/i]],
  },
  {
    tool: 'detekt',
    in: 'java',
    proves: 'lint_config naming_consistency dead_code_detection',
    files: 'detekt*.y*ml **/config/detekt/** **/detekt*.y*ml',
    needs: '*detekt*',
    runs: 'detekt*',
  },
  {
    tool: 'detekt',
    in: 'kotlin',
    proves: 'cyclomatic_complexity',
    files: 'detekt*.y*ml **/config/detekt/** **/detekt*.y*ml',
    needs: '*detekt*',
    runs: 'detekt*',
  },
  { tool: 'Qodana', in: 'java', proves: 'lint_config', files: 'qodana.y*ml', uses: 'jetbrains/qodana-action' },
  { tool: 'Android Lint', in: 'java', proves: 'lint_config', files: 'lint.xml', says: [[maven, /\blint(Options)?\s*\{/]] },
  {
    tool: 'ArchUnit',
    in: 'java',
    proves: 'code_modularization',
    needs: '*archunit* *konsist* *spring-modulith* *jqassistant* *taikai*',
    rules: 'checkstyle:ImportControl',
    says: [[maven, /module\.graph\.assertion/]],
  },
  {
    tool: 'dependency analysis',
    in: 'java',
    proves: 'unused_dependencies_detection',
    needs: '*dependency-analysis* com.autonomousapps* *nebula.lint*',
    runs: 'dependency:analyze*, buildHealth',
    says: [
      [maven, /maven-dependency-plugin[\s\S]{0,900}<goal>analyze/],
      ['**/gradle/*versions.toml', /\bcom\.autonomousapps\b/],
    ],
  },
  // C#
  {
    tool: 'CSharpier',
    in: 'csharp',
    proves: 'formatter',
    files: '.csharpierrc*',
    needs: 'csharpier* fantomas*',
    runs: 'dotnet format, csharpier, fantomas',
    says: [['**/.config/dotnet-tools.json', /"(csharpier|fantomas(-tool)?|dotnet-format)"/]],
  },
  { tool: 'rules of style', in: 'csharp', proves: 'formatter', says: [['.editorconfig .globalconfig', /^(csharp|dotnet_style)_/m]] },
  {
    tool: 'analyzers of .NET',
    in: 'csharp',
    proves: 'lint_config',
    needs: '*stylecop.analyzers* *sonaranalyzer* *roslynator* *meziantou.analyzer* *analyzers',
    says: [
      [
        '*.csproj *.fsproj Directory.Build.props Directory.Build.targets **/*.props',
        /<(AnalysisLevel|AnalysisMode|EnforceCodeStyleInBuild|EnableNETAnalyzers)>/,
      ],
      ['.editorconfig .globalconfig', /dotnet_diagnostic|dotnet_analyzer|csharp_style/],
      ['*.ruleset', /<Rule\b[^>]*Action="(Warning|Error|Info)"/],
    ],
  },
  {
    tool: 'Nullable',
    in: 'csharp',
    proves: 'strict_typing',
    says: [['*.csproj *.fsproj Directory.Build.props Directory.Build.targets **/*.props', /<Nullable(?![^>]*== 'true')[^>]*>\s*enable/]],
  },
  {
    tool: 'rules on names',
    in: 'csharp',
    proves: 'naming_consistency',
    needs: '*stylecop.analyzers* *sonaranalyzer*',
    says: [['.editorconfig .globalconfig', /dotnet_naming_rule/]],
  },
  {
    tool: 'warnings as errors',
    in: 'csharp',
    proves: 'dead_code_detection',
    needs: '*roslynator* *sonaranalyzer*',
    says: [
      ['*.csproj *.fsproj Directory.Build.props Directory.Build.targets **/*.props **/*.targets', /<TreatWarningsAsErrors[^>]*>\s*true/i],
      raised('IDE0005|IDE0051|IDE0052|IDE0060|CA1801|CA1823|S1144'),
    ],
  },
  { tool: 'rules on complexity', in: 'csharp', proves: 'cyclomatic_complexity', needs: '*sonaranalyzer*', says: [raised('CA1502|S1541|S3776')] },
  { tool: 'ArchUnitNET', in: 'csharp', proves: 'code_modularization', needs: '*netarchtest* *archunitnet* *nsdepcop*' },
  { tool: 'ReferenceTrimmer', in: 'csharp', proves: 'unused_dependencies_detection', needs: 'referencetrimmer snitch' },
]
