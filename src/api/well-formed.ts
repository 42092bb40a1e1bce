/** Half a surrogate pair has no UTF-8: it can be neither sent nor kept. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text)
const LONE_SURROGATE = /\p{Cs}/u
