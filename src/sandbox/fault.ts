/** The faults that the sandbox can simulate on request. */
export type Fault =
  | {
      readonly do: 'status'
      readonly status: number
      readonly error?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly do: 'raw'
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly do: 'delay'; readonly ms: number }
  | { readonly do: 'drip'; readonly bytes: number; readonly everyMs: number }
  | { readonly do: 'reset'; readonly afterBytes?: number }
  | { readonly do: 'truncate'; readonly bytes?: number }
  | { readonly do: 'malformed' }
  | { readonly do: 'repeat-cursor' }
  | { readonly do: 'empty-page' }
  | { readonly do: 'overlap'; readonly items: number }
  | { readonly do: 'count'; readonly add: number }
  | { readonly do: 'cursor'; readonly value?: unknown }
  | { readonly do: 'fields'; readonly set?: Readonly<Record<string, unknown>>; readonly remove?: readonly string[] }

/** The requests that get a fault: those that match, after a number of others, and at most a number of them. */
export interface Rule {
  readonly method?: string
  /** A path under the server's root; a `*` matches anything. */
  readonly path?: string
  /** Parameters the query must have, with this value or, for `*`, any. */
  readonly query?: Readonly<Record<string, string>>
  readonly skip?: number
  readonly times?: number
  readonly fault: Fault
}
