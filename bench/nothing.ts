/** A program that does nothing: measures the start of Node itself. */
export {}
