# The image for production: no development dependencies, an unprivileged user, all state below /data.
FROM node:26-bookworm-slim

WORKDIR /muster
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
COPY packages packages
COPY scripts scripts
COPY clients clients
COPY docs docs
RUN npm ci --omit=dev && npm cache clean --force \
 && mkdir --mode=700 /data && chown node:node /data

USER node
# A small young generation, a heap that grows little and one arena of the C library: half of the memory.
ENV NODE_ENV=production MUSTER_HOST=0.0.0.0 MUSTER_DATA_DIR=/data MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "const { MUSTER_TLS_CERT: tls, MUSTER_PORT: port = 4000 } = process.env; require(tls ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/readyz?only=database', rejectUnauthorized: false }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--heap-growing-percent=50", "packages/server/src/main.ts"]
