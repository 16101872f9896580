import fc from 'fast-check'
import { expect, test } from 'vitest'
import { platformTicket } from '#test/support/platform-ticket.ts'
import { sample } from '#test/support/samples.ts'
import { tries } from '#test/support/tries.ts'

const names = [
  'comment',
  'comments',
  'kitchenNote',
  'notes_for_cook',
  'specialInstructions',
  'observación',
]
const moreNames = [
  'observações',
  'Aclaraciones',
  'mensaje',
  'customerRemark',
  'special_request',
  'recado',
]
const around = ['extra', 'custom', 'data', 'x1', 'more', 'metadata']
const words =
  'bien poco mucho cocido frío crujiente aparte cut hot slices extra ao ponto sauce'.split(' ')

/** Texts that people write; random, so that no other text of the order is the same. */
const sentence = fc
  .tuple(fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 8 }), fc.uuid())
  .map(([some, id]) => `${some.join(' ')} ${id.slice(0, 3).replaceAll(/\d/g, 'z')}`)

const path = (keys: string[]) => fc.array(fc.constantFrom(...keys, '[]'), { maxLength: 2 })

/** A field that people write in, at any depth up to five, and whatever is in it. */
const field = fc
  .tuple(
    path(around),
    fc.constantFrom(...names, ...moreNames),
    path([...around, 'description', 'text']),
    sentence,
  )
  .map(([outside, name, inside, text]) => {
    const value = [...outside, name, ...inside].reduceRight<unknown>(
      (at, key) => (key === '[]' ? [at] : { [key]: at }),
      text,
    )
    return { text, fields: (Array.isArray(value) ? { list: value } : value) as Wire }
  })

type Wire = Record<string, unknown>
interface OrderEvent {
  data: { order: Wire & { items: Wire[] } }
}
/** Adds fields to one place of an order; what is there stays, unless it has the same name. */
const places: Record<string, (order: OrderEvent['data']['order'], fields: Wire) => void> = {
  order: (order, fields) => void Object.assign(order, fields),
  orderParams: (order, fields) => void (order['orderParams'] = fields),
  item: ({ items }, fields) => void Object.assign(items[0] ?? {}, fields),
  product: ({ items }, fields) => {
    const item = items[0] ?? {}
    item['product'] = { ...(item['product'] as Wire), ...fields }
  },
  modifier: ({ items }, fields) => {
    const option = { optionId: 'o', name: 'Palta' }
    ;(items[0] ?? {})['modifiers'] = [
      { modifierId: 'm', name: 'Extra', options: [option], ...fields },
    ]
  },
  option: ({ items }, fields) => {
    const option = { optionId: 'o', name: 'Palta', ...fields }
    ;(items[0] ?? {})['modifiers'] = [{ modifierId: 'm', name: 'Extra', options: [option] }]
  },
}

test.each(Object.keys(places))(
  'what people write anywhere in: %s, is on the ticket once',
  (place) => {
    fc.assert(
      fc.property(field, ({ fields, text }) => {
        const event = structuredClone(sample('order-created-pickup')) as unknown as OrderEvent
        places[place]?.(event.data.order, fields)
        const ticket = platformTicket(event)?.ticket
        const shown = [
          ...(ticket?.notes ?? []).map((note) => note.text),
          ...(ticket?.items ?? []).map(({ comment }) => comment ?? ''),
        ]
        expect(shown.join('\n').split(text).length - 1, JSON.stringify(fields)).toBe(1)
      }),
      { numRuns: tries(150, 5_000) },
    )
  },
)

test.each(['deliveries', 'billing', 'gift', 'address'])(
  'what people write for others, in %s, is in the details and not on the ticket',
  (place) => {
    fc.assert(
      fc.property(fc.constantFrom(...names, ...moreNames), sentence, (name, text) => {
        const event = structuredClone(sample('order-created-pickup')) as unknown as OrderEvent
        const fields = { [name]: text }
        event.data.order[place] = place === 'deliveries' ? [{ _id: 'd', ...fields }] : fields
        const read = platformTicket(event)
        expect(JSON.stringify(read?.ticket)).not.toContain(text)
        expect(JSON.stringify(read?.detail), JSON.stringify(fields)).toContain(text)
      }),
      { numRuns: tries(50, 1_000) },
    )
  },
)
