import type { NameFinding, OperationFinding, Proof } from '#contract/doctor/doctor.ts'
import type { DialectName } from '#platform/assumptions.ts'
import { describeDialect, isSecretName, type Dialect } from '#platform/dialect.ts'
import type { PlatformOperationName } from '#platform/operations.ts'
import type { Verdicts } from './proof.ts'

/** An event in the inbox: its type and the fields of its `data`. */
export interface EventSeen {
  type: string
  fields: readonly string[]
}

const orders = ['listOrders', 'readOrder'] as const

/** Where names show, by their prefix; the first match counts. */
const shownBy: readonly [where: readonly PlatformOperationName[] | Proof, starts: string][] = [
  ['only-by-writing', 'completeOrderAuthorization scheduleAuthorization noClosure'],
  [
    'only-by-writing',
    'pauseOperation temporaryClosePath outOfStockPath stockOperation couponCleared',
  ],
  ['only-by-writing', 'version1Segment reservationPath probePath'],
  ['only-by-event', 'orderCreatedEvent newOrderEvent orderStatusEvent orderItemsEvent'],
  ['only-by-event', 'deliveryEvent'],
  [[...orders, 'readLoyaltyClient'], 'vendorPrefix'],
  [['listCoupons', 'listOrders'], 'queryArrays'],
  [['readOrder'], 'orderPath'],
  [['listOrders'], 'orders'],
  [[...orders, 'listMenus', 'readMenu'], 'stationField courseField'],
  [
    orders,
    'defaultOptionField deliveryType deliveryStatuses statuses cancellationReasonFields originFields driver.',
  ],
  [['listCoupons'], 'coupon'],
  [['readMenu'], 'menuAvailableOnlyParameter'],
  [['listMenus', 'readMenu'], 'menu schedule. weekdays'],
  [['readMe'], 'store. permissions'],
  [['listLoyaltyClients'], 'client'],
  [['exportLoyaltyClients'], 'export'],
  [['listPointMovements'], 'movement'],
  [['listTabPayments', 'listWasteIncidents'], 'tabs'],
]

const fieldsOf = <Kind extends string, Field extends string>(kind: Kind, ...fields: Field[]) =>
  fields.map((field) => `${kind}.${field}` as const)

/**
 * Names that replace each other, of which a platform has some: ids of a thing, and links between
 * two things.
 */
export const interchangeableNames: readonly (readonly DialectName[])[] = [
  fieldsOf('menu', '_id', 'menuId', 'externalId'),
  fieldsOf('menuCategory', '_id', 'categoryId', 'id', 'externalId'),
  fieldsOf('menuProduct', '_id', 'productId', 'id', 'externalId', 'importId'),
  fieldsOf('menuModifier', '_id', 'modifierId', 'id', 'externalId'),
  fieldsOf('menuOption', '_id', 'optionId', 'modifierOptionId', 'id', 'externalId'),
  [
    ...fieldsOf('menuProduct', 'categoriesExternalIds', 'categoriesIds'),
    ...fieldsOf('menuProduct', 'categoryId', 'categoriesNames'),
    ...fieldsOf('menuCategory', 'productsIds', 'productsExternalIds'),
  ],
  [
    ...fieldsOf('menuProduct', 'modifiersExternalIds', 'modifiersIds', 'modifiersNames'),
    ...fieldsOf('menuModifier', 'productsIds', 'productsExternalIds'),
  ],
  [
    ...fieldsOf('menuModifier', 'optionIds', 'optionsIds', 'optionsExternalIds'),
    ...fieldsOf('menuOption', 'modifierId', 'modifierExternalId'),
    ...fieldsOf('menuOption', 'modifiersIds', 'modifiersExternalIds'),
  ],
]

/** Where a name shows; undefined if it is missing in this table. */
export const whereShown = (
  name: DialectName,
): readonly PlatformOperationName[] | Proof | undefined =>
  shownBy.find(([, starts]) => starts.split(' ').some((start) => name.startsWith(start)))?.[0]

/** Names of events and of their fields in the inbox. */
export function observedEvents(dialect: Dialect, events: readonly EventSeen[]): Verdicts {
  const met = describeDialect(dialect).filter(({ name, value }) => {
    if (whereShown(name) !== 'only-by-event') return false
    return name.startsWith('orderStatusEvent.')
      ? events.some(
          ({ type, fields }) => type === dialect.orderStatusEvent && fields.includes(value),
        )
      : events.some(({ type }) => type === value)
  })
  return Object.fromEntries(met.map(({ name }) => [name, 'proven']))
}

/** The proof of a name. A name that no record has is no error if an alternative was found. */
function proofOf(name: DialectName, verdicts: Verdicts): Proof | undefined {
  const verdict = verdicts[name]
  if (verdict !== 'contradicted') return verdict
  const others = interchangeableNames.find((names) => names.includes(name)) ?? []
  return others.some((other) => verdicts[other] === 'proven') ? 'unclear' : verdict
}

const thingOf = (name: DialectName): string => name.split('.')[0] ?? name

function proofWithoutAnswer(name: DialectName, reached: ReadonlySet<string>): Proof {
  const where = whereShown(name)
  if (typeof where === 'string') return where
  return (where ?? []).some((operation) => reached.has(operation)) ? 'unclear' : 'not-reached'
}

/**
 * All names of the dialect with their proofs; `unclaimed` are fields of things without a known
 * name.
 */
export function nameFindings(
  dialect: Dialect,
  verdicts: Verdicts,
  operations: readonly OperationFinding[],
  unclaimed: ReadonlyMap<string, readonly string[]> = new Map(),
): NameFinding[] {
  const reached = new Set(
    operations.filter(({ finding }) => finding === 'reached').map(({ operation }) => operation),
  )
  return describeDialect(dialect).map(({ form: _form, ...entry }) => {
    const proof = proofOf(entry.name, verdicts) ?? proofWithoutAnswer(entry.name, reached)
    return {
      ...entry,
      value: isSecretName(entry.name) && entry.value !== entry.default ? '[…]' : entry.value,
      proof,
      seen: proof === 'contradicted' ? [...(unclaimed.get(thingOf(entry.name)) ?? [])] : [],
    }
  })
}
