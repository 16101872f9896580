import { computed } from 'vue'
import { couponFields, type CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponValues } from '#contract/coupons/coupons.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useDraftFields } from '../../state/draft-fields.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useForm, type DescribedField } from '../../ui/field/form.ts'
import { useCoupons } from '../coupons.ts'
import { fieldsInOrder } from '../groups.ts'
import { asTyped, isPasted, parseTyped, type Typed, type TypedError } from './typed.ts'
import { say } from './messages.ts'

/** The control of each kind of field; a pasted list is a text of several lines. */
const drawnAs: Readonly<Record<(typeof couponFields)[CouponField], string>> = {
  flag: 'switch',
  instant: 'moment',
  text: 'text',
  amount: 'decimal',
  percent: 'decimal',
  count: 'digits',
  words: 'pick',
  products: 'pick',
  categories: 'pick',
  stores: 'pick',
  menus: 'pick',
}
const linesOf = (field: CouponField) =>
  isPasted(field) ? 4 : field === 'description' ? 2 : undefined

/** Errors between two fields of which at least one was changed, shown at the second. */
function errorsBetween(
  { fromDate, endDate, minimumOrderPrice: min, maximumOrderPrice: max }: CouponValues,
  changed: readonly CouponField[],
): [CouponField, TypedError][] {
  // Untouched fields are not the user's to correct.
  const isTouched = (...pair: CouponField[]) => pair.some((field) => changed.includes(field))
  const errors: [CouponField, TypedError][] = []
  if (fromDate != null && endDate != null && isTouched('fromDate', 'endDate'))
    if (Date.parse(endDate) <= Date.parse(fromDate)) errors.push(['endDate', 'endsFirst'])
  if (min != null && max != null && isTouched('minimumOrderPrice', 'maximumOrderPrice'))
    if (max < min) errors.push(['maximumOrderPrice', 'maxBelowMin'])
  return errors
}

export function useCouponForm(coupon: () => Coupon, submit: () => boolean) {
  const coupons = useCoupons()
  const drafts = useDrafts()
  const zone = () => coupons.around.timeZone
  const draft = computed(() => drafts.of('coupon', coupon().id))

  const { values, changed: changedFields } = useDraftFields(
    () => {
      const { values: fieldValues } = coupon()
      const typed = fieldsInOrder.map((field) => [
        field,
        asTyped(field, fieldValues[field], zone()),
      ])
      return Object.fromEntries(typed) as Record<CouponField, Typed>
    },
    {
      read: () => draft.value?.typed,
      keep: (typed) =>
        drafts.save('coupon', coupon().id, {
          at: draft.value?.at ?? new Date(hostNow()).toISOString(),
          typed,
          seen: { ...coupon().values, ...draft.value?.seen },
        }),
      discard: () => drafts.discard('coupon', coupon().id),
    },
  )

  const parsed = computed(() =>
    changedFields.value.map((field) => [field, parseTyped(field, values[field], zone())] as const),
  )
  const changed = computed<CouponValues>(() =>
    Object.fromEntries(
      parsed.value.flatMap(([field, one]) => (one.ok ? [[field, one.value]] : [])),
    ),
  )
  const errors = computed<ReadonlyMap<CouponField, string>>(() => {
    const all = { ...coupon().values, ...changed.value }
    const between = errorsBetween(all, changedFields.value)
    const texts = new Map(between.map(([field, error]) => [field, say(`couponError.${error}`)]))
    for (const [field, one] of parsed.value)
      if (!one.ok) texts.set(field, say(`couponError.${one.error}`, { text: one.fieldText ?? '' }))
    return texts
  })

  const fields = computed<readonly DescribedField<CouponField>[]>(() =>
    fieldsInOrder.map((name) => ({
      name,
      kind: linesOf(name) === undefined ? drawnAs[couponFields[name]] : 'text',
      label: say(`couponField.${name}`),
      lines: linesOf(name),
      check: () => errors.value.get(name),
    })),
  )
  return {
    form: useForm({ values, fields: () => fields.value, early: true, submit }),
    draft,
    changedFields,
    changed,
  }
}

export type CouponForm = ReturnType<typeof useCouponForm>
