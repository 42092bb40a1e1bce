/*
 * Loaded before the program (`node --import`): fixes its clock at CUADRE_FAULTS_CLOCK, so that two runs of one night
 * write equal files.
 */
const NOW = Date.parse(process.env.CUADRE_FAULTS_CLOCK ?? '')
const SystemDate = Date

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [NOW] : given),
  get: (target, name) => (name === 'now' ? () => NOW : Reflect.get(target, name)),
})
