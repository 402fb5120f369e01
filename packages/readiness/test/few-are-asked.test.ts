import { describe } from 'vitest'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, json, npm, prose } from './mini.ts'

const server: Files = {
  'package.json': npm(['express'], { scripts: { start: 'node a.js' } }),
  'a.js': 'app.listen(process.env.PORT)\n',
}

const variables = 'services:\n  db:\n    environment:\n      POSTGRES_DB: shop\n'

const spring = (artifact: string): Files => ({
  'pom.xml': `<project><artifactId>shop</artifactId><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency><dependency><groupId>ch.qos.logback.contrib</groupId><artifactId>${artifact}</artifactId></dependency></dependencies></project>`,
  'src/main/java/a/A.java': '@SpringBootApplication\nclass A { public static void main(String[] args) {} }\n',
})

const django = (needs: string): Files => ({
  'requirements.txt': `django\n${needs}\n`,
  'manage.py': 'import django.core.management\n',
  'shop/wsgi.py': 'application = 1\n',
})

/** A site of PHP whose manifest takes in another one. */
const merged = (include: readonly string[]): Files => ({
  'composer.json': json({ name: 'a/site', type: 'project', extra: { 'merge-plugin': { include } } }),
  'index.php': '<?php echo 1;\n',
  'core/composer.json': json({ name: 'a/core', require: { 'monolog/monolog': '^3', 'guzzlehttp/guzzle': '^7' } }),
  'core/src/A.php': '<?php class A {}\n',
})

const laravel = (chosen: string): Files => ({
  'composer.json': json({
    name: 'a/site',
    type: 'project',
    require: { 'laravel/framework': '^11', 'doctrine/dbal': '^3' },
  }),
  artisan: '<?php\n',
  'public/index.php': '<?php\n',
  'app/A.php': '<?php class A {}\n',
  'config/database.php': `<?php\nreturn [\n    'default' => env('DB_CONNECTION', '${chosen}'),\n    'connections' => ['sqlite' => ['driver' => 'sqlite'], 'pgsql' => ['driver' => 'pgsql']],\n];\n`,
  'docker/all/docker-compose.yml': 'services:\n  db:\n    image: postgres:17\n',
})

const golang = (settings: string): Files => ({
  'go.mod':
    'module mini\nrequire (\n\tgithub.com/gin-gonic/gin v1.0.0\n\tgorm.io/gorm v1.0.0\n\tgithub.com/jackc/pgx/v5 v5.0.0\n\tmodernc.org/sqlite v1.0.0\n)\n',
  'main.go': 'package main\n\nfunc main() { gin.Default().Run() }\n',
  'internal/common/env_config.go': `package config\n\nconst (\n${settings})\n`,
  'docker-compose.yml': 'services:\n  mini:\n    build: .\n',
})

const instructions = (text: string): Files => ({
  ...server,
  'AGENTS.md': `# Instructions\n\n${text}\n\n## Commands\n\n\`\`\`sh\nnpm install\nnpm test\n\`\`\`\n\n${prose}\n`,
  'CHANGELOG.md': '# Changes\n',
  'internal/a.js': '1\n',
})

describe('criteria that few repositories are asked for', () => {
  itJudges([
    ['variables as a composition writes them', 'env_template', 'passes', { ...server, '.env': variables }],
    ['a file of variables without one', 'env_template', 'fails', { ...server, '.env': 'services:\n  db: {}\n' }],
    ['a log as JSON by Logback', 'structured_logging', 'passes', spring('logback-json-classic')],
    ['a log in a database by Logback', 'structured_logging', 'fails', spring('logback-mongodb-classic')],
    ['a service that asks others for places', 'circuit_breakers', 'fails', django('geopy')],
    ['a service that asks nobody', 'circuit_breakers', 'absent', django('pillow')],
    ['what a merged manifest needs', 'circuit_breakers', 'fails', merged(['core/composer.json'])],
    ['what a manifest beside it needs', 'circuit_breakers', 'absent', merged([])],
    ['a site of Laravel with a server', 'local_services_setup', 'passes', laravel('pgsql')],
    ['a site of Laravel with a file', 'local_services_setup', 'absent', laravel('sqlite')],
    ['a name that says what is taken', 'local_services_setup', 'absent', golang('\tdefaultSqlitePath = "data/a.db"\n')],
    ['a name that says nothing', 'local_services_setup', 'passes', golang('\tname = "mini"\n')],
    ['a file without a folder', 'agents_md_current', 'absent', instructions('After a task, update `CHANGELOG.md`.')],
    ['a missing list of tools', 'agents_md_current', 'fails', instructions('- `internal/b.js`: build tools, pinned')],
    ['what a build writes', 'agents_md_current', 'absent', instructions('The build writes `internal/b.js`.')],
    ['a list of tools', 'agents_md_current', 'passes', instructions('- `internal/a.js`: build tools, pinned')],
  ])
})
