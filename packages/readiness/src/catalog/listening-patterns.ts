import { expression } from '../repository/expression.ts'
import type { Language } from './languages.ts'

export type Row = readonly [family: 'all' | Language, pattern: RegExp, texts: readonly string[]]

const scriptServer = [
  // A plain connection without anything to answer with only looks for a free port.
  /(?<!\bnet\.)\b(?:createServer|createSecureServer|createHttp2Server)\(|\bnet\.createServer\((?!\))|\b(?:Deno|Bun)\.serve\(|\bnew grpc\.Server\(/,
  ['createserver(', 'createsecureserver(', 'createhttp2server(', 'deno.serve(', 'bun.serve(', 'new grpc.server('],
] as const

/** How source waits for requests, by language. */
export const listens = [
  [
    'go',
    // A port of this machine alone is for developers: profiles, or the way back from a browser.
    expression(
      '',
      String.raw`\bhttp\.ListenAndServe(?:TLS)?\b(?!\("(?:localhost|127\.0\.0\.1):)|\b(?:fast)?http\.Server\{|\bfasthttp\.ListenAndServe`,
      String.raw`|\bgenericapiserver\.|\bctrl\.NewManager\(|\blambda\.Start\(|"listen-port"|\bfunc NewServerCommand\(|\bgrpc\.NewServer\(`,
      String.raw`|\b(?:gin\.(?:Default|New)|echo\.New|fiber\.New|chi\.NewRouter)\(`,
    ),
    [
      ...[
        'http.listenandserve',
        'http.server{',
        'fasthttp.listenandserve',
        'genericapiserver.',
        'ctrl.newmanager(',
        'lambda.start(',
        '"listen-port"',
        'func newservercommand(',
        'grpc.newserver(',
      ],
      ...['gin.default(', 'gin.new(', 'echo.new(', 'fiber.new(', 'chi.newrouter('],
    ],
  ],
  ['typescript', ...scriptServer],
  ['javascript', ...scriptServer],
  [
    'python',
    expression(
      'm',
      String.raw`\b(?:HTTPServer|ThreadingHTTPServer)\(|\bserve_forever\(|\bweb\.(?:run_app|Application)\(|\bgrpc\.(?:aio\.)?server\(`,
      String.raw`|\buvicorn\.run\(|\b(?:reactor\.)?listen(?:TCP|_tcp)\(|\bhttp_server\.listen\(|^class \w+\([^)]{0,300}\b(?:WSGI|HTTP`,
      String.raw`|TCP)Server\)`,
    ),
    [
      'httpserver(',
      'serve_forever(',
      '.run_app(',
      'web.application(',
      'grpc.server(',
      'aio.server(',
      'uvicorn.run(',
      'listentcp(',
      'listen_tcp(',
      'http_server.listen(',
      'server)',
    ],
  ],
  [
    'java',
    /\bHttpServer\.create\(|@SpringBootApplication\b|\b\w*ServerBuilder\.forPort\(/,
    ['httpserver.create(', '@springbootapplication', 'serverbuilder.forport('],
  ],
  [
    'kotlin',
    /\bembeddedServer\(|@SpringBootApplication\b|\b\w*ServerBuilder\.forPort\(/,
    ['embeddedserver(', '@springbootapplication', 'serverbuilder.forport('],
  ],
  ['cpp', /\bAddListeningPort\(/, ['addlisteningport(']],
  [
    'csharp',
    /\bWebApplication\.Create(?:Slim)?Builder\(|\.ConfigureWebHost(?:Defaults)?\(|\.UseKestrel\(|\bWebHost\.CreateDefaultBuilder\(/,
    ['webapplication.create', '.configurewebhost', '.usekestrel(', 'webhost.createdefaultbuilder('],
  ],
  [
    'rust',
    /\bTcpListener::bind\(|\bHttpServer::new\(|\baxum::serve\(|\bServer::(?:bind|builder)\(/,
    ['tcplistener::bind(', 'httpserver::new(', 'axum::serve(', 'server::bind(', 'server::builder('],
  ],
  ['zig', /\.listen\(/, ['.listen(']],
] as const satisfies readonly Row[]
