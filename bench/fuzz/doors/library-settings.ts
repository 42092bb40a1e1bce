import { openCuadre } from '../../../src/library/open-cuadre.ts'
import { isObject } from '../../../src/std/json/json-object.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import { type Door, refusedOr } from '../door.ts'
import { SETTINGS_FILES, SETTINGS_WORDS } from './settings.ts'

/** Settings that another program passes to the library, of any type. */
export const librarySettings: Door = {
  name: 'settings of the library',
  share: 20_000,
  valid: SETTINGS_FILES,
  words: ['"apiKey":"sk-fuzz-0123456789",', '"integrityKey":"k",', '"create":true,', '"env":{},', ...SETTINGS_WORDS],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (!parsed.ok || !isObject(parsed.value)) return 'refused'
    const settings = parsed.value
    return refusedOr(() => openCuadre(settings).close())
  },
}
