import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { OperatorInvoiceRecord } from '../../core/fees/operator-invoice.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { FileFault, textOfFile } from '../../tables/file-fault.ts'
import { FILE_MAX_BYTES, tooLarge } from '../../tables/kind-of-file.ts'
import { type Element, elementsAt, readMarkup } from '../../tables/markup.ts'
import { withFileName } from '../../tables/with-file-name.ts'
import { LOCKED, zipParts } from '../../tables/zip-parts.ts'
import {
  GET_INVOICE_AGAIN,
  InvoiceFault,
  type InvoiceParties,
  only,
  readInvoice,
  type StandingInvoice,
  TYPE_CODES,
  wrongAt,
} from './ubl.ts'

/** An invoice with the place where it stands, and the bytes of the whole file. */
export interface InvoiceInFile extends StandingInvoice, Pick<OperatorInvoiceRecord, 'name' | 'contents'> {
  readonly bytes: Uint8Array
}

/** Runs the reading, and adds the file's name to its faults. */
export const ofInvoiceFile: typeof withFileName = (name, read) =>
  withFileName(name, read, 'FEES_INVOICE_WRONG', (fault) =>
    fault instanceof InvoiceFault ? fault.next : GET_INVOICE_AGAIN,
  )

/**
 * Reads the invoices of a file: an AttachedDocument with the Invoice inside, an Invoice, a CreditNote, or a zip of some.
 * Another document among them refuses the file; pictures and the PDF of the invoice mean nothing.
 */
export const readInvoiceFile = (bytes: Uint8Array, name: string, parties: InvoiceParties): readonly InvoiceInFile[] => {
  if (!isZip(bytes)) return [ofInvoiceFile(name, () => ({ ...readDocument(bytes, parties), name, bytes }))]
  const parts = ofInvoiceFile(name, () => documentsIn(bytes))
  return parts.map((part) => {
    const place = `${name}/${part.name}`
    return ofInvoiceFile(place, () => ({ ...readDocument(part.read(), parties), name: harmless(place), bytes }))
  })
}

const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b].every((byte, at) => bytes[at] === byte)

const PARTS_MAX = 100
const MEANS_NOTHING: readonly string[] = ['.pdf', '.png', '.jpg', '.jpeg', '.gif', '.txt', '.html', '.xsl', '.xslt']

const documentsIn = (bytes: Uint8Array) => {
  const damaged = new InvoiceFault(DAMAGED)
  const parts = zipParts(bytes, damaged, new InvoiceFault(LOCKED)).filter(({ name }) => !/(^__MACOSX\/)|\/$/.test(name))
  if (parts.length > PARTS_MAX || new Set(parts.map(({ name }) => name)).size < parts.length) throw damaged
  const documents = parts.filter(({ name }) => !MEANS_NOTHING.includes(extname(name).toLowerCase()))
  const other = documents.find(({ name }) => extname(name).toLowerCase() !== '.xml')
  if (other !== undefined) {
    const named = harmless(other.name)
    throw new InvoiceFault({ en: `its part ${named} is no XML`, es: `su parte ${named} no es un XML` })
  }
  if (documents.length === 0) throw new InvoiceFault({ en: 'it is a zip without an XML', es: 'es un zip sin un XML' })
  return documents
}

const DAMAGED: Both<string> = {
  en: 'it is a zip that is cut, damaged or far too large',
  es: 'es un zip cortado, dañado o demasiado grande',
}

type Read = Omit<InvoiceInFile, 'name' | 'bytes'>

const readDocument = (bytes: Uint8Array, parties: InvoiceParties): Read => {
  if (bytes.length > FILE_MAX_BYTES) throw tooLarge(bytes.length)
  const text = textOfFile(bytes)
  const root = readMarkup(text, 'xml')
  if (root.name !== 'AttachedDocument') return invoiceOf(root, text, parties)
  const inside = documentInside(root)
  return withinWrapper(() => invoiceOf(readMarkup(inside, 'xml'), inside, parties))
}

const invoiceOf = (root: Element, text: string, parties: InvoiceParties): Read => {
  if (!TYPE_CODES.has(root.name))
    throw wrongAt(root, OTHER_DOCUMENT, {
      en: 'import the invoice or the credit note itself: an Invoice, a CreditNote, or the AttachedDocument with one inside',
      es: 'importe la factura o la nota crédito misma: su XML, solo o dentro de su contenedor (AttachedDocument)',
    })
  const plain = text.replace(/\r\n?/g, '\n').trim()
  return { ...readInvoice(root, parties), contents: createHash('sha256').update(plain).digest('hex') }
}

const OTHER_DOCUMENT: Both<string> = {
  en: 'a document of this type is no invoice and no credit note',
  es: 'un documento de este tipo no es una factura ni una nota crédito',
}

/** The text of the document in the only attachment; those of other parts are answers of the tax office. */
const documentInside = (root: Element): string => {
  const attachment = only(root, 'Attachment')
  const reference = attachment === null ? null : only(attachment, 'ExternalReference')
  const description = reference === null ? null : only(reference, 'Description')
  if (description === null || description.text === '' || elementsAt(root, 'Attachment').length !== 1)
    throw wrongAt(description ?? reference ?? attachment ?? root, {
      en: 'it has no document inside (cac:Attachment/cac:ExternalReference/cbc:Description)',
      es: 'no contiene un documento (cac:Attachment/cac:ExternalReference/cbc:Description)',
    })
  return description.text.replace(/^\ufeff/, '')
}

const withinWrapper = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const { en, es } = error.what
    const what = {
      en: `in the document inside its <Description>: ${en}`,
      es: `en el documento dentro de su <Description>: ${es}`,
    }
    throw new InvoiceFault(what, error instanceof InvoiceFault ? error.next : undefined)
  }
}
