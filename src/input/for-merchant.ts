import { PLAIN_START, type Start, typed } from '../std/start.ts'
import type { Settings } from './settings.ts'

/** A merchant, and those that the settings list. */
export type NamedMerchant = Pick<Settings, 'merchant' | 'merchants'>

/** A command about this merchant, which it names where the settings list several, as it can be typed where the program was started. */
export const forMerchant = (
  command: string,
  { merchant, merchants }: NamedMerchant,
  { program, flags }: Start = PLAIN_START,
): string => typed(command, { program, flags: merchants.length < 2 ? flags : { ...flags, merchant } })
