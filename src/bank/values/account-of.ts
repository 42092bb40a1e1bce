/** An account without spaces, hyphens and dots; null where none is written. */
export const accountOf = (text: string): string | null => text.replace(/[\s.-]/g, '') || null
