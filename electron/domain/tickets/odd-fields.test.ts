import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathsOf, put } from '#test/support/put.ts'
import { sample, webhookSamples } from '#test/support/samples.ts'
import { tries } from '#test/support/tries.ts'
import { platformTicket } from '#test/support/platform-ticket.ts'

const names = webhookSamples.filter((name) => !name.startsWith('process'))
/** An order needs these fields and what is around them: its id, and the type of the event. */
const needed = /^(type|data|data\.order|data\.order\._id)$/

const likely = fc.constantFrom(null, '', 'null', 0, 1, true, 'x', '105,50', [], {}, [null], 1e300)
const json = fc.oneof(likely, fc.jsonValue({ maxDepth: 3 }))

describe('an order with any one field replaced by any JSON value', () => {
  test.each(names)('%s: the ticket exists, and everything that is left out is reported', (name) => {
    const body = sample(name)
    const sound = platformTicket(body)
    const paths = pathsOf(body).filter((path) => !needed.test(path))
    fc.assert(
      fc.property(fc.constantFrom(...paths), json, (path, value) => {
        const reported = platformTicket(put(body, path, value))
        expect(reported?.ticket.id).toBe(sound?.ticket.id)
        const items = reported?.ticket.items ?? []
        for (const item of items) expect(item.name).not.toBe('')
        const sent = (put(body, path, value) as { data: { order: { items: unknown } } }).data.order
        if (Array.isArray(sent.items) && items.length < sent.items.length)
          expect(reported?.ticket.incomplete).toBe(true)
        if (reported?.ticket.incomplete === true) expect(reported.detail.unread).not.toEqual([])
      }),
      { numRuns: tries(100, 20_000, 400) },
    )
  })

  test.each(names)('%s: also each of them in turn, by what is likely', (name) => {
    const body = sample(name)
    const id = platformTicket(body)?.ticket.id
    const paths = pathsOf(body).filter((each) => !needed.test(each))
    // One path of each kind: a hundred dishes are read in the same way.
    const kinds = new Map(paths.map((path) => [path.replaceAll(/\d+/g, '*'), path]))
    for (const path of kinds.values())
      for (const value of [0, 'x', [], {}, undefined])
        expect(
          platformTicket(put(body, path, value))?.ticket.id,
          `${path} ${JSON.stringify(value)}`,
        ).toBe(id)
  })
})
