/** Settings whose value is an address that lets whoever knows it speak in our name. */
const WATCH_URLS = ['pingUrl', 'notifyUrl']
export const isWatchUrl = (name: string): boolean => WATCH_URLS.includes(name)

/** As much of an address as may be shown: whom it reaches, and not with which key. */
export const hiddenUrl = (url: string): string => `${new URL(url).origin}/[hidden]`
