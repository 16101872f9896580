import type { CloseOut } from './close-outs.ts'

type CountedCash = Pick<CloseOut['count'], 'registers' | 'float'>

export const cashOf = ({ registers }: Pick<CountedCash, 'registers'>): number =>
  registers.reduce((all, { cash }) => all + cash, 0)

/**
 * What goes to the bank: the counted cash less the float. Pay-outs and safe drops left the
 * registers before the count, so they are not subtracted.
 */
export const depositOf = (count: CountedCash): number => cashOf(count) - count.float
