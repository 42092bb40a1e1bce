import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/schema.ts',
  // `migration.mjs` takes it from there.
  out: './.build-migration',
})
