/**
 * How long to wait for another process's short transaction, in ms. The wait blocks this process, which must still obey
 * a signal within 5 s.
 */
export const busyTimeoutMs = 3_000
