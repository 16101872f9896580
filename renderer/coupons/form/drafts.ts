import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { typedCoupons, useForgottenGuests } from '../../state/forgotten-guests.ts'
import { useStatus } from '../../state/health/status.ts'
import type { Typed } from './typed.ts'

/** What was typed of a coupon and not sent yet. */
export interface Draft {
  /** When the first of it was typed, ISO. */
  at: string
  typed: Partial<Record<CouponField, Typed>>
  /** What the coupon said then, of all that it said. */
  seen: CouponValues
}
type Drafts = Readonly<Record<string, Draft>>

const storageKey = typedCoupons
const daysKept = 30

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false
  const { at, typed, seen } = kept as Partial<Draft>
  const isObject = (one: unknown) => typeof one === 'object' && one !== null
  if (typeof at !== 'string' || !isObject(typed) || !isObject(seen)) return false
  const isYoung = hostNow() - Date.parse(at) < daysKept * 86_400_000
  return isYoung && Object.keys(typed as object).every((field) => field in couponFields)
}

function readFrom(storage: Storage): Drafts {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, draft]) => isDraft(draft)))
  } catch {
    return {}
  }
}

function writeTo(storage: Storage, drafts: Drafts): void {
  try {
    storage.setItem(storageKey, JSON.stringify(drafts))
  } catch {
    // Forbidden or full: the draft holds until the page is left.
  }
}

/** Guests' addresses are not kept over a restart: they stay with this tab, and go when guests are forgotten. */
function withoutGuests(drafts: Drafts): Drafts {
  const kept = Object.entries(drafts).map(([key, { at, typed, seen }]) => {
    const { allowedEmails: _typed, ...otherTyped } = typed
    const { allowedEmails: _seen, ...otherSeen } = seen
    return [key, { at, typed: otherTyped, seen: otherSeen }] as const
  })
  return Object.fromEntries(kept.filter(([, { typed }]) => Object.keys(typed).length > 0))
}

/** What was typed of coupons on this screen and not sent: over a reload and over a restart. */
export const useDrafts = defineStore('couponDrafts', () => {
  const status = useStatus()
  const forgotten = useForgottenGuests()
  const drafts = shallowRef<Drafts>({ ...readFrom(localStorage), ...readFrom(sessionStorage) })
  /** Another shop may have a coupon of the same id. */
  const keyOf = (couponId: string) => `${status.status?.store?.id ?? ''} ${couponId}`

  function write(next: Drafts): void {
    drafts.value = next
    writeTo(sessionStorage, next)
    writeTo(localStorage, withoutGuests(next))
  }

  watch(
    () => forgotten.times,
    () => write(withoutGuests(drafts.value)),
  )

  function discard(couponId: string): void {
    const key = keyOf(couponId)
    write(Object.fromEntries(Object.entries(drafts.value).filter(([name]) => name !== key)))
  }

  function keep(couponId: string, draft: Draft): void {
    if (Object.keys(draft.typed).length === 0) discard(couponId)
    else write({ ...drafts.value, [keyOf(couponId)]: draft })
  }

  return {
    of: (couponId: string): Draft | undefined => drafts.value[keyOf(couponId)],
    keep,
    discard,
  }
})
