import { expression } from '../repository/expression.ts'
import type { Tool } from './tool.ts'

/** Manifests that deploy a program for people. */
export const deployment = `{,**/}{k8s*,kubernetes*,helm*,charts,chart,deploy*,manifests,argocd,kustomize,kustomization}/**/*.y*ml
    **/{Chart,kustomization,skaffold,fly,render}.{yml,yaml,toml} **/*.tf **/serverless.y*ml`

/** What a service needs to be watched. */
export const running: readonly Tool[] = [
  {
    tool: 'error trackers',
    proves: 'error_tracking_contextualized',
    isLibrary: true,
    code: 'exceptionOnSpan',
    needs: `*sentry* *bugsnag* *rollbar* *honeybadger* *airbrake* *newrelic* *appsignal* *exceptionless* raven raygun* scout_apm* scout-apm* error_tracker
        solid_errors co.elastic.apm:* elastic-apm* elastic.apm* @highlight-run/* applicationinsights* microsoft.applicationinsights* spatie/laravel-flare
        spatie/laravel-ignition facade/ignition`,
  },
  {
    tool: 'loggers',
    proves: 'structured_logging',
    isLibrary: true,
    code: 'logger',
    needs: `pino* winston bunyan roarr consola tslog @nestjs/pino nestjs-pino structlog django-structlog loguru python-json-logger *logback-json-classic
        json-log-formatter go.uber.org/zap github.com/rs/zerolog* github.com/sirupsen/logrus* github.com/go-kit/log github.com/phuslu/log*
        github.com/charmbracelet/log* charm.land/log* tracing
      tracing-subscriber slog *logstash-logback-encoder net.logstash.logback:* *-ecs-encoder *-ecs-layout *ecs-logging* @elastic/ecs-* elastic.commonschema*
      kotlin-logging* io.github.oshai:* serilog* nlog* lograge semantic_logger rails_semantic_logger ougai klogger* logster monolog/monolog
      symfony/monolog-bundle logger_json logflare_logger_backend ex_json_logger swift-log
      spdlog glog k8s.io/klog* github.com/go-logr/* sigs.k8s.io/controller-runtime github.com/hashicorp/go-hclog mozlog @logtape/* evlog logfire katip`,
  },
  {
    tool: 'alerts',
    proves: 'alerting_configured',
    files: `
        **/{alert,alerts,alerting,alert-rules,alert_rules,alertmanager,prometheus-rules,prometheus_rules,prometheusrules,monitors}{,-*,_*,.*}.{yml,yaml,json,tf,jsonnet,libsonnet}
        **/{alert,alerts,alerting,alert-rules,alert_rules,alertmanager,prometheus-rules,monitors}/**/*.{yml,yaml,json,tf,jsonnet,libsonnet}`,
    says: [
      [
        `${deployment} **/*.tf **/{monitoring,prometheus,grafana}/**/*.y*ml`,
        expression(
          'm',
          String.raw`kind:\s*PrometheusRule|^\s*-\s*alert:|^contactPoints:|"pagerduty_|"opsgenie_|datadog_monitor|aws_cloudwatch_metric_alarm`,
          '|google_monitoring_alert_policy|azurerm_monitor_.*alert|grafana_rule_group',
        ),
      ],
    ],
  },
  {
    tool: 'tracers',
    proves: 'distributed_tracing',
    isLibrary: true,
    code: 'tracing',
    needs: `*opentelemetry* *otel* *opentracing* *opencensus* *jaeger* *zipkin* *newrelic* *skywalking* dd-trace ddtrace elastic-apm* scout_apm* scout-apm*
        co.elastic.apm:* elastic.apm* spandex* @sentry/node @sentry/nextjs @google-cloud/trace-agent aws-xray-sdk* *dd-trace-go* *micrometer-tracing*
        spring-cloud-starter-sleuth brave* datadog swift-distributed-tracing logfire`,
  },
  {
    tool: 'health checks',
    proves: 'health_checks',
    isLibrary: true,
    code: 'health',
    needs: `*terminus *actuator *okcomputer *health_check* *health-check* *healthcheck* *healthchecks* *laravel-health *smallrye-health *go-health
        *quarkus-health
        *health-go*`,
    files: `
        **/{routes,route,routers,router,api,pages,endpoints,controllers,controller,handlers,handler}/**/{,_}health{,z,-check,_check,check,Check}{,s}{,_controller,Controller,.controller}.{ts,tsx,js,rb,py,php,go,java,kt,cs}
        **/{health,healthz,health_check,healthcheck,HealthController,HealthCheckController,health_controller,health.controller}.{go,py,rb,java,kt,cs,php,rs,ex,ts,js}`,
    says: [
      ['**/Dockerfile* **/*.Dockerfile', /^HEALTHCHECK (?!NONE)/m],
      ['**/*.y*ml', /(livenessProbe|readinessProbe|healthCheck|healthCheckPath):/],
    ],
  },
  {
    tool: 'metrics',
    proves: 'metrics_collection',
    isLibrary: true,
    code: 'metrics',
    needs: `*prometheus* *statsd* *metrics* *micrometer* *opencensus* */otel/metric* */otel/sdk/metric* prom-client express-prom-bundle @opentelemetry/sdk-node
        hot-shots com.timgroup:* datadog dd-trace ddtrace *datadog-go* opentelemetry-distro opentelemetry.exporter.prometheus* opentelemetry.instrumentation*
        opentelemetry.extensions.hosting *spring-boot-starter-actuator simpleclient* cadence yabeda* prom_ex peep k8s.io/component-base`,
  },
  {
    tool: 'breakers',
    proves: 'circuit_breakers',
    isLibrary: true,
    code: 'circuitBreaker',
    needs: `opossum cockatiel @nestjs-resilience/* *resilience4j* *spring-cloud-starter-circuitbreaker* *hystrix* failsafe dev.failsafe:* polly*
        microsoft.extensions.http.polly microsoft.extensions.http.resilience pybreaker circuitbreaker aiobreaker purgatory* github.com/sony/gobreaker*
        github.com/failsafe-go/* stoplight circuitbox semian ackintosh/ganesha failsafe-rs recloser fuse external_service moleculer *smallrye-fault-tolerance`,
    says: [[deployment, /outlierDetection:|circuitBreakers?:/]],
  },
  {
    tool: 'dashboards',
    proves: 'deployment_observability',
    except: '**/{src,app,assets,public,components,icons,data,schema}/**',
    files: `**/{,grafana-,grafana_,kibana-,datadog-,monitoring-}dashboards/**/*.{json,jsonnet,libsonnet,yml,yaml,tf} **/grafana/**/*.{json,yml,yaml,jsonnet,tf}
        **/*{dashboard,grafana}*.{json,jsonnet,libsonnet,tf} **/charts/**/*dashboard*.y*ml`,
    runs: 'sentry-cli releases, datadog-ci, createDeployment, notify-deploy',
    uses: 'getsentry/action-release */*deployment-marker* */*deployment-tracker*',
  },
  {
    tool: 'profilers',
    proves: 'profiling_instrumentation',
    code: 'profiler',
    needs: `@pyroscope/* pyroscope* @datadog/pprof dd-trace ddtrace clinic @clinic/* 0x v8-profiler* @google-cloud/profiler @sentry/profiling-*
        google-cloud-profiler py-spy pyinstrument scalene yappi memray austin-* viztracer line-profiler line_profiler memory-profiler memory_profiler
        filprofiler guppy3 django-silk flask-profiler
      github.com/grafana/pyroscope-go* github.com/google/pprof* github.com/google/gops* github.com/felixge/fgprof* github.com/pkg/profile*
      github.com/gin-contrib/pprof* cloud.google.com/go/profiler pprof jemalloc_pprof puffin profiling dhat tracing-flame tracing-tracy tracing-chrome
      tracy-client console-subscriber one.profiler:* async-profiler io.pyroscope:* *javamelody* miniprofiler*
      microsoft.applicationinsights.profiler* dotnet-trace stackprof rack-mini-profiler ruby-prof app_profiler vernier rbspy singed *xhprof* *excimer*
      *tideways* perftools/* blackfire/* spiral/profiler eflambe eflame flame_on datadog`,
    runs: '--cpu-prof, --prof, py-spy, async-profiler, pprof, dotnet-trace, stackprof, StartFlightRecording, enable-profiling, enable_profiling',
    files: '{,docs/,doc/}{PROFILING,profiling}*.{md,rst,adoc}',
  },
  {
    tool: 'redaction',
    proves: 'log_scrubbing',
    isLibrary: true,
    code: 'redaction',
    needs:
      'fast-redact pino-noir @pinojs/redact slow-redact redact-pii presidio-* scrubadub logstash-masking* destructurama* serilog.enrichers.sensitive logstop',
    files: '**/config/initializers/filter_parameter_logging.rb',
  },
  {
    tool: 'care for people',
    proves: 'pii_handling',
    isLibrary: true,
    code: 'personalData',
    needs: `presidio-* redact-pii scrubadub @47ng/cloak prisma-field-encryption django-cryptography django-encrypted* attr_encrypted lockbox cloak* ecto_vault
        blind_index microsoft.aspnetcore.dataprotection jasypt*`,
    files: '{docs/,doc/,}{PRIVACY,privacy}{,_POLICY,-policy,_policy}.{md,rst,adoc,txt} docs/**/privacy*.md',
    told: /^(#+|=+) .*\b(personal data|pii|gdpr|data protection|privacy)\b/im,
  },
  {
    tool: 'scanners from outside',
    proves: 'dast_scanning',
    files: '.zap/** .zap* **/{zap,stackhawk,nuclei}{,-*,_*,.*}.{yml,yaml,conf,tsv} schemathesis.toml',
    needs: 'schemathesis dredd restler zaproxy zap-api-* python-owasp-zap* owasp_zap @stackhawk/*',
    runs: 'zap-baseline*, zap-full-scan*, zap-api-scan*, nuclei, hawkscan, schemathesis, restler, dast',
    uses: 'zaproxy/* stackhawk/* */*schemathesis* */*nuclei* *DAST*',
  },
  {
    tool: 'switches',
    proves: 'feature_flag_infrastructure',
    isLibrary: true,
    code: 'featureFlag',
    needs: `*launchdarkly* ldclient* unleash* @unleash/* *flagsmith* @openfeature/* openfeature* open-feature* dev.openfeature* *growthbook* statsig-*
        @statsig/* @splitsoftware/* splitio* *configcat* flipper* @flipper* flipt* @flipt-io/* *optimizely* @devcycle/* devcycle-* @bucketco/* @reflag/*
        @happykit/flags* @vercel/flags hypertune flags @eppo/* eppo-* @amplitude/experiment*
      @harnessio/ff-* featurehub-* *ff4j* *togglz* microsoft.featuremanagement* featuretoggle* esquio* django-waffle django-flags wagtail-flags gargoyle*
      flask-featureflags waffle laravel/pennant ylsideas/feature-flags flagception/* rollout rollout-ui flipflop feature_flagger github.com/*/go-feature-flag*
      github.com/unleash/* github.com/open-feature/* github.com/openflagr/*
      io.split.client:* io.quarkiverse.flags* fun_with_flags flippant react-feature-flags flagged fflip *firebase-config* @react-native-firebase/remote-config
      firebase_remote_config`,
    files: `
        **/{feature-flag,feature-flags,feature_flag,feature_flags,featureFlag,featureFlags,FeatureFlag,FeatureFlags,feature_gates,feature-gates,feature_toggles,featureToggles,FeatureToggles}.*
        {docs,doc}/**/feature{-,_,}{flag,flags,toggle,toggles,gates}.{md,mdx,rst,adoc}`,
  },
  {
    tool: 'analytics',
    proves: 'product_analytics_instrumentation',
    isLibrary: true,
    needs: `posthog* @posthog/* mixpanel* @amplitude/analytics* amplitude* @segment/* analytics @analytics/* analytics-node analytics-python analytics-ruby
        segment-* segmentio/analytics-php plausible-* @plausible/* next-plausible react-ga* ga-4-react vue-gtag* vue-analytics vue-matomo nuxt-gtag nuxt-umami
        @nuxtjs/google-analytics @nuxtjs/plausible @gtm-support/* react-gtm-module
      @next/third-parties nextjs-google-analytics gatsby-plugin-google-* insight universal-analytics electron-google-analytics* @vercel/analytics
      @microsoft/clarity *hotjar* logrocket heap-* @heap/* @snowplow/* snowplow-* rudder-* @rudderstack/* matomo-* matomo/* piwik-* rack-tracker ga4mp
      @datadog/browser-rum @fullstory/* fathom-client @june-so/* @openpanel/* *aptabase* *telemetrydeck* *logsnag*
      *swetrix* pirsch-* ackee-tracker keen-* ahoy_matey staccato active_analytics google-analytics-rails django-analytical spatie/laravel-analytics umami*
      countly-* firebase @firebase/analytics @react-native-firebase/analytics firebase_analytics unified_analytics *firebase-analytics* *google-analytics*
      *play-services-analytics* *appcenter*analytics* github.com/posthog/* github.com/amplitude/*
      github.com/mixpanel/* github.com/rudderlabs/* github.com/dukex/* github.com/segmentio/analytics-go* com.posthog* com.segment* com.mixpanel*
      com.amplitude*`,
  },
  {
    tool: 'errors as tasks',
    proves: 'error_to_insight_pipeline',
    files: '.github/workflows/*{sentry,error,incident,crash,alert}*issue*.y*ml **/{.,}{rootly,incident-io,sentry-integration}*.{yml,yaml,json}',
    runs: 'gh issue create .. *ERROR*, gh issue create .. *error*',
  },
]

/** Clients for other services, whose calls may need a breaker. */
export const clients = `@aws-sdk/* aws-sdk boto3 botocore aiobotocore software.amazon.awssdk:* com.amazonaws:* twilio* stripe com.stripe:* axios got
    node-fetch undici ky superagent needle request request-promise* ofetch wretch ai @ai-sdk/* langchain* @langchain/* ollama* @google/generative-ai
    @google/genai google-genai litellm @kubernetes/client-node kubernetes dockerode docker
  discord.js discord.py telegraf python-telegram-bot pygithub python-gitlab authlib requests-oauthlib social-auth-* django-allauth google-api-python-client
  google-auth* django-storages geopy pycurl treq niquests @grpc/grpc-js requests httpx aiohttp urllib3 grpcio google.golang.org/grpc
  github.com/go-resty/resty* github.com/hashicorp/go-retryablehttp reqwest awc surf tonic aws-sdk-* aws-config rusoto_* object_store opendal oauth2
  openidconnect google-cloud-* *spring-cloud-starter-openfeign *feign-* *spring-boot-starter-oauth2-client *okhttp* *retrofit* *httpclient* refit restsharp
  flurl* faraday* httparty http rest-client typhoeus guzzlehttp/guzzle symfony/http-client req tesla httpoison finch openai anthropic @anthropic-ai/*
  github.com/aws/aws-sdk-go* cloud.google.com/go/* github.com/google/go-github* k8s.io/client-go *awssdk.* azure.* @azure/* nodemailer`
