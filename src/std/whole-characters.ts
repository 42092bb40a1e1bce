/** Drops half a surrogate pair at the end of a text that was cut: it could not be stored or written. */
export const wholeCharacters = (cut: string): string => cut.replace(/[\ud800-\udbff]$/, '')
