import { type Application, declares, librariesOf } from '../applications/application.ts'
import { isCalled } from '../applications/dependency.ts'
import { directoryOf, isForeign, isForTests, isShipped } from '../applications/places.ts'
import { findingOf, ofDifferentFiles } from '../evidence/finding.ts'
import { saysPlainly } from '../evidence/markers.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { hasService, ofApplication, ofRepository, ofServices, type Subject } from './check.ts'
import { profilers } from './known-libraries.ts'

/** Libraries to call others: over HTTP or gRPC, or kits of clouds, clusters, mail, payment, storage and models. */
const clients =
  /^(@aws-sdk\/.*|aws-sdk|boto3|botocore|aiobotocore|software\.amazon\.awssdk:.*|com\.amazonaws:.*|twilio.*|stripe|com\.stripe:.*|axios|got|node-fetch|undici|ky|superagent|needle|request|request-promise.*|ofetch|wretch|bent|phin|ai|@ai-sdk\/.*|@?langchain.*|ollama.*|@mistralai\/.*|@google\/(generative-ai|genai)|google-genai|google-generativeai|litellm|pydantic-ai.*|@kubernetes\/client-node|kubernetes(-asyncio|_asyncio)?|dockerode|docker|discord\.(js|py)|telegraf|python-telegram-bot|pygithub|python-gitlab|gidgethub|authlib|requests-oauthlib|social-auth-.*|django-allauth|mozilla-django-oidc|google-(api-python-client|auth.*)|django-(storages|anymail)|notifications-python-client|geopy|pyocclient|pycurl|treq|niquests|@grpc\/grpc-js|requests|httpx|aiohttp|urllib3|grpcio|google\.golang\.org\/grpc|github\.com\/(go-resty\/resty.*|hashicorp\/go-retryablehttp)|reqwest|awc|surf|tonic|aws-sdk-.*|aws-config|rusoto_.*|object_store|opendal|oauth2|openidconnect|google-cloud-.*|spring-cloud-starter-openfeign|(io\.github\.openfeign:)?feign-.*|(org\.springframework\.boot:)?spring-boot-starter-(security-)?oauth2-client|(org\.springframework\.security:)?spring-security-oauth2-client|(org\.springframework\.boot:)?spring-boot-starter-(mail|webclient|restclient)|(org\.apache\.httpcomponents[\w.]*:)?httpclient5?|(org\.asynchttpclient:)?async-http-client|(com\.konghq:)?unirest-java.*|(com\.sun\.mail|org\.eclipse\.angus|jakarta\.mail|javax\.mail):.*|io\.(kubernetes|fabric8):.*|com\.google\.cloud:.*|google-api-client|com\.google\.api-client:.*|(org\.springframework\.cloud:)?spring-cloud-starter-gateway.*|(org\.springframework\.ai:)?spring-ai-starter-model-.*|retrofit|okhttp|com\.squareup\..*|ktor-client.*|io\.ktor:ktor-client.*|refit.*|restsharp|flurl.*|faraday.*|httpclient|mechanize|slack-(ruby-client|notifier)|gitlab|koala|braintree|postmark.*|sendgrid-.*|fog-.*|httparty|typhoeus|rest-client|excon|octokit|aws-sdk-.*|google-apis-.*|discordrb.*|ruby-openai|omniauth[-_].+|guzzlehttp\/guzzle|laravel\/socialite|socialiteproviders\/.*|league\/(oauth2-.+|flysystem-aws-s3.*)|phpmailer\/phpmailer|sendgrid\/.*|mailgun\/.*|twilio\/sdk|google\/(apiclient|cloud-.*)|knplabs\/github-api|symfony\/(http-client|mailer)|aws\/aws-sdk-php|stripe\/stripe-php|openai-php\/.*|alamofire|ureq|isahc|octocrab|async-openai|lettre|rust-s3|kube|req|tesla|finch|httpoison|hackney|swoosh|bamboo(_.*)?|ueberauth_.*|openid_connect|stripity_stripe|goth|gun|ex_aws.*|openai|anthropic|@anthropic-ai\/.*|@google-cloud\/.*|google-cloud-.*|@azure\/.*|azure-.*|@octokit\/.*|nodemailer|@sendgrid\/.*|sendgrid|postmark|resend|mailgun.*|minio|openid-client|firebase-admin|@slack\/.*|slack[-_]sdk|akahu|nordigen-node|pluggy-sdk|cloud\.google\.com\/go\/.*|google\.golang\.org\/api|firebase\.google\.com\/go.*|github\.com\/(andygrunwald\/go-jira|aws\/aws-sdk-go.*|azure\/azure-sdk-for-go.*|minio\/minio-go.*|stripe\/stripe-go.*|coreos\/go-oidc.*|google\/go-github.*|sashabaranov\/go-openai|openai\/openai-go.*|wneessen\/go-mail|slack-go\/slack|xanzy\/go-gitlab|imroc\/req.*|gojek\/heimdall.*|bwmarrin\/discordgo|go-telegram-bot-api\/.*|docker\/docker|moby\/moby.*|digitalocean\/godo|cloudflare\/cloudflare-go.*|bradleyfalzon\/ghinstallation.*|sendgrid\/.*|twilio\/.*|mailgun\/.*|aliyun\/.*|zitadel\/oidc.*)|golang\.org\/x\/oauth2|gitlab\.com\/gitlab-org\/api\/client-go|code\.gitea\.io\/sdk.*|gopkg\.in\/(gomail|mail).*|k8s\.io\/client-go|sigs\.k8s\.io\/controller-runtime|awssdk\..*|azure\.(storage|messaging|identity|ai)\..*|stripe\.net|microsoft\.extensions\.http|microsoft\.aspnetcore\.authentication\.(openidconnect|google|facebook|microsoftaccount|twitter)|google\.(apis|cloud)\..*|sendgrid.*|twilio.*|grpc\.net\.client.*|restease.*|mailkit|(\w+-)?lua-resty-(http|openidc|aws|requests)|lua-requests)$/

