import { type Effective, loadSettings } from '../config/settings.ts'
import type { CuadreSettings } from './cuadre-settings.ts'

/** The settings in force for another program: its own, then the variables and the file it names, then the defaults. */
export const loadProgramSettings = ({
  config,
  env = {},
  create: _,
  checks: __,
  ...program
}: CuadreSettings): Effective =>
  loadSettings({
    program,
    flags: { config },
    // Whether certificates are verified is decided for the whole process.
    env: { NODE_TLS_REJECT_UNAUTHORIZED: process.env.NODE_TLS_REJECT_UNAUTHORIZED, ...env },
    cwd: process.cwd(),
  })
