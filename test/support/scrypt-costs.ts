import { minCost, type ScryptCosts } from '#host/sealing/scrypt-costs.ts'

/**
 * The cheapest that works: files that ask for less are refused. The full cost has a test of its own
 * (electron/cli/vault/full-cost.test.ts).
 */
export const testCosts: ScryptCosts = { pin: 2 ** 4, passphrase: minCost }
