import type { Proof } from '#contract/doctor.ts'
import { isUnchanged, size, type Shown, type Verdicts } from './proof.ts'

/** A search for a client that is there: it must find that one, and not everybody. */
export function searchProof(base: Shown, found: Shown, id: string): Proof {
  if (base === null || base === 'refused' || found === null) return 'unclear'
  if (found === 'refused') return 'contradicted'
  if (size(base) > 1 && isUnchanged(base, found)) return 'contradicted'
  return size(found) < size(base) && found.keys.includes(id) ? 'proven' : 'unclear'
}

/**
 * The client-status filter and its words: what came with each word, the first of which must leave nobody out. A word
 * that leaves nobody in may be one that the platform does not know.
 */
export function statusProofs(base: Shown, each: readonly Shown[]): Verdicts {
  if (base === null || base === 'refused' || size(base) === 0) return {}
  const refused = each.filter((one) => one === 'refused').length
  if (refused > 0 && refused === each.length) return { clientsStatusParameter: 'contradicted' }
  if (refused > 0) return { clientsStatusParameter: 'proven', clientStatuses: 'contradicted' }
  const sizes = each.map((one) => (one === null || one === 'refused' ? null : size(one)))
  const [whole, ...others] = sizes
  if (whole === undefined || whole === null || others.includes(null)) return {}
  if (others.length > 1 && each.every((one) => isUnchanged(base, one)))
    return { clientsStatusParameter: 'contradicted' }
  const isNarrower = others.some((other) => other !== whole)
  const isRight = others.every((other) => other !== null && other > 0 && other < whole)
  return {
    clientsStatusParameter: isNarrower ? 'proven' : 'unclear',
    clientStatuses: whole < size(base) ? 'contradicted' : isRight ? 'proven' : 'unclear',
  }
}
