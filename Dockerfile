# The portal as one container: the bundled server, the files for browsers, and the Node that runs them.
# `npm run image` builds it and tests the result. docs/operations.md says how to pin the base by its digest.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY .npmrc package.json package-lock.json ./
RUN npm ci --min-release-age=0 --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim
ARG VERSION=1.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="License Portal" \
      org.opencontainers.image.description="Web portal where administrators manage their company's licenses" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
WORKDIR /app
# The bundle contains all packages, so there is no node_modules. Root owns the files, so the server cannot change its
# own code.
COPY LICENSE ./
COPY --from=build /build/dist/ ./dist/
# These settings, and the flags of CMD that NODE_OPTIONS does not accept, save memory: docs/performance.md.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=60000
ENV NODE_OPTIONS="--max-semi-space-size=8 --v8-pool-size=1"
# Other containers read the metrics, if METRICS_PORT is set; outside a container they are on loopback only.
ENV METRICS_HOST=::
# The image's user node, by number: Kubernetes cannot verify that a name is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--no-allocation-site-pretenuring", "--wasm-tiering-budget=100000000", "--heap-growing-percent=130", "dist/server.js"]
