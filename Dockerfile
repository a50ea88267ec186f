# The server only. Node runs its TypeScript directly, so nothing is built here. npm run build builds the extension.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Removes Node's own package, because the image already has Node. Also removes Vitest and Vite, which npm installs as
# optional peers of better-auth.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm uninstall --no-save --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund vitest vite \
  && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY shared ./shared
COPY server ./server
# docker compose exec one fresco-admin --help
RUN ln -s /app/server/cli/admin.ts /usr/local/bin/fresco-admin && mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.js"]
