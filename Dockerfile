# The image of the server. docker run -p 8787:8787 -v ~/Pictures:/pictures:ro -v fresco-data:/data fresco
# Only the build stages run programs, on the processor of the machine that builds. So one machine builds the image for
# each processor without emulating it.

# The tag gets security fixes of Debian. To build with the same bytes each time, write its digest behind it in all three
# places, such as node:24.21.0-bookworm-slim@sha256:…, as `docker buildx imagetools inspect` prints it.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run postinstall && npm run package

FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS app
ARG TARGETARCH
WORKDIR /image/app
COPY --from=build /build/dist/package ./
COPY package-lock.json deploy/container.js ./
# Adds sharp for the processor of the image, in the version of the lockfile. npm calls amd64 x64.
RUN cpu=$(echo ${TARGETARCH:-$(dpkg --print-architecture)} | sed s/amd64/x64/) \
  && npm install --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu=$cpu \
  && rm package-lock.json
# docker exec <container> fresco admin --help
WORKDIR /image/usr/local/bin
RUN chmod +x /image/app/container.js && ln -s /app/container.js fresco && mkdir /empty

FROM node:24.21.0-bookworm-slim
COPY --from=app /image /
COPY --from=app --chown=1000:1000 /empty /data
# glibc keeps freed memory in a pool for each of many threads. MALLOC_ARENA_MAX makes it use two pools. Over time, it keeps
# more in each, unless MALLOC_TRIM_THRESHOLD_ is set, even to its default. Node may use over 100 MB for new objects, and 8 MB
# with --max-semi-space-size=4. Old objects may take four times the memory before Node looks for garbage among them, and 1.3
# times with --heap-growing-percent=30. Neither option makes requests slower.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
USER 1000:1000
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/livez' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "/app/container.js"]
