import { readFileSync } from 'node:fs'

/** Our description of the service for tools, as it is kept in the repository. */
export const readOpenApi = (): string => readFileSync(new URL('../assets/openapi.json', import.meta.url), 'utf8')
