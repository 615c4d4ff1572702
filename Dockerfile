# The server with the built pages, as a user without rights. Settings come from the environment (README.md).
FROM node:20-bookworm-slim AS build
WORKDIR /onside
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Pages are built in each of them: --build-arg LANGUAGES=en,cy
ARG LANGUAGES=en
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /onside
ARG LANGUAGES=en
ENV NODE_ENV=production LANGUAGES=$LANGUAGES DATA_DIR=/var/lib/onside METRICS_HOST=0.0.0.0
RUN mkdir -p /var/lib/onside && chown node:node /var/lib/onside
COPY --from=build /onside/package.json ./
COPY --from=build /onside/node_modules node_modules
COPY --from=build /onside/dist dist
COPY --from=build /onside/db db
COPY --from=build /onside/demo demo
USER node
VOLUME /var/lib/onside
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
