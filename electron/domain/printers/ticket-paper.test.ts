import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { sample } from '#test/support/samples.ts'
import { platformTicket } from '#test/support/platform-ticket.ts'
import type { PaperLine } from './paper.ts'
import { ticketPaper } from './ticket-paper.ts'

const clock = {
  language: 'es',
  timeZone: 'America/Santiago',
  timeFormat: '24-hour',
  now: Date.parse('2026-11-20T15:31:00.000Z'),
} as const

function ticketOf(request: Partial<Ticket> = {}, name = 'order-created-delivery'): Ticket {
  const reported = platformTicket(sample(name))
  if (reported === null) throw new Error('no ticket')
  return { ...reported.ticket, ...request }
}

const sentence = (line: PaperLine): string => ('text' in line ? line.lead + line.text : '')
const paperOf = (ticket: Ticket): string => ticketPaper(ticket, clock).map(sentence).join('\n')
const find = (ticket: Ticket, part: string): PaperLine | undefined =>
  ticketPaper(ticket, clock).find((line) => sentence(line).includes(part))

test('the number is largest, dishes are large, and their options are indented below', () => {
  const ticket = ticketOf()
  const [first] = ticketPaper(ticket, clock)
  expect(first).toMatchObject({ text: ticket.code, size: 'huge', centred: true })
  for (const { name, amount, modifiers } of ticket.items) {
    expect(find(ticket, name)).toMatchObject({ size: 'large', bold: true, lead: `${amount}x ` })
    for (const option of modifiers.flatMap(({ options }) => options))
      expect(find(ticket, option.name)).toMatchObject({ size: 'tall', lead: '    ' })
  }
})

test('neither money nor a telephone is on it', () => {
  for (const name of ['order-created-delivery', 'order-created-pickup', 'order-created-large']) {
    const reported = platformTicket(sample(name))
    if (reported === null) throw new Error('no ticket')
    const { phone, payment } = reported.detail
    expect(phone).toBeTruthy()
    const text = paperOf(reported.ticket)
    expect(text).not.toContain(phone)
    expect(text).not.toMatch(/[$€]/)
    for (const amount of [payment.total, payment.toPay, payment.cash])
      if (amount !== null && amount > 99) expect(text).not.toContain(String(amount))
  }
})

test('allergies of a dish or a guest, and a cancelled order, are printed in white on black', () => {
  const [item] = ticketOf().items
  if (item === undefined) throw new Error('no dish')
  const ticket = ticketOf({
    items: [{ ...item, comment: 'Alergia al maní', allergyWords: ['Alergia', 'maní'] }],
    guestAllergies: 'nueces',
    cancellation: { at: '2026-11-20T15:00:00.000Z', reason: null },
  })
  for (const part of ['ALERGIA: Alergia, maní', 'ALERGIA: nueces', 'CANCELADO'])
    expect(find(ticket, part), part).toMatchObject({ loud: true, size: 'large' })
  expect(find(ticket, '"Alergia al maní"')).toMatchObject({ bold: true, loud: false })
})

test('the printout says what could not be read, and guesses no numbers', () => {
  const [item] = ticketOf().items
  if (item === undefined) throw new Error('no dish')
  const ticket = ticketOf({ incomplete: true, items: [{ ...item, amount: 1, unread: ['amount'] }] })
  expect(paperOf(ticket)).toMatch(/Parte de este pedido no se pudo leer/)
  expect(find(ticket, item.name)).toMatchObject({ lead: '?x ' })
})

test('times are the restaurant’s, with their day where it is another', () => {
  const at = '2026-11-20T23:45:00.000Z'
  expect(paperOf(ticketOf({ promisedAt: at }))).toMatch(/Para 20:45/)
  const later = '2026-11-22T23:45:00.000Z'
  expect(paperOf(ticketOf({ promisedAt: later, queueAt: later, scheduled: true }))).toMatch(
    /Empieza 22.*nov.*20:45/,
  )
})

test('the items of a combo are indented below it, names from the menu are marked, and dishes are counted without them', () => {
  const [item] = ticketOf().items
  if (item === undefined) throw new Error('no dish')
  const modifiers = [
    {
      name: 'Pan',
      fromMenu: true as const,
      options: [{ id: 'o', name: 'Frica', fromMenu: true as const, count: 2, stockKey: null }],
    },
  ]
  const part = { ...item, key: 'part', name: 'Papas', amount: 6, modifiers: [] }
  const ticket = ticketOf({
    items: [
      { ...item, name: 'Combo', amount: 2, fromMenu: true, modifiers },
      { ...part, depth: 1 },
      { ...part, depth: 9 },
    ],
  })
  const text = paperOf(ticket)
  expect(text).toContain('2x Combo (carta)\n    Pan (carta): 2x Frica (carta)')
  expect(text).toContain('\n  6x Papas')
  expect(text).toContain('\n      6x Papas')
  expect(text).toContain('Platos: 2')
})

test('notes of the whole order are printed, with an allergy in white on black', () => {
  const notes = [
    { text: 'Sin nueces', allergyWords: ['nueces'] },
    { text: 'Con vela', allergyWords: [] },
  ]
  const ticket = ticketOf({ notes })
  expect(find(ticket, 'ALERGIA: Sin nueces')).toMatchObject({ loud: true, size: 'large' })
  expect(find(ticket, '"Con vela"')).toMatchObject({ bold: true, loud: false })
})
