/** In English the parts of a verification have their names of JSON. */
export const partInSpanish = (part: string): string => IN_SPANISH.get(part) ?? part

const IN_SPANISH = new Map([
  ['pages', 'páginas'],
  ['tables, indexes and triggers', 'tablas, índices y disparadores'],
  ['numbers of the sequence', 'números de la secuencia'],
  ['counters', 'contadores'],
  ['answers', 'respuestas'],
  ['pulls', 'lecturas'],
  ['pulls compared with their answers', 'lecturas cotejadas con sus respuestas'],
  ['invoice versions', 'versiones de facturas'],
  ['keys of invoices', 'claves de facturas'],
  ['discrepancies', 'hallazgos'],
  ['decisions and states of discrepancies', 'decisiones y situaciones de hallazgos'],
  ['digests of the chain', 'huellas de la cadena'],
  ['pages of the inbox', 'páginas de las notificaciones'],
  ['notifications', 'notificaciones'],
])
