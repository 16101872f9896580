import { computed } from 'vue'
import type { CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponValues } from '#contract/coupons/coupons.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useCoupons } from '../coupons.ts'
import { fieldsInOrder } from '../groups.ts'
import { asTyped, isSameTyped, parseTyped, type Typed, type TypedError } from './typed.ts'

export interface FieldError {
  error: TypedError
  words: string
}

/** What is wrong between two fields, and at which it is said. */
function errorsBetween(values: CouponValues): [CouponField, TypedError][] {
  const { fromDate, endDate, minimumOrderPrice: least, maximumOrderPrice: most } = values
  const found: [CouponField, TypedError][] = []
  if (fromDate != null && endDate != null && Date.parse(endDate) <= Date.parse(fromDate))
    found.push(['endDate', 'endsFirst'])
  if (least != null && most != null && most < least)
    found.push(['maximumOrderPrice', 'mostBelowLeast'])
  return found
}

/** A coupon as it is being changed: what is typed of it, what that means, and what is wrong. */
export function useCouponForm(coupon: () => Coupon) {
  const coupons = useCoupons()
  const drafts = useDrafts()
  const zone = () => coupons.around.timeZone
  const draft = computed(() => drafts.of('coupon', coupon().id))

  const original = (field: CouponField): Typed => asTyped(field, coupon().values[field], zone())
  const typedOf = (field: CouponField): Typed => draft.value?.typed[field] ?? original(field)
  /** What is typed, and not what the coupon says by itself by now. */
  const changedFields = computed(() =>
    fieldsInOrder.filter((field) => {
      const typed = draft.value?.typed[field]
      return typed !== undefined && !isSameTyped(typed, original(field))
    }),
  )

  function type(field: CouponField, next: Typed): void {
    const { at, typed, seen } = draft.value ?? {
      at: new Date(hostNow()).toISOString(),
      typed: {},
      seen: {},
    }
    const { [field]: _typed, ...others } = typed
    const isBack = isSameTyped(next, original(field))
    const now = isBack ? others : { ...others, [field]: next }
    if (Object.keys(now).length === 0) drafts.discard('coupon', coupon().id)
    else
      drafts.keep('coupon', coupon().id, {
        at,
        typed: now,
        seen: { ...coupon().values, ...seen },
      })
  }

  const parsed = computed(() =>
    changedFields.value.map((field) => [field, parseTyped(field, typedOf(field), zone())] as const),
  )
  const changed = computed<CouponValues>(() =>
    Object.fromEntries(
      parsed.value.flatMap(([field, one]) => (one.ok ? [[field, one.value]] : [])),
    ),
  )
  const errors = computed<ReadonlyMap<CouponField, FieldError>>(() => {
    const own = parsed.value.flatMap(([field, one]) =>
      one.ok ? [] : [[field, { error: one.error, words: one.words ?? '' }] as const],
    )
    const between = errorsBetween({ ...coupon().values, ...changed.value })
      // What nobody here has touched is not theirs to mend.
      .filter(([field]) => changedFields.value.some((one) => isPair(one, field)))
      .map(([field, error]) => [field, { error, words: '' }] as const)
    return new Map([...between, ...own])
  })

  return {
    draft,
    typedOf,
    type,
    changedFields,
    changed,
    errors,
    undo: (field: CouponField) => type(field, original(field)),
  }
}

const pairs: readonly (readonly CouponField[])[] = [
  ['fromDate', 'endDate'],
  ['minimumOrderPrice', 'maximumOrderPrice'],
]
const isPair = (one: CouponField, other: CouponField): boolean =>
  pairs.some((pair) => pair.includes(one) && pair.includes(other))

export type CouponForm = ReturnType<typeof useCouponForm>
