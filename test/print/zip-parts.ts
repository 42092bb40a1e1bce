import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The parts of a zip as text, with their time stamps, in the order of its directory. */
export const partsOf = async (zip: Uint8Array): Promise<ReadonlyMap<string, { text: string; changed: string }>> => {
  const file = await fromBufferPromise(Buffer.from(zip))
  const parts = new Map<string, { text: string; changed: string }>()
  for await (const entry of file.eachEntry()) {
    const text = (await buffer(await file.openReadStreamPromise(entry))).toString('utf8')
    parts.set(entry.fileName, { text, changed: `${entry.lastModFileDate} ${entry.lastModFileTime}` })
  }
  return parts
}

/** The XML of every sheet by its name, in the order of the workbook. */
export const sheetXmlOf = async (zip: Uint8Array): Promise<ReadonlyMap<string, string>> => {
  const parts = await partsOf(zip)
  const names = [...(parts.get('xl/workbook.xml')?.text ?? '').matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g)]
  return new Map(
    names.map(([, name = '', number]) => [name, parts.get(`xl/worksheets/sheet${number}.xml`)?.text ?? '']),
  )
}
