import { expect, test } from 'vitest'
import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { sample } from '#test/support/samples.ts'
import { platformTicket } from '#test/support/platform-ticket.ts'
import { labelsPaper, stationPaper, type KitchenPaper } from './kitchen-papers.ts'
import type { Paper } from './paper.ts'

const making: KitchenPaper = {
  clock: {
    language: 'es',
    timeZone: 'America/Santiago',
    timeFormat: '24-hour',
    now: Date.parse('2026-11-20T15:31:00.000Z'),
  },
  stationName: (id) => id.toUpperCase(),
}
const reported = platformTicket(sample('order-created-pickup'))
if (reported === null) throw new Error('no ticket')
const { ticket } = reported
const [first] = ticket.items
if (first === undefined) throw new Error('no dish')
const dish = (name: string, fields: Partial<TicketItem> = {}): TicketItem => ({
  ...{ ...first, key: name, name, amount: 1, modifiers: [], comment: null, allergyWords: [] },
  ...fields,
})
const at = (station: string) => [{ station, startedAt: null, doneAt: null, by: '' }]
const withItems = (...items: TicketItem[]): Ticket => ({ ...ticket, items })
const text = (paper: Paper): string[] =>
  paper.map((line) => ('text' in line ? line.lead + line.text : line.kind))
const labels = (of: Ticket) => text(labelsPaper(of, ({ amount }) => amount, making))

test('a combo has no label of its own, and each of its dishes has one', () => {
  const items = [dish('Menú'), dish('Sopa', { depth: 1 }), dish('Té', { depth: 1 }), dish('Pan')]
  const paper = labels(withItems(...items))
  expect(paper.filter((line) => line.startsWith('1x '))).toEqual(['1x Sopa', '1x Té', '1x Pan'])
  expect(paper.filter((line) => line === 'cut')).toHaveLength(2)
})

test('every label has the allergies of the guest and of the order', () => {
  const paper = labels({
    ...withItems(dish('Sopa', { amount: 1.5 })),
    buyerName: null,
    guestAllergies: 'nueces',
    notes: [
      { text: 'Sin gluten', allergyWords: ['gluten'] },
      { text: 'Tocar el timbre', allergyWords: [] },
    ],
  })
  for (const each of ['ALERGIA: nueces', 'ALERGIA: Sin gluten'])
    expect(paper.filter((line) => line === each)).toHaveLength(2)
  expect(paper.join()).not.toContain('timbre')
  expect(paper.slice(-1)).toEqual(['2/2'])
})

test('other stations are counted by their dishes, and a combo counts once', () => {
  const items = [
    dish('Sopa', { work: at('grill') }),
    dish('Combo', { work: [...at('bar'), ...at('cold')] }),
    dish('Té', { depth: 1, work: at('bar') }),
    dish('Jugo', { amount: 2, work: at('bar') }),
  ]
  const isOwn = ({ name }: TicketItem) => name === 'Sopa'
  const paper = text(stationPaper(withItems(...items), isOwn, making))
  expect(paper.slice(-1)).toEqual(['También en BAR (3), COLD (1)'])
})
