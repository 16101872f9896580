/** How hard scrypt works (its N) for each kind of secret. */
export interface ScryptCosts {
  pin: number
  /** For what is sealed with a passphrase. Such a file states its cost, so it opens anywhere. */
  passphrase: number
}

/**
 * What every shell uses. A PIN takes about 32 MB and a tenth of a second, on another thread; a
 * passphrase 128 MB and less than a second for each salt. Only tests use less.
 */
export const fullScryptCosts: ScryptCosts = { pin: 2 ** 15, passphrase: 2 ** 17 }

/** A file that asks for less is refused: its passphrase would be too easy to guess. */
export const minCost = 2 ** 14
/** With a block size of 8 it needs 256 MB, once. A damaged or hostile file can't ask for more. */
export const maxCost = 2 ** 18
