import { orderText } from './order-text.ts'

/** The listener's limit, less the rest of the event. */
const max = 4 * 1024 * 1024 - 8 * 1024

/** As many texts as fit into an event, separated by commas. */
function filled(record: (nth: number) => string, around = 0): string {
  const texts: string[] = []
  let length = around
  for (let nth = 0; ; nth++) {
    const text = record(nth)
    length += text.length + 1
    if (length > max) return texts.join(',')
    texts.push(text)
  }
}

type Fields = Record<string, unknown>

const place = '"a place for what is long"'

/** An order event with `written` in place of one field. */
function orderWith(field: string, written: string): string {
  const event = JSON.parse(orderText(`large-${field}`)) as { data: { order: Fields } }
  event.data.order[field] = 'a place for what is long'
  return JSON.stringify(event).replace(place, () => written)
}

const item = (nth: number, more: Fields = {}): string =>
  JSON.stringify({
    _id: `i${String(nth)}`,
    product: { _id: `p${String(nth)}`, name: `Dish ${String(nth)}` },
    amount: 1,
    unitPrice: 5000,
    ...more,
  })

const choices = (count: number): object[] =>
  Array.from({ length: count }, (_, nth) => ({
    optionId: `o${String(nth)}`,
    name: `Choice ${String(nth)}`,
    price: 0,
  }))

/** The largest possible events of the platform, by what makes them large. */
export const largeEvents: Record<string, () => string> = {
  'empty dishes, too many to be read': () => orderWith('items', `[${filled(() => '{}')}]`),
  'empty dishes': () => orderWith('items', `[${filled(() => '{  }')}]`),
  dishes: () => orderWith('items', `[${filled((nth) => item(nth))}]`),
  'dishes with comments': () =>
    orderWith('items', `[${filled((nth) => item(nth, { comment: `Sin sal ${String(nth)}` }))}]`),
  'a dish of many choices': () => {
    const modifier = { modifierId: 'm', name: 'Extras', options: choices(30_000) }
    return orderWith('items', `[${item(0, { modifiers: [modifier] })}]`)
  },
  'dishes of odd fields': () =>
    orderWith('items', `[${filled(() => '{"_id":{},"amount":[],"comment":{"a":1}}')}]`),
  'one long comment': () =>
    orderWith('items', `[${item(0, { comment: 'alergia al maní '.repeat(200_000) })}]`),
  'many fields of which none is known': () =>
    orderWith('orderParams', `{${filled((nth) => `"f${String(nth)}":"sin gluten"`)}}`),
  'a deep note': () =>
    orderWith('orderParams', `{"notes":[${filled(() => '{"text":"bien cocido"}')}]}`),
  deliveries: () => orderWith('deliveries', `[${filled((nth) => `{"_id":"d${String(nth)}"}`)}]`),
  'items of a process': () =>
    JSON.stringify({
      type: 'processStatusUpdated',
      date: new Date().toISOString(),
      data: { status: 'FINISHED', processId: 'p', processedItems: 'a place for what is long' },
    }).replace(
      place,
      () => `[${filled((nth) => `{"type":"product","productId":"p${String(nth)}","stock":0}`)}]`,
    ),
  'an event of no known type': () =>
    `{"type":"something.else","eventId":"odd","data":[${filled(() => '[1]')}]}`,
}
