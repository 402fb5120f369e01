import { describe, expect, it } from 'vitest'
import { createRepository } from '../repository/create-repository.ts'
import { filesInMemory } from '../repository/file-source.ts'
import { findMarkers, type Marker } from './markers.ts'

function found(path: string, text: string) {
  const repository = createRepository(filesInMemory({ [path]: text }))
  return findMarkers(repository, [path])
}

/** What each expression is meant to find: the first filter must not hide it. */
const traces: readonly (readonly [Marker, string, string])[] = [
  ['listens', 'a.go', 'http.ListenAndServe(":80", nil)'],
  ['listens', 'a.go', 'server := &http.Server{}'],
  ['listens', 'a.ts', 'createServer((request) => {})'],
  ['listens', 'a.js', 'Bun.serve({})'],
  ['listens', 'a.py', 'HTTPServer(("", 80), Handler)'],
  ['listens', 'A.java', '@SpringBootApplication'],
  ['listens', 'A.kt', 'embeddedServer(Netty)'],
  ['listens', 'A.cs', 'WebApplication.CreateSlimBuilder(args)'],
  ['listens', 'a.rs', 'TcpListener::bind("0.0.0.0:80")'],
  ['health', 'a.ts', "get('/api/v1/healthz', ok)"],
  ['health', 'a.py', '@app.get("/readiness")'],
  ['health', 'a.go', 'mux.Handle("/livez", h)'],
  ['health', 'a.rb', "get 'up' => 'rails/health#show'"],
  ['health', 'A.cs', 'app.MapHealthChecks("/x")'],
  ['environment', 'a.ts', 'process.env.PORT'],
  ['environment', 'a.js', 'import.meta.env.VITE_URL'],
  ['environment', 'a.py', 'os.environ["A"]'],
  ['environment', 'a.go', 'os.Getenv("A")'],
  ['environment', 'a.rs', 'std::env::var("A")'],
  ['environment', 'A.java', 'System.getenv("A")'],
  ['environment', 'A.cs', 'Environment.GetEnvironmentVariable("A")'],
  ['environment', 'a.rb', "ENV['MODE']"],
  ['environment', 'a.rb', 'ENV.fetch("MODE")'],
  ['environment', 'a.php', "env('APP_KEY')"],
  ['environment', 'a.php', '$_ENV["A"]'],
  ['environment', 'a.cpp', 'std::getenv("A")'],
  ['environment', 'A.swift', 'ProcessInfo.processInfo.environment["A"]'],
  ['logger', 'a.go', 'import "log/slog"'],
  ['logger', 'A.java', 'log.atInfo().addKeyValue("a", 1)'],
  ['logger', 'A.kt', 'KotlinLogging.logger {}'],
  ['logger', 'A.cs', 'builder.Logging.AddOpenTelemetry(a => {})'],
  ['logger', 'A.swift', 'import OSLog'],
  ['logger', 'a.py', 'jsonlogger.JsonFormatter()'],
  ['logger', 'a.php', 'new JsonFormatter()'],
  ['redaction', 'a.ts', "redact: ['password']"],
  ['redaction', 'a.py', 'scrubber = EventScrubber()'],
  ['redaction', 'a.go', 'log.Print(maskSecrets(body))'],
  ['personalData', 'a.py', 'def anonymise(user): ...'],
  ['personalData', 'a.ts', 'const piiFields = []'],
  ['personalData', 'a.rb', 'encrypts :email'],
  ['featureFlag', 'a.ts', 'if (isFeatureEnabled("x")) {}'],
  ['featureFlag', 'a.py', 'feature_flags = {}'],
  ['circuitBreaker', 'a.go', 'NewCircuitBreaker()'],
  ['exceptionOnSpan', 'a.ts', 'span.recordException(error)'],
  ['exceptionOnSpan', 'a.py', 'span.record_exception(error)'],
  ['plainLogger', 'a.py', 'logging.basicConfig(level=1)'],
  ['profiler', 'a.go', 'import _ "net/http/pprof"'],
  ['profiler', 'a.py', 'import cProfile'],
  ['typedSignatures', 'a.rb', '# typed: strict'],
  ['insideTests', 'a.rs', '#[tokio::test]'],
  ['metrics', 'A.cs', 'new Meter("a")'],
  ['metrics', 'a.go', 'import "expvar"'],
  ['tracing', 'A.cs', 'new ActivitySource("a")'],
]

describe('findMarkers', () => {
  it.each(traces)('finds %s in %s: %s', (marker, path, text) => {
    expect(found(path, `\n\n  ${text}\n`.replace(/^\n\n {2}#/, '\n\n#')).get(marker)).toEqual({ path, line: 3, text })
  })

  it('ignores comments', () => {
    for (const text of ['// redact', ' * redacted', '# scrubber']) expect(found('a.ts', text).size).toBe(0)
  })

  it('reads only the beginning of a file', () => {
    expect(found('a.ts', `${' '.repeat(40_000)}process.env.A`).size).toBe(0)
  })
})
