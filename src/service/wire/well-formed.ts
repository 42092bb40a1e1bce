/// <reference lib="es2024.string" />
// Node 20 has what the compiler's es2023 does not yet name; a pattern for half pairs takes several times as long.

/** Half a surrogate pair has no UTF-8: such text can be neither sent nor stored unchanged. */
export const isWellFormed = (text: string): boolean => text.isWellFormed()
