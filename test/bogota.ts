import { zoneByName } from '../src/input/zone.ts'

/** The zone of the service, which the tests take as that of the settings. */
export const BOGOTA = zoneByName('America/Bogota')
