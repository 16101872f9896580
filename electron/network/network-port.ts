/** Tablets remember it, so it is always the same unless somebody chooses another. */
export const networkPort = 8_440