const loggers =
  /^(pino.*|winston|bunyan|roarr|consola|tslog|@nestjs\/pino|nestjs-pino|(django-)?structlog|loguru|python-json-logger|(ch\.qos\.logback\.contrib:)?logback-json-classic|json-log-formatter|go\.uber\.org\/zap|github\.com\/(rs\/zerolog|sirupsen\/logrus|sourcegraph\/log|go-kit\/log|phuslu\/log|charmbracelet\/log.*)|charm\.land\/log.*|tracing|tracing-subscriber|slog|logstash-logback-encoder|net\.logstash\.logback:.*|(co\.elastic\.logging:)?(logback|log4j2?|jul|jboss-logmanager)-ecs-.*|ecs-logging(-\w+)?|@elastic\/ecs-.*|elastic\.commonschema.*|kotlin-logging.*|io\.github\.oshai:.*|serilog.*|nlog.*|lograge|semantic_logger|rails_semantic_logger|ougai|klogger.*|logster|monolog\/monolog|symfony\/monolog-bundle|logger_json|logflare_logger_backend|ex_json_logger|swift-log|spdlog|glog|k8s\.io\/klog.*|github\.com\/go-logr\/\w+|sigs\.k8s\.io\/controller-runtime|github\.com\/hashicorp\/go-hclog|mozlog|@logtape\/.*|evlog|logfire|katip)$/

/**
 * Libraries that carry such a word in their name, as those do that a house puts around others. What only reads or names
 * the measurements of others is none.
 */
const measuring =
  /(?<![a-z])(?:prometheusx?(?!-operator|-query|\/(?:common|procfs|client_model))|dogstatsd|statsd|(?<!k8s\.io\/|font-|text-|string-)metrics|micrometer|opencensus)(?![a-z])|\botel\/(?:sdk\/)?metric\b|^(?:prom-client|express-prom-bundle|aioprometheus|@opentelemetry\/sdk-node|hot-shots|com\.timgroup:.*|statsdclient|datadog|dd-?trace|github\.com\/datadog\/datadog-go.*|opentelemetry-distro|opentelemetry\.(?:exporter\.prometheus|instrumentation|extensions\.hosting).*|@opentelemetry\/instrumentation-runtime-node|(?:.*:)?spring-boot-starter-actuator|simpleclient.*|(?:com\.netflix\.\w+:)?(?:servo-core|spectator-api)|cadence|yabeda.*|prom_ex|peep|k8s\.io\/component-base)$/

