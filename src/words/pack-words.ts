import type { Language } from './language.ts'

const plural = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

/** The words of the first page of an evidence pack. */
const ENGLISH = {
  title: 'Evidence of',
  verifyCommand: 'cuadre audit --verify FOLDER --digest NUMBER',
  madeBy: (version: string, judgedBy: string | null) =>
    `Made by cuadre ${version}${judgedBy === null || judgedBy === version ? '' : `, judged by cuadre ${judgedBy}`}.`,
  personal: 'This pack holds document numbers and names of customers. Give it only to those who need them.',
  maskedTitle: 'Masked copy for third parties.',
  masked:
    'Document numbers and names of customers are shown as ***, and so are undocumented fields. The answers of the service are masked as well: these files are not byte for byte what the service sent.',
  maskedDigests:
    'For each of them answers.csv has the SHA-256 of the original, unless the answer hides the data of only one record: that digest could be used to guess it. What people wrote themselves (descriptions, references, reasons) may still name somebody else.',
  maskedPage:
    'A masked copy: document numbers and names of customers are hidden. What people wrote may still name somebody.',
  figures: 'What it says',
  pulls: 'When it was read',
  /**
   * `all` readings and attempts; `quiet` of them without a change and the `oldest` of the others are left out of the
   * page.
   */
  pullsHint: (all: number, quiet: number, oldest: number) =>
    quiet + oldest === 0
      ? 'Every reading, and every attempt.'
      : `${plural(all, 'reading or attempt', 'readings and attempts')} in pulls.csv; ${[
          ...(quiet === 0 ? [] : [quiet === 1 ? 'one in which nothing changed' : `${quiet} in which nothing changed`]),
          ...(oldest === 0 ? [] : [oldest === 1 ? 'the oldest of the others' : `the ${oldest} oldest of the others`]),
        ].join(' and ')} ${quiet + oldest === 1 ? 'is' : 'are'} not shown here.`,
  pull: 'Number',
  read: 'Read',
  verdict: 'Result',
  change: 'What it changed',
  attempt: 'attempt',
  first: (invoices: number, status: string | null) =>
    `first read: ${plural(invoices, 'invoice', 'invoices')}, settlement ${status ?? 'absent'}`,
  nothing: 'nothing',
  absent: 'absent',
  turned: {
    added: (invoices: number) => `${plural(invoices, 'invoice', 'invoices')} added`,
    left: (invoices: number) => `${plural(invoices, 'invoice', 'invoices')} left`,
    changed: (invoices: number) => `${plural(invoices, 'invoice', 'invoices')} changed`,
  },
  files: 'What each file is',
  file: 'File',
  what: 'What it is',
  contents: {
    'settlement-ledger.csv': 'the figures of the settlement, reported and expected',
    'invoice-ledger.csv': 'every invoice of its list',
    'discrepancies.csv': 'what does not add up, as it is now',
    'discrepancy-history.csv': 'what checks found and what people did about it, with the figures of that time',
    'pulls.csv': 'every reading of the settlement, and every attempt that could not be read whole',
    'answers.csv': 'every answer of every reading: request, status, SHA-256, and the file that has it',
    'policy.json': 'the settings that the figures rest on, and the versions of the tool',
    'manifest.json': 'size and SHA-256 of every file but SHA256SUMS',
    SHA256SUMS: 'the same in the format of sha256sum, with the manifest itself',
  },
  answers: (files: number, masked: boolean) =>
    `${plural(files, 'file', 'files')}: the answers of the service, ${masked ? 'masked' : 'byte for byte as they came'}; answers that are alike share one`,
  proof: 'How to prove that it is whole',
  proofHint:
    'Whoever made the pack received the SHA-256 of its manifest, to keep apart from the pack. With that number:',
  proofTells: 'names every file that was altered, added or is missing. It needs no database and no network.',
  without:
    'Without Cuadre, in the folder of the pack: the first line must show that number, the second OK for every file.',
}

