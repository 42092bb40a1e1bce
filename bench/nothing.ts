/** A program that does nothing: what starting Node itself takes. */
export {}