/** Of the files beside each other, the one that is called after logging tells more than one that logs. */
function loggingOf(app: Application, { evidence, repository }: Subject): string | undefined {
  const found = evidence.marker('logger', app)
  const marked = app.markers().get('logger')
  if (marked === undefined) return found
  const path = app.sources.find(
    (each) =>
      /(^|\/)(log|logger|logging)\.\w+$/i.test(each) &&
      directoryOf(each) === directoryOf(marked.path) &&
      repository.text(each)?.includes(marked.text),
  )
  return path === undefined ? found : `${path}:1 sets up what logs`
}

/** Laravel brings Monolog with it, which this file sets up. */
function laravelLogging(app: Application): string | undefined {
  const path =
    declares(app, /^laravel\/framework$/) && app.paths.find((each) => /(^|\/)config\/logging\.php$/.test(each))
  return path ? `${path}:1 sets up Monolog` : undefined
}

/** What is started for tests is not the service that answers people. */
const ownDeployment = /^(?!(.*\/)?(ci|dev|development|local|docs?|contrib)\/).*\.ya?ml$/i

/** Pages of the repository itself; the README of a part tells how that part is worked on. */
const ownPages = /^([^/]+|\.(github|claude)\/.+|docs?\/.+)$/i

/** Frameworks that take routes from the names of files need no text for them. */
function routeOf({ paths }: Application): string | undefined {
  const file =
    /(^|\/)(routes?|routers?|api\+?|pages|endpoints|controllers?|handlers?)\/(.+\/)?_?health(z|[-_.]?check)?s?(_controller|Controller)?([./][\w.-]*)?\.(ts|tsx|js|rb|py|php|go|java|kt|cs)$|(^|\/)app\/(.+\/)?(ping|healthz?|livez?|readyz?)\/route\.[jt]sx?$|(^|\/)(pkg|internal|server|services|api|http|web)\/(ping|health(z|[-_]?check)?s?)\/[^/]+\.(go|rs|py|[jt]s)$/i
  const own = paths.filter((each) => /health|ping|live|ready/i.test(each) && !isForTests(each) && !isForeign(each))
  const path =
    own.find((each) => file.test(each)) ?? own.find((each) => ofHealth.test(each) && !ofOtherHealth.test(each))
  return path && `${path}:1 is there`
}

/** Sources that are called after the state of the service, wherever they lie. */
const ofHealth =
  /(?:^|\/)(?:health|[\w-]*health(?:z|[-_]?(?:check(?:er|s)?|controller|handler|endpoint|resource|indicator|probe|route|router|server)))\.(?:go|py|rb|java|kt|cs|php|rs|exs?|clj|scala|[cm]?[jt]s|erl|hs|cpp|cc)$/i

/** What speaks with the health checks of others, or of the health of something else. */
const ofOtherHealth = /client|mock|fake|stub|unhealthy|(?:^|\/)(?:models?|entities|game|components)\//i

/** A file that is called after what it does. */
function breakerOf({ sources }: Application): string | undefined {
  const path = sources.find((each) => /(^|[/_-])(api|circuit)[-_]?breaker\.\w+$/i.test(each) && isShipped(each))
  return path && `${path}:1 is there`
}

/** A composition that asks what is built here; what others built, such as a database, has checks for its own sake. */
function composedCheck({ paths }: Application, repository: Repository): string | undefined {
  const files = paths.filter((path) => /(^|\/)(docker-)?compose[^/]*\.ya?ml$/.test(path) && ownDeployment.test(path))
  return firstOf(files, (path) => {
    const services = entriesOf(at(repository.data(path).value, 'services')).map(([, service]) => service)
    const isAsked = services.some((each) => at(each, 'healthcheck') !== undefined && at(each, 'build') !== undefined)
    return isAsked ? `${path}:1 asks for the health of what it builds` : undefined
  })
}

