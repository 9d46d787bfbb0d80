# Teller and what it needs to run. Keep /app/data, which holds the orders, on a volume.
# The tag is for readers; the digest pins the image (docs/operations.md, Containers).
FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

ENV NODE_ENV=production
WORKDIR /app

# The optional packages only install Node, which the image has.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

COPY src ./src
RUN mkdir data && chown node:node data
# The user node. Kubernetes' runAsNonRoot needs the number.
USER 1000

# Caches the compiled TypeScript, which makes starts a third faster. This first start has no settings, so it must list
# the missing ones. Anything else means the image is incomplete.
ENV NODE_COMPILE_CACHE=/home/node/compile-cache
RUN node src/main.ts 2>&1 | grep -q 'SLACK_BOT_TOKEN: is missing'

VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (/\\d+/.exec(process.env.PORT) || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Without npm or a shell, SIGTERM reaches Node, which then finishes its work.
CMD ["node", "src/main.ts"]