const SPANISH: typeof ENGLISH = {
  title: 'Soporte de',
  verifyCommand: 'cuadre audit --verify CARPETA --digest NÚMERO',
  madeBy: (version, judgedBy) =>
    `Generado por cuadre ${version}${judgedBy === null || judgedBy === version ? '' : `; evaluado por cuadre ${judgedBy}`}.`,
  personal: 'Este paquete contiene documentos y nombres de clientes. No lo entregue a quien no deba tenerlos.',
  maskedTitle: 'Copia enmascarada para terceros.',
  masked:
    'Los documentos y nombres de clientes se muestran como ***, igual que los campos que nadie documentó. Las respuestas del servicio también son copias: esos archivos no son los bytes que llegaron.',
  maskedDigests:
    'Junto a cada una, answers.csv da el SHA-256 del original; no cuando un solo registro oculta algo, pues ese número serviría para adivinarlo. Lo que escribieron las personas (descripciones, referencias, motivos) aún puede nombrar a alguien más.',
  maskedPage:
    'Copia enmascarada: se ocultan documentos y nombres de clientes. Lo que escribieron las personas aún puede nombrar a alguien.',
  figures: 'Qué dice',
  pulls: 'Cuándo se leyó',
  pullsHint: (all, quiet, oldest) =>
    quiet + oldest === 0
      ? 'Cada lectura y cada intento.'
      : `${plural(all, 'lectura o intento', 'lecturas e intentos')} en pulls.csv; ${[
          ...(quiet === 0 ? [] : [quiet === 1 ? 'una en que nada cambió' : `${quiet} en que nada cambió`]),
          ...(oldest === 0
            ? []
            : [oldest === 1 ? 'la más antigua de las otras' : `las ${oldest} más antiguas de las otras`]),
        ].join(' y ')} no se ${quiet + oldest === 1 ? 'muestra' : 'muestran'} aquí.`,
  pull: 'Número',
  read: 'Leído',
  verdict: 'Resultado',
  change: 'Qué cambió',
  attempt: 'intento',
  first: (invoices, status) =>
    `primera lectura: ${plural(invoices, 'factura', 'facturas')}, liquidación ${status ?? 'ausente'}`,
  nothing: 'nada',
  absent: 'ausente',
  turned: {
    added: (invoices) => plural(invoices, 'factura nueva', 'facturas nuevas'),
    left: (invoices) => plural(invoices, 'factura que salió', 'facturas que salieron'),
    changed: (invoices) => plural(invoices, 'factura cambiada', 'facturas cambiadas'),
  },
  files: 'Qué es cada archivo',
  file: 'Archivo',
  what: 'Qué es',
  contents: {
    'settlement-ledger.csv': 'las cifras de la liquidación, reportadas y esperadas',
    'invoice-ledger.csv': 'cada factura de su lista',
    'discrepancies.csv': 'lo que no cuadra, como está ahora',
    'discrepancy-history.csv':
      'lo que vieron las verificaciones y lo que hicieron las personas, siempre, con las cifras de su momento',
    'pulls.csv': 'cada lectura del ciclo y cada intento que no se pudo leer completo',
    'answers.csv': 'cada respuesta de cada lectura: petición, estado, SHA-256 y el archivo que la contiene',
    'policy.json': 'los parámetros en que se basan las cifras y las versiones del programa',
    'manifest.json': 'tamaño y SHA-256 de cada archivo, salvo SHA256SUMS',
    SHA256SUMS: 'lo mismo para sha256sum, con el manifiesto',
  },
  answers: (files, masked) =>
    `${plural(files, 'archivo', 'archivos')}: las respuestas del servicio, ${masked ? 'enmascaradas' : 'byte por byte como llegaron'}; las iguales comparten uno`,
  proof: 'Cómo probar que está completo',
  proofHint: 'A quien hizo el paquete se le dio el SHA-256 de su manifiesto, para guardarlo aparte. Con ese número:',
  proofTells: 'nombra cada archivo alterado, agregado o faltante. No necesita base de datos ni red.',
  without: 'Sin Cuadre, en la carpeta del paquete: esto debe mostrar ese número y luego decir OK de cada archivo.',
}

export type PackWords = typeof ENGLISH

export const packWordsIn = (language: Language): PackWords => ({ en: ENGLISH, es: SPANISH })[language]