/** The checks of the pillar Debugging & Observability. */
export const observability = {
  error_tracking_contextualized: ofServices(
    'no errors are tracked; add an error tracker such as Sentry, with the request as context',
    {
      library:
        /(?<![a-z])(?:sentry|bugsnag|rollbar|honeybadger|airbrake|newrelic|appsignal|exceptionless)(?![a-z])|^(?:raven|raygun.*|scout[_-]apm.*|error_tracker|solid_errors|co\.elastic\.apm:.*|elastic[.-]apm.*|@highlight-run\/.*|(?:microsoft\.)?applicationinsights.*|spatie\/laravel-(?:flare|ignition)|facade\/ignition)$/,
      marker: 'exceptionOnSpan',
    },
  ),

  runbooks_documented: ofRepository((subject) => {
    if (!hasService(subject)) return undefined
    const { evidence } = subject
    const found =
      evidence.shipped(
        /(^|\/)((runbooks?|playbooks?|troubleshooting|disaster-recovery)\/.+|docs?\/(.+\/)?(\d+[-_])?operations\/.+|(RUNBOOK|PLAYBOOK|OPERATIONS|OPERATION[-_]NOTES|TROUBLESHOOTING|INCIDENTS?|ONCALL|ON-CALL)(?![a-z]{5})[^/]*)\.(md|mdx|rst|adoc)$/i,
      ) ??
      evidence.documented(
        // Headings of reStructuredText are underlined.
        /^[#=]+ .*\b(runbook|playbook|(?<!Grafana )on-?call|incident|troubleshooting|disaster recovery)\b|^.{0,60}\b(runbook|playbook|troubleshooting|disaster recovery)\b.{0,60}\n[=~^"'*+-]{4,}[ \t]*$/im,
        ownPages,
      )
    return findingOf(found, 'there is no runbook; write docs/runbooks/ with what to do when the service fails')
  }),

  structured_logging: ofApplication((app, subject) => {
    if (app.kind !== 'service') return undefined
    const found = subject.evidence.any({ library: loggers }, app) ?? laravelLogging(app) ?? loggingOf(app, subject)
    const plain = app.markers().get('plainLogger')
    const add = 'use a structured logger such as pino, structlog, slog or Serilog'
    return findingOf(found, `logs have no fields${plain ? `, see ${plain.path}:${plain.line}` : ''}; ${add}`)
  }),

  alerting_configured: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const found =
      evidence.shipped(
        // What lies among the sources is what the program offers to its users.
        /^(?!docs?\/|.*_test\.ya?ml$|(.*\/)?(rbac|crds?)\/|(.*\/)?(src|app|lib|resources)\/.*\.json$)(.*\/)?((alerts?|alerting|alert[-_]?rules?|alertmanager|prometheus[-_]?rules?|monitors)([-_.][^/]*)?|(alerts?|alerting|alert[-_]?rules?|alertmanager|prometheus[-_]?rules?|monitors)\/.+)\.(ya?ml|json|tf|(jso|libso)nnet)$/i,
        app,
      ) ??
      evidence.shippedLine(
        /\.(ya?ml|tf)$/,
        /kind:\s*PrometheusRule|^\s*-\s*alert:|^contactPoints:|"pagerduty_|"opsgenie_|datadog_monitor|aws_cloudwatch_metric_alarm|google_monitoring_alert_policy|azurerm_monitor_.*alert|grafana_rule_group/m,
        app,
      )
    return findingOf(found, 'there are no alerts; add Prometheus rules, or alarms of your monitoring as code')
  }),

  distributed_tracing: ofServices('requests are not traced; add OpenTelemetry', {
    library:
      /(?<![a-z])(?:opentelemetry|otelx?|opentracing|opencensus|jaeger|zipkin|newrelic|skywalking)(?![a-z])|^(?:dd-?trace|elastic-apm-node|scout[_-]apm.*|co\.elastic\.apm:.*|elastic\.apm.*|spandex.*|@sentry\/(?:node|nextjs)|@google-cloud\/trace-agent|aws-xray-sdk.*|(?:gopkg\.in|github\.com)\/datadog\/dd-trace-go.*|(?:.*:)?micrometer-tracing.*|spring-cloud-starter-sleuth|brave.*|datadog|swift-distributed-tracing|logfire)$/,
    marker: 'tracing',
  }),

  health_checks: ofApplication((app, { evidence, repository }) => {
    if (app.kind !== 'service') return undefined
    const marked = evidence.marker('health', app)
    const isWeak = marked !== undefined && saysPlainly.health?.test(marked.replace(/^.*? has /, '')) === false
    const found =
      ofDifferentFiles([
        () =>
          evidence.library(
            /(?<![a-z])(?:terminus|actuator|okcomputer|health[-_.]?checks?|(?:laravel|smallrye|go|quarkus)-health|health-go)(?![a-z])/,
            app,
          ),
        () => !isWeak && marked,
        () => routeOf(app),
        () => evidence.shippedLine(/(^|\/)(Dockerfile[^/]*|[^/]*\.Dockerfile)$/i, /^HEALTHCHECK (?!NONE)/m, app),
        () => composedCheck(app, repository),
        () => evidence.shippedLine(ownDeployment, /(livenessProbe|readinessProbe|healthCheck|healthCheckPath):/, app),
      ]) ?? marked
    return findingOf(found, 'nothing tells whether the service works; answer 200 at /healthz')
  }),

  metrics_collection: ofServices('nothing is measured; add a Prometheus client or OpenTelemetry metrics', {
    library: measuring,
    marker: 'metrics',
  }),

  circuit_breakers: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const found =
      evidence.any(
        {
          library:
            /^(opossum|cockatiel|@nestjs-resilience\/.*|resilience4j.*|io\.github\.resilience4j:.*|spring-cloud-starter-circuitbreaker.*|hystrix.*|failsafe|dev\.failsafe:.*|polly.*|microsoft\.extensions\.http\.(polly|resilience)|pybreaker|circuitbreaker|aiobreaker|purgatory.*|github\.com\/(sony\/gobreaker.*|afex\/hystrix-go|failsafe-go\/.*)|stoplight|circuitbox|semian|ackintosh\/ganesha|failsafe-rs|recloser|fuse|external_service|moleculer|smallrye-fault-tolerance|io\.quarkus:quarkus-smallrye-fault-tolerance)$/,
          marker: 'circuitBreaker',
        },
        app,
      ) ??
      breakerOf(app) ??
      evidence.shippedLine(ownDeployment, /outlierDetection:|circuitBreakers?:/, app)
    const client = librariesOf(app).find((each) => isCalled(each, clients))
    if (found === undefined && client === undefined) return undefined
    return findingOf(
      found,
      `calls through ${client?.name} of ${client?.path} have no circuit breaker; wrap them with one such as opossum, resilience4j or Polly`,
    )
  }),

  deployment_observability: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const found =
      evidence.shipped(
        /^(?!(.*\/)?(assets|data)\/)(.*\/)?((grafana|kibana|datadog|monitoring)[-_])?dashboards\/(.+\/)?[^/.][^/]*\.(json|(jso|libso)nnet)$/i,
        app,
      ) ??
      evidence.shipped(
        /^(?!(.*\/)?(assets|data|schema|public)\/)(.*\/)?((dashboards|grafana)\/.+\.(json|ya?ml|(jso|libso)nnet|tf)|dashboard\/[^/]+\.(json|ya?ml|(jso|libso)nnet|tf)|[^/]*(dashboard|grafana)[^/]*\.(json|(jso|libso)nnet|tf)|charts?\/.*dashboard[^/]*\.ya?ml)$/i,
        app,
      ) ??
      evidence.task(
        /sentry-cli releases|getsentry\/action-release|datadog-ci|deployment-?marker|newrelic[^\n]{0,80}deployment|honeycomb[^\n]{0,80}marker|grafana[^\n]{0,80}annotation|createDeployment\b|notify-deploy|deploy-(notification|tracker)/i,
      )
    return findingOf(
      found,
      'deployments cannot be seen in the monitoring; keep a dashboard in the repository, or report releases from CI',
    )
  }),

  profiling_instrumentation: ofServices(
    'the service cannot be profiled; add a profiler such as Pyroscope, or an option that writes a profile',
    {
      library: profilers,
      dependency: profilers,
      task: /--cpu-prof|--prof\b|\benable[-_]profiling\b|\bENABLE_PROFILING\b|py-spy|async-profiler|\bpprof\b|dotnet-trace|stackprof|StartFlightRecording/,
      // Skills tell agents how to use the tools of others.
      below: /^(?!\.|(.*\/)?skills\/)(.*\/)?PROFILING[^/]*\.(md|rst|adoc)$/i,
      marker: 'profiler',
    },
  ),
}
