export const asSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

export const asMegabytes = (mb: number): string => `${mb.toFixed(0)} MB`

export const perSecond = (invoices: number, ms: number): string =>
  `${Math.round((invoices / ms) * 1_000).toLocaleString('en-US')} invoices/s`
