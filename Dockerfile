# Image of Mosdó: `docker build -t mosdo .`, or with its database and a proxy by compose.yaml.
FROM node:26-bookworm-slim AS build
WORKDIR /mosdo
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:26-bookworm-slim
WORKDIR /mosdo
# Everything that must survive lies in /data: the embedded database where DATABASE_URL is not set, and
# the secret that signs sessions.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/tmp/compile-cache
COPY --from=build /mosdo ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "server/main.ts"]
