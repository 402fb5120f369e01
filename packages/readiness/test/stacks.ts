import { type Files, json, npm, prose } from './mini.ts'

const readme = (name: string, command: string): string =>
  `# ${name}\n\n${prose}\n\n## Start\n\n\`\`\`sh\n${command}\n\`\`\`\n`

/** Repositories as one finds them, each with what its kind usually has and lacks. */
export const stacks: Readonly<Record<string, Files>> = {
  'typescript-monorepo': {
    'README.md': readme('Shop', 'npm ci && npm run dev'),
    'AGENTS.md': `${prose}\nRun \`npm test\` before \`gh pr create\`.\n`,
    '.gitignore': 'node_modules/\ndist/\n.env\n.DS_Store\n',
    '.env.example': 'DATABASE_URL=\n',
    'package.json': json({
      name: 'shop',
      private: true,
      workspaces: ['apps/*', 'packages/*'],
      scripts: { test: 'vitest run', lint: 'eslint .', dev: 'turbo dev' },
      devDependencies: {
        eslint: '9.0.0',
        prettier: '3.0.0',
        vitest: '3.0.0',
        typescript: '5.9.0',
        turbo: '2.0.0',
        husky: '9.0.0',
      },
    }),
    'package-lock.json': '{}',
    'turbo.json': '{}',
    'tsconfig.json': json({ compilerOptions: { strict: true, noUnusedLocals: true } }),
    'eslint.config.js': 'export default []\n',
    '.prettierrc': '{}',
    '.husky/pre-commit': 'npm run lint\n',
    'compose.yaml': 'services:\n  db: {image: postgres}\n',
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@v5\n      - run: npm ci\n      - run: npm test\n      - run: npm audit\n',
    '.github/CODEOWNERS': '* @acme/shop\n',
    '.github/dependabot.yml':
      'version: 2\nupdates:\n  - package-ecosystem: npm\n    cooldown:\n      default-days: 7\n',
    '.github/pull_request_template.md': '## Why\n',
    '.github/ISSUE_TEMPLATE/bug.yml': 'name: Bug\nlabels: [bug]\n',
    'apps/api/package.json': npm(['fastify', 'pino', '@prisma/client', 'prom-client', '@sentry/node'], {
      name: 'api',
      description: 'The shop’s API',
    }),
    'apps/api/prisma/schema.prisma': 'model User { id Int @id }\n',
    'apps/api/src/main.ts': "app.get('/healthz', () => 'ok')\nconst port = process.env.PORT\n",
    'apps/api/src/orders.ts': 'export const orders = []\n',
    'apps/api/src/orders.test.ts': "it('orders', () => {})\n",
    'apps/api/test/integration/orders.test.ts': "it('orders for real', () => {})\n",
    'apps/web/package.json': npm(['next', 'react-dom', 'posthog-js'], { name: 'web', description: 'The shop’s pages' }),
    'apps/web/src/page.tsx': 'export default () => null\n',
    'apps/web/src/page.test.tsx': "it('shows', () => {})\n",
    'packages/money/package.json': npm([], { name: 'money', exports: './src/money.ts' }),
    'packages/money/src/money.ts': 'export const cent = 0.01\n',
  },

  'python-fastapi': {
    'README.md': readme('Ledger', 'uv sync'),
    '.gitignore': '__pycache__/\n.venv/\n.env\n.idea/\n',
    'pyproject.toml': `[project]
name = "ledger"
description = "Keeps the books"
dependencies = ["fastapi>=0.115", "sqlalchemy", "alembic", "structlog", "opentelemetry-sdk"]

[dependency-groups]
dev = ["pytest", "pytest-xdist", "ruff", "mypy"]

[tool.ruff.lint]
select = ["E", "F", "N", "C90"]

[tool.mypy]
strict = true

[tool.pytest.ini_options]
addopts = "--durations=5"

[tool.coverage.report]
fail_under = 85
`,
    'uv.lock': 'version = 1\n',
    '.pre-commit-config.yaml': 'repos:\n  - hooks:\n      - id: check-added-large-files\n      - id: gitleaks\n',
    'alembic/versions/0001_first.py': 'revision = "1"\n',
    'ledger/main.py': 'import os\napp = FastAPI()\n@app.get("/health")\ndef health(): return os.environ["MODE"]\n',
    'ledger/accounts.py': 'def open_account(): ...\n',
    'tests/test_accounts.py': 'def test_open(): ...\n',
    'tests/integration/test_api.py': 'def test_api(): ...\n',
    'docs/conf.py': 'project = "ledger"\n',
    'docs/architecture.md': '```mermaid\ngraph TD\n```\n',
    '.gitlab-ci.yml': 'test:\n  script:\n    - uv run pytest\n    - uv run bandit -r ledger\n',
  },

  'go-service': {
    'README.md': readme('Gate', 'make run'),
    Makefile:
      'run:\n\tgo run ./cmd/gate\ntest:\n\tgo test -shuffle=on ./...\nlint:\n\tgolangci-lint run\nfmt:\n\tgofmt -l .\n',
    '.gitignore': 'bin/\n.env\n*.swp\n',
    'go.mod':
      'module example.org/gate\n\ngo 1.24\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.2.0\n\tgithub.com/prometheus/client_golang v1.20.0\n\tgithub.com/jackc/pgx/v5 v5.7.0\n)\n',
    'go.sum': '',
    '.golangci.yml': 'linters:\n  enable: [revive, gosec, dupl, cyclop, godox]\n',
    '.goreleaser.yaml': 'version: 2\n',
    'cmd/gate/main.go':
      'package main\nimport "log/slog"\nfunc main() { os.Getenv("PORT"); r.Get("/healthz", ok) }\nhttp.ListenAndServe(":80", nil)\n',
    'internal/orders/orders.go': 'package orders\n',
    'internal/orders/orders_test.go': 'package orders\n',
    'migrations/0001_init.up.sql': 'create table a ();\n',
    Dockerfile: 'FROM golang\n',
    'deploy/k8s/app.yaml': 'kind: Deployment\nlivenessProbe: {}\n',
    '.github/workflows/ci.yml':
      'jobs:\n  t:\n    steps:\n      - run: make test lint\n      - run: govulncheck ./...\n',
    'OWNERS.md': 'The platform team.\n',
  },

  'rust-workspace': {
    'README.md': readme('Parser', 'cargo build'),
    '.gitignore': '/target\n.env\n.vscode/\n',
    'Cargo.toml':
      '[workspace]\nmembers = ["crates/*"]\n\n[workspace.dependencies]\nserde = "1"\n\n[workspace.lints.clippy]\nall = "warn"\n',
    'Cargo.lock': '',
    'rustfmt.toml': '',
    'cliff.toml': '',
    'crates/parser/Cargo.toml': '[package]\nname = "parser"\ndescription = "Parses"\n',
    'crates/parser/src/lib.rs': 'pub fn parse() {}\n#[cfg(test)]\nmod tests {}\n',
    'crates/parser/tests/files.rs': '#[test]\nfn reads() {}\n',
    'crates/cli/Cargo.toml': '[package]\nname = "cli"\ndescription = "Parses from a terminal"\n',
    'crates/cli/src/main.rs': 'fn main() {}\n',
    '.github/workflows/ci.yml':
      'jobs:\n  t:\n    steps:\n      - run: cargo test\n      - run: cargo clippy\n      - run: cargo deny check\n',
    'CONTRIBUTING.md': 'Open changes with `gh pr create`.\n',
  },

  'java-spring': {
    'README.md': readme('Billing', './mvnw verify'),
    '.gitignore': 'target/\n.idea/\n.env\n',
    'pom.xml': `<project>
  <description>Sends bills</description>
  <dependencies>
    <dependency><artifactId>spring-boot-starter-web</artifactId></dependency>
    <dependency><artifactId>spring-boot-starter-actuator</artifactId></dependency>
    <dependency><artifactId>spring-boot-starter-data-jpa</artifactId></dependency>
    <dependency><artifactId>springdoc-openapi-starter-webmvc-ui</artifactId></dependency>
    <dependency><artifactId>testcontainers</artifactId></dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>spotless-maven-plugin</artifactId></plugin>
    <plugin><artifactId>maven-checkstyle-plugin</artifactId></plugin>
    <plugin><artifactId>jacoco-maven-plugin</artifactId><configuration><minimum>0.8</minimum></configuration></plugin>
  </plugins></build>
</project>
`,
    'src/main/java/org/example/App.java':
      '@SpringBootApplication\nclass App { String mode = System.getenv("MODE"); }\n',
    'src/main/resources/db/migration/V1__init.sql': 'create table a ();\n',
    'src/test/java/org/example/AppTest.java': 'class AppTest {}\n',
    'src/test/java/org/example/OrderIT.java': 'class OrderIT {}\n',
    Jenkinsfile: "pipeline { stages { stage('t') { steps { sh './mvnw verify' } } } }\n",
  },

  'dotnet-aspnet': {
    'README.md': readme('Stock', 'dotnet run --project src/Stock'),
    '.gitignore': 'bin/\nobj/\n.vs/\n.env\n',
    '.editorconfig': '[*.cs]\ndotnet_naming_rule.x.severity = error\ndotnet_diagnostic.IDE0051.severity = warning\n',
    'Stock.sln': '',
    'Directory.Build.props':
      '<Project><PropertyGroup><Nullable>enable</Nullable><AnalysisLevel>latest</AnalysisLevel></PropertyGroup></Project>',
    'Directory.Packages.props':
      '<Project><ItemGroup><PackageVersion Include="Serilog.AspNetCore" Version="9.0.0" /></ItemGroup></Project>',
    'src/Stock/Stock.csproj':
      '<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><PackageReference Include="Serilog.AspNetCore" /><PackageReference Include="Swashbuckle.AspNetCore" /></ItemGroup></Project>',
    'src/Stock/Program.cs': 'var app = WebApplication.CreateBuilder(args).Build();\napp.MapHealthChecks("/healthz");\n',
    'tests/Stock.Tests/Stock.Tests.csproj':
      '<Project><PackageReference Include="xunit" /><PackageReference Include="Microsoft.NET.Test.Sdk" /><ProjectReference Include="../../src/Stock/Stock.csproj" /></Project>',
    'tests/Stock.Tests/ShelfTests.cs': 'class ShelfTests {}\n',
    'azure-pipelines.yml': 'steps:\n  - script: dotnet test --logger trx\n',
  },

  'ruby-rails': {
    'README.md': readme('Blog', 'bin/setup'),
    '.gitignore': '/log\n/tmp\n.env*\n.DS_Store\n',
    Gemfile:
      "source 'https://rubygems.org'\ngem 'rails'\ngem 'pg'\ngem 'puma'\ngem 'lograge'\ngem 'sentry-rails'\ngem 'bullet'\ngem 'sidekiq'\ngroup :test do\n  gem 'rspec-rails'\nend\ngem 'rubocop'\n",
    'Gemfile.lock': '',
    '.rubocop.yml': 'AllCops: {}\n',
    'bin/setup': 'bundle install\n',
    'app/models/user.rb': 'class User < ApplicationRecord\n  encrypts :email\nend\n',
    'config/routes.rb': 'get "up" => "rails/health#show"\n',
    'config/initializers/filter_parameter_logging.rb': 'Rails.application.config.filter_parameters += [:password]\n',
    'db/schema.rb': 'ActiveRecord::Schema.define {}\n',
    'spec/models/user_spec.rb': 'describe User do\nend\n',
    'spec/features/sign_in_spec.rb': 'describe "sign in" do\nend\n',
    'docker-compose.yml': 'services: {}\n',
    '.circleci/config.yml':
      'jobs:\n  t:\n    steps:\n      - run: bundle exec rspec\n      - run: bundle exec brakeman\n',
  },

  'php-laravel': {
    'README.md': readme('Forum', 'composer install && php artisan serve'),
    '.gitignore': '/vendor\n.env\n.idea\n',
    '.env.example': 'APP_KEY=\n',
    'composer.json': json({
      name: 'acme/forum',
      description: 'A forum',
      require: { 'laravel/framework': '^12.0', 'laravel/pennant': '^1.0' },
      'require-dev': { 'phpunit/phpunit': '^12.0', 'laravel/pint': '^1.0', 'larastan/larastan': '^3.0' },
    }),
    'composer.lock': '{}',
    'phpstan.neon': 'parameters:\n  level: 7\n',
    'phpunit.xml': '<phpunit executionOrder="random"/>',
    'app/Models/User.php': '<?php\n',
    'database/migrations/0001_create_users.php': '<?php\n',
    'tests/Feature/LoginTest.php': '<?php\n',
    'tests/Unit/UserTest.php': '<?php\n',
  },

  'cpp-and-terraform': {
    'README.md': readme('Engine', 'cmake -B build && cmake --build build'),
    '.gitignore': 'build/\n.terraform/\n.env\n*~\n',
    '.clang-format': 'BasedOnStyle: LLVM\n',
    '.clang-tidy': 'Checks: "readability-identifier-naming"\n',
    'engine/CMakeLists.txt': 'project(engine)\nadd_compile_options(-Wall)\nenable_testing()\n',
    'engine/src/engine.cpp': 'int turn() { return 1; }\n',
    'engine/tests/engine_test.cpp': 'int main() {}\n',
    'infra/main.tf': 'resource "aws_instance" "a" {}\nresource "aws_cloudwatch_metric_alarm" "b" {}\n',
    'infra/.terraform.lock.hcl': '',
    'infra/tests/main.tftest.hcl': '',
    '.github/workflows/infra.yml':
      'jobs:\n  p:\n    steps:\n      - run: terraform fmt -check\n      - run: tflint\n      - run: terraform apply\n',
  },
}
