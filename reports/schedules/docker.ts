import { type Caller, databaseIn, KEY_VARIABLE, type ScheduleFile, type ScheduleSettings } from './schedule-settings.ts'

/** An image that runs the jobs at their times. All its data is in one volume. */
export const dockerFiles = (
  { baseUrl, policy, keys, merchants }: ScheduleSettings,
  { version }: Caller,
): readonly ScheduleFile[] => [
  {
    name: 'Dockerfile',
    text: `# Cuadre as a container that stays running and starts the jobs at their times (${policy.timeZone}). Build it in a checkout of the project:
#   docker build --tag cuadre:${version} .
#   docker run --detach --name cuadre --restart unless-stopped --volume cuadre-data:/data \\
#     --env CUADRE_BASE_URL=${baseUrl ?? 'https://service.example/v1'} \\
${keys.variables.map((name) => `#     ${keyFrom(name)} \\\n`).join('')}#     cuadre:${version}
# A key's file must be readable by the user 10001, and by nobody else. One container at a time owns the volume.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm pack --pack-destination /tmp

FROM node:24-bookworm-slim
# One user, by number, who owns the data and nothing else.
RUN groupadd --gid 10001 cuadre && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin cuadre \\
  && install --directory --owner 10001 --group 10001 --mode 0700 /data
WORKDIR /data
COPY --from=build /tmp/cuadre-${version}.tgz /tmp/
RUN npm install --global --ignore-scripts /tmp/cuadre-${version}.tgz && rm /tmp/cuadre-${version}.tgz
USER 10001:10001
ENV NODE_ENV=production CUADRE_DB=${databaseIn('/data', { merchants })} CUADRE_OUT=/data/out
# The databases, the reports, the backups, and cuadre.config.json if there is one.
VOLUME /data
# Healthy means that a scheduler is running. "docker exec cuadre cuadre status" shows how the nights went.
HEALTHCHECK --interval=1m --timeout=10s --start-period=20s CMD ["cuadre", "schedule", "--health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cuadre"]
CMD ["schedule"]
`,
  },
  {
    name: '.dockerignore',
    text: `# Keys, databases and files that the build makes do not belong in an image.
.git
node_modules
dist
data
out
cuadre-demo
*.env
.env*
*.key
cuadre.config.json
`,
  },
]

/** A named variable passes from the shell that starts the container. */
const keyFrom = (variable: string): string =>
  variable === KEY_VARIABLE
    ? `--env ${KEY_VARIABLE}_FILE=/run/secrets/api-key --volume /etc/cuadre/api-key:/run/secrets/api-key:ro`
    : `--env ${variable}`
