export interface Size {
  readonly files: number
  readonly lines: number
}

/** The size of each room of the checkout as it is, by its name. */
export const roomsAsTheyAre: () => Readonly<Record<string, Size>>
