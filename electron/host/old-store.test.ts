import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { bumpNow, oldStore, oldView, openOld, type OldView } from '#test/support/old-store.ts'
import { comparableState, stateNow, type OldStockState } from '#test/support/stock-board.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const open = (file: string) => openOld(file, oldView())

const isInstantOrNull = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))

/**
 * 0.1.0 had no start of a ticket, rejected what it could not read, and did not show when a driver
 * is searched for.
 */
const notStarted = (tickets: OldView['recent']) =>
  tickets.map((ticket) => ({
    ...ticket,
    bump: bumpNow(ticket.bump),
    startedAt: null,
    incomplete: false,
    guestAllergies: null,
    notes: [],
    items: ticket.items.map((item) => ({ ...item, unread: [] })),
    driver:
      ticket.driver === null
        ? null
        : { ...ticket.driver, searchesAt: expect.toSatisfy(isInstantOrNull) as string },
  }))

/** 0.1.0 reported only whether there is a picture. */
const withPictures = (items: OldView['board']['items']) =>
  (items as unknown as { hasPicture: boolean }[]).map(({ hasPicture, ...item }) => ({
    ...item,
    picture: hasPicture ? (expect.any(String) as string) : null,
  }))

test('a database of 0.1.0 opens with everything there', async () => {
  const old = oldView()
  const { log, read } = await open(oldStore(temporaryFolder()))
  const tickets = (await read('tickets.snapshot')) as TicketsSnapshot
  const byId = <Each extends { id: string }>(list: Each[]) =>
    list.toSorted((a, b) => a.id.localeCompare(b.id))
  // The order that was listed and never read is read now.
  expect(tickets.tickets.find(({ id }) => id === old.late)).toMatchObject({ code: '2009' })
  expect(byId(tickets.tickets.filter(({ id }) => id !== old.late))).toEqual(
    byId(notStarted(old.tickets.tickets)),
  )
  expect(await read('tickets.recent')).toEqual(notStarted(old.recent))
  const board = (await read('stock.board')) as OldView['board']
  const { states, items, groups, ingredients, menu } = old.board
  expect(board).toMatchObject({
    items: withPictures(items),
    groups,
    ingredients,
    menu: { readAt: menu.readAt },
  })
  const before = states as unknown as OldStockState[]
  expect(new Set(board.states.map(comparableState))).toEqual(new Set(before.map(stateNow)))
  const history = (await read('stock.history', { days: 30 })) as OldView['history']
  // The history had no entries for what only the platform reported.
  expect(history.filter(({ setBy }) => setBy !== null)).toEqual(old.history)
  const since = {
    requestsPerSecond: 5,
    startedStage: false,
    coversPerHalfHour: null,
    tableMinutes: 120,
    guestDataDays: 30,
    keepDays: 60,
    businessDayBorder: '04:00',
    anyPrinterAddress: false,
    tipsInAmount: 'unknown',
    overShortThreshold: null,
    timeFormat: '24-hour',
    preparationBackMinutes: 60,
    automaticPreparation: false,
    automaticLeast: 15,
    automaticMost: 60,
    amberShareDelivery: null,
    amberSharePickup: null,
    amberShareTable: null,
    veryLateMinutes: 10,
    publicEventsAddress: '',
    updateDownload: true,
    updateWhen: 'next-start',
    updateTime: '04:30',
    updateChannel: 'stable',
    lastStationBumps: false,
    allergyWords: [],
    finishTogether: false,
    courses: false,
    statusNames: false,
    chainInstructions: true,
    chainFigures: false,
  }
  expect(await read('settings.read')).toEqual({ ...old.settings, ...since })
  expect(await read('inbox.unread')).toEqual(old.unread)
  expect(await read('status.read')).toMatchObject({
    store: old.status.store,
    inbox: { unread: 1, elsewhere: 1 },
    outbox: { pending: 3, needsPerson: 2 },
    damage: null,
    setAside: 0,
  })
  expect(log.text()).not.toContain('set aside')
})

test('tickets that left the queue under 0.1.0 can be found, count for the day, and have details', async () => {
  const { at, recent } = oldView()
  const { read } = await open(oldStore(temporaryFolder()))
  const gone = notStarted(recent.filter(({ bump }) => bump?.state === 'confirmed'))
  expect(gone.length).toBeGreaterThan(0)
  for (const ticket of gone) {
    expect(await read('tickets.find', { text: ticket.code })).toEqual([ticket])
    expect(await read('tickets.detail', { ticketId: ticket.id })).toMatchObject({ ticket })
  }
  const bumped = recent.filter(({ bump }) => bump !== null && bump.bumpedAt <= at)
  expect(await read('tickets.pace')).toMatchObject({ ready: bumped.length })
  // What 0.1.0 had sent and finished is not read, and so not set aside.
  expect(await read('status.read')).toMatchObject({ setAside: 0 })
})

test.each([
  ['tickets', 'known', 'tickets.snapshot'],
  ['tickets', 'marks', 'tickets.snapshot'],
  ['stock', 'row', 'stock.board'],
  ['ingredients', 'keys', 'stock.board'],
  ['menus', 'body', 'stock.board'],
  ['settings', 'value', 'settings.read'],
  ['outbox', 'payload', 'status.read'],
])(
  'a row of %s whose %s cannot be read is put aside and counted; it stops no start',
  async (table, column, name) => {
    const file = oldStore(temporaryFolder())
    await (await open(file)).host.close()
    const db = new DatabaseSync(file)
    const first = `SELECT min(rowid) FROM ${table} WHERE ${table === 'tickets' ? 'open = 1' : table === 'outbox' ? "state = 'queued'" : 'true'}`
    const { changes } = db
      .prepare(`UPDATE ${table} SET ${column} = substr(${column}, 2) WHERE rowid = (${first})`)
      .run()
    expect(changes).toBe(1)
    db.close()
    const { log, read } = await open(file)
    await read(name)
    expect(await read('status.read')).toMatchObject({ setAside: 1 })
    expect(log.text()).toContain('row set aside')
  },
)
