import { readFileSync } from 'node:fs'

/** Our OpenAPI description of the service, for tools. */
export const readOpenApi = (): string => readFileSync(new URL('../assets/openapi.json', import.meta.url), 'utf8')
