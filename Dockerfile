# Teller and what it needs to run, nothing else. Keep /app/data on a volume: the orders are in it.
# The tag says which one it is; the digest decides (docs/operations.md, Containers).
FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

ENV NODE_ENV=production
WORKDIR /app

# The optional packages only bring Node itself, which is here already.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

COPY src ./src
RUN mkdir data && chown node:node data
# The user node. Kubernetes' runAsNonRoot takes no name for it.
USER 1000

# Keeps what Node makes of the TypeScript: a start takes a third less time. The first start happens here, without
# settings, so it must end by naming the missing ones; anything else means that the image is not complete.
ENV NODE_COMPILE_CACHE=/home/node/compile-cache
RUN node src/main.ts 2>&1 | grep -q 'SLACK_BOT_TOKEN: is missing'

VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (/\\d+/.exec(process.env.PORT) || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Not through npm or a shell: SIGTERM must reach Node, which then ends what it has in hand.
CMD ["node", "src/main.ts"]
