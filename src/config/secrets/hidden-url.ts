/** Settings with an address that lets anyone who knows it write in our name. */
const WATCH_URLS = ['pingUrl', 'notifyUrl']
export const isWatchUrl = (name: string): boolean => WATCH_URLS.includes(name)

/** The part of an address that may be shown: its origin, without the key. */
export const hiddenUrl = (url: string): string => `${new URL(url).origin}/[hidden]`
