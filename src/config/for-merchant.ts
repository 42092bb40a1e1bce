import { withFlags } from '../std/with-flags.ts'
import type { Settings } from './settings.ts'

/** A merchant, and those that the settings list. */
export type NamedMerchant = Pick<Settings, 'merchant' | 'merchants'>

/** A command about this merchant, which it names where the settings list several. */
export const forMerchant = (command: string, { merchant, merchants }: NamedMerchant): string =>
  withFlags(command, { merchant: merchants.length < 2 ? undefined : merchant })
