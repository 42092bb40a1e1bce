/** The number of an account without spaces, hyphens and dots; null for an empty text. */
export const accountOf = (text: string): string | null => text.replace(/[\s.-]/g, '') || null
