/** Sums are centavos, which may exceed 2^53, so JSON holds them as text, under a name of their own. */
const SUM = 'centavos'

/** The data of a finding, or its causes, as stored in a column. */
export const findingJson = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? { [SUM]: part.toString() } : part))

/** The inverse of findingJson. Most data has no sums and is parsed without inspecting each part. */
export const fromFindingJson = <T extends object>(text: string): T =>
  text.includes(`"${SUM}"`) ? JSON.parse(text, (_, part: unknown) => sumOf(part) ?? part) : JSON.parse(text)

const sumOf = (part: unknown): bigint | null => {
  if (typeof part !== 'object' || part === null || !(SUM in part)) return null
  return typeof part[SUM] === 'string' && Object.keys(part).length === 1 ? BigInt(part[SUM]) : null
}
