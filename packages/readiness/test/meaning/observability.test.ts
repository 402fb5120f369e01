import { describe } from 'vitest'
import { json, npm, service } from '../mini.ts'
import { rails } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

describe('Debugging & Observability', () => {
  itJudges([
    [
      'a table of versions for all',
      'structured_logging',
      'fails',
      {
        'Directory.Packages.props': '<PackageVersion Include="Serilog" Version="4" />',
        'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"/>',
        'Program.cs': 'app.Run();\n',
      },
    ],
    [
      'a library in a part of the service',
      'structured_logging',
      'passes',
      {
        'api/package.json': npm(['fastify', '@acme/log']),
        'api/main.ts': 'run()\n',
        'log/package.json': npm(['pino'], { name: '@acme/log', exports: './log.ts' }),
        'log/log.ts': 'export {}\n',
      },
    ],
    [
      'a logger for development alone',
      'structured_logging',
      'fails',
      { 'package.json': npm(['fastify'], { devDependencies: { pino: '1' } }), 'main.ts': 'run()\n' },
    ],
    [
      'a logger that only gets messages',
      'structured_logging',
      'fails',
      {
        'composer.json': json({ name: 'm/m', type: 'project', require: { 'laravel/framework': '12' } }),
        'public/index.php': '<?php\n',
        'app/A.php': "<?php\nLog::info('done');\n",
      },
    ],
    [
      'a field here and there, which the lines of the framework may not show',
      'structured_logging',
      'fails',
      {
        'composer.json': json({ name: 'm/m', type: 'project', require: { 'laravel/framework': '12' } }),
        'public/index.php': '<?php\n',
        'app/A.php': "<?php\nLog::info('done', ['user' => $id]);\n",
      },
    ],
    [
      'a module that others need',
      'distributed_tracing',
      'fails',
      {
        'go.mod': 'module m\nrequire go.opentelemetry.io/otel v1.0.0 // indirect\n',
        'main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      },
    ],
    [
      'a project that is referenced',
      'distributed_tracing',
      'passes',
      {
        'Api/Api.csproj':
          '<Project Sdk="Microsoft.NET.Sdk.Web"><ProjectReference Include="..\\Defaults\\Defaults.csproj" /></Project>',
        'Api/Program.cs': 'app.Run();\n',
        'Defaults/Defaults.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PackageReference Include="OpenTelemetry.Extensions.Hosting" /></Project>',
        'Defaults/A.cs': 'class A {}\n',
      },
    ],
    [
      'the health of another service',
      'health_checks',
      'fails',
      { ...service(), 'src/a.ts': 'await get("/_cluster/health")\n' },
    ],
    ['a route called ping', 'health_checks', 'passes', { ...service(), 'src/a.ts': 'app.get("/ping", pong)\n' }],
    [
      'health checks of databases for tests',
      'health_checks',
      'fails',
      {
        ...rails,
        'docker/test/develop.yml': 'services:\n  db:\n    healthcheck:\n      test: pg_isready\n',
      },
    ],
    [
      'a status that answers at a route',
      'health_checks',
      'passes',
      {
        ...service(),
        'src/routes.ts': "router.get('/status', show)\n",
      },
    ],
    [
      'another cloud, called without a circuit breaker',
      'circuit_breakers',
      'fails',
      {
        ...service(['@aws-sdk/client-sns']),
      },
    ],
  ])
})
