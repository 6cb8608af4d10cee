# The portal as one container: the bundled server, the files for browsers, and the Node that runs them.
# `npm run image` runs these very steps without a container engine and measures what comes out.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="License Portal" \
      org.opencontainers.image.description="Web portal where administrators manage their company's licenses" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
WORKDIR /app
# The bundle holds every package that it uses: there is no node_modules here. Root owns it, so that the server cannot
# change what it runs.
COPY LICENSE ./
COPY --from=build /build/dist/ ./dist/
# glibc keeps up to eight heaps a core for threads that allocate at once; Node's few do with two.
ENV MALLOC_ARENA_MAX=2
# Young objects get 2 MB before they are looked through: 250 MB became 160 after 400 pages, at no cost in time.
ENV NODE_OPTIONS=--max-semi-space-size=2
# Node's own user by its number, which is what Kubernetes can tell from root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
