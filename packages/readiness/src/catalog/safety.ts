import type { Tool } from './tool.ts'

const build = 'pom.xml *.gradle *.gradle.kts'

/** What finds holes and secrets, and where secrets are kept. */
export const safety: readonly Tool[] = [
  {
    tool: 'scanners',
    proves: 'automated_security_review',
    files: `.semgrep* .snyk .trivyignore trivy.y*ml .bandit .checkov* .gosec* .brakeman* {.,}sonar-project.properties deny.toml .grype.y*ml osv-scanner.toml
        {.release/,}security-scan.hcl .deepsource.toml {.,}sonarcloud.properties .whitesource
        .github/workflows/{,*-,*_}{codeql,sast}{,-analysis,_analysis,-*}.y*ml .github/workflows/security{,-*,_*}.y*ml
        .github/workflows/{,*-}{cve,vulnerability}{-,_}scan*.y*ml .clusterfuzzlite/*`,
    needs: `pip-audit safety brakeman bundler-audit eslint-plugin-security snyk roave/security-advisories *dependency-check-* org.owasp.dependencycheck*
        findsecbugs-plugin securitycodescan* *sonarqube* *sonar-maven-plugin*`,
    rules: 'golangci:gosec ruff:S',
    runs: `codeql database|analyze, semgrep, snyk, trivy, bandit, gosec, govulncheck, cargo .. audit|deny|vet, cargo-audit, cargo-deny,
      npm|pnpm|yarn|bun|deno|uv .. audit, pip-audit, safety check|scan, brakeman, bundle-audit, bundler-audit, bundle audit, audit-ci, better-npm-audit,
      opengrep, bearer scan, flawfinder, psalm .. --taint-analysis, docker scout, sonar-scanner, sonar:sonar, gradlew .. sonar*, osv-scanner, grype, zizmor,
      checkov, tfsec, composer audit, dotnet list .. --vulnerable, sobelow, mix hex.audit|deps.audit, njsscan, horusec, kics, devskim, terrascan, kubescape,
      symfony check:security|security:check, local-php-security-checker, dependency-check*, dotnet-sonarscanner, infer run`,
    uses: `github/codeql-action/{init,analyze,autobuild} semgrep/* returntocorp/* snyk/* aquasecurity/* securego/* golang/govulncheck-action rustsec/*
      actions-rs/audit-check actions-rust-lang/audit embarkstudios/cargo-deny-action */*cargo-deny* pypa/gh-action-pip-audit anchore/scan-action sonarsource/*
      */sonarcloud* actions/dependency-review-action google/osv-scanner* google/oss-fuzz/* */clusterfuzzlite/* zizmorcore/* woodruffw/zizmor*
      ossf/scorecard-action bridgecrewio/* checkmarx/* veracode/* */*security-scan* */*trivy* */*bandit* */*semgrep* */*njsscan* */security-devops-action
      CodeQL* SonarCloud* SonarQube* *SAST* *Dependency-Scanning* */*kics* socketdev/* aikidosec/*`,
    says: [
      [build, /dependency-?check|find-?sec-?bugs|org\.sonarqube|sonar-maven-plugin/i],
      ['.gitlab-ci.y*ml', /SAST|Dependency-Scanning/],
      ['.github/workflows/*.y*ml .gitlab-ci.y*ml', /oss-fuzz|cifuzz|clusterfuzz/],
    ],
  },
  { tool: 'Bandit', in: 'python', proves: 'automated_security_review', files: '.bandit', keys: 'pyproject.toml:tool.bandit', needs: 'bandit' },
  {
    tool: 'scanners of secrets',
    proves: 'secret_scanning',
    files: `{.,}gitleaks.toml .gitleaksignore .secrets.baseline .gitguardian.y*ml .secretlintrc* .trufflehog* .talismanrc .whispers.yml
        .github/secret_scanning.y*ml .github/secret-scanning.y*ml`,
    needs: 'secretlint @secretlint/* detect-secrets ggshield trufflehog',
    runs: `
      gitleaks, trufflehog, ripsecrets, kingfisher scan, detect-aws-credentials, detect-secrets, ggshield, git-secrets, secretlint, talisman, noseyparker,
      detect-private-key`,
    uses: '*/gitleaks* */trufflehog* gitguardian/* *Secret-Detection* */*secret-scan*',
    says: [
      ['.github/workflows/*.y*ml .gitlab-ci.y*ml', /VALIDATE_GITLEAKS: *true|scanners:[^\n]*\bsecret\b|Secret-Detection/],
      ['.{github,release}/{security-,}scan.hcl', /^[ \t]*secrets[ \t]*(=[ \t]*true|\{)/m],
    ],
  },
  {
    tool: 'stores of secrets',
    proves: 'secrets_management',
    files: `**/{.sops.y*ml,.doppler.y*ml,.infisical.json,vault.hcl,secretspec.toml,fnox.toml}
        **/*{sealed-secret,sealedsecret,external-secret,externalsecret}*.y*ml`,
    needs: `node-vault hvac @aws-sdk/client-secrets-manager @google-cloud/secret-manager google-cloud-secret-manager @azure/keyvault-secrets
        azure-keyvault-secrets azure.security.keyvault* @infisical/sdk doppler* vaultrs spring-cloud-starter-vault-config github.com/hashicorp/vault/api`,
    ci: 'vault, op run, doppler run, sops -d',
    says: [
      ['**/.gitignore', /(^|\/)\*?\.env|\.env\*?$|^\/?\.\*$/m],
      ['.{github,gitea,forgejo}/{workflows,actions}/**/*.y*ml', /\$\{\{\s*secrets\.(?!(GITHUB|CODECOV|COVERALLS\w*)_TOKEN\b|github_token\b)/],
    ],
  },
  {
    tool: 'rules of the host',
    proves: 'branch_protection',
    files: '.github/rulesets/*.json',
    says: [['.asf.y*ml', /^\s+protected_branches:[ \t]*(?!~|null)(\S|\n\s+\S)/m]],
  },
]
