import type { Proof } from '#contract/doctor.ts'
import type { Shown } from './proof.ts'

/** A cursor: the stretch after one must have nothing of it. */
export function cursorProof(before: Shown, after: Shown): Proof {
  if (before === null || before === 'refused' || after === null) return 'unclear'
  if (after === 'refused') return 'contradicted'
  const known = new Set(before.keys)
  const old = after.keys.filter((key) => known.has(key)).length
  if (after.keys.length === 0) return 'unclear'
  if (old === 0) return 'proven'
  return old === after.keys.length ? 'contradicted' : 'unclear'
}
