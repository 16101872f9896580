import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#contract/caller.ts'
import type { Draft } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/result.ts'
import { booking, counter, must, openBook, type OpenedBook } from '#test/support/book.ts'

const hour = 3_600_000
const kitchen: Caller = { screen: 'grill', name: 'Parrilla', role: 'kitchen' }
const second: Caller = { ...counter, screen: 'counter-2' }

const draft = (typed: Partial<Draft> = {}): Draft => ({
  partySize: '4',
  day: '2026-11-21',
  time: '',
  name: 'Renata Inventada',
  phone: '+56 9 22',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: ['rtbl-7'],
  requests: '',
  allergies: 'nueces',
  clientId: null,
  durationMinutes: null,
  ...typed,
})

const keep = ({ call }: OpenedBook, typed: Draft | null, id: string | null = null, who = counter) =>
  call('reservations.keepDraft', { reservationId: id, draft: typed }, who)
const kept = async ({ call }: OpenedBook, who = counter) =>
  must(await call('reservations.drafts', {}, who))
/** Whether the file or its log of writes holds it. */
const isOnDisk = ({ store }: OpenedBook, word: string): boolean =>
  [store.file, `${store.file}-wal`].some(
    (file) => existsSync(file) && readFileSync(file, 'utf8').includes(word),
  )

test('what is typed is there again after a restart, on its own screen alone', async () => {
  const book = await openBook()
  expect(await keep(book, draft({ name: 'Ren' }))).toEqual(ok(null))
  await keep(book, draft())
  await keep(book, draft({ partySize: '6' }), 'one-of-the-book')
  await book.store.restart()
  expect(await kept(book)).toEqual([
    { reservationId: null, draft: draft() },
    { reservationId: 'one-of-the-book', draft: draft({ partySize: '6' }) },
  ])
  expect(await kept(book, second)).toEqual([])
  await keep(book, null)
  expect(await kept(book)).toEqual([
    { reservationId: 'one-of-the-book', draft: draft({ partySize: '6' }) },
  ])
})

test('the kitchen neither reads nor keeps any, nor does a screen without an id', async () => {
  const book = await openBook()
  expect(await keep(book, draft(), null, kitchen)).toEqual(fail('not-allowed'))
  expect(await book.call('reservations.drafts', {}, kitchen)).toEqual(fail('not-allowed'))
  expect(await keep(book, draft(), null, { ...counter, screen: '' })).toEqual(fail('not-found'))
})

test('the last ten of a screen are kept', async () => {
  const book = await openBook()
  for (let nth = 0; nth < 12; nth++) await keep(book, draft(), `r${String(nth)}`)
  const ids = (await kept(book)).map(({ reservationId }) => reservationId)
  expect(ids).toEqual(Array.from({ length: 10 }, (_, nth) => `r${String(nth + 2)}`))
})

test('taking it forgets it, a walk-in does not; editing forgets what was typed of that one', async () => {
  const book = await openBook()
  await keep(book, draft())
  must(await book.take({ tableIds: ['rtbl-9'] }, { kind: 'walk-in' }))
  expect(await kept(book)).toHaveLength(1)
  expect(await book.take({ phone: 'x' })).toMatchObject({ ok: false })
  expect(await kept(book)).toHaveLength(1)
  book.store.practice.misbehave({ path: '', kind: 'status', status: 429 })
  const made = must(await book.take())
  expect(await kept(book)).toEqual([])
  await keep(book, draft(), made.id)
  await keep(book, draft({ name: 'Another' }))
  await keep(book, draft(), made.id, second)
  const wish = {
    reservationId: made.id,
    before: booking(),
    booking: booking({ phone: 'x' }),
    accepted: [],
  }
  expect(await book.call('reservations.edit', wish, counter)).toMatchObject({ ok: false })
  expect(await kept(book)).toHaveLength(2)
  must(await book.edit(made.id, { partySize: 3 }))
  expect(await kept(book)).toEqual([{ reservationId: null, draft: draft({ name: 'Another' }) }])
  expect(await kept(book, second)).toHaveLength(1)
})

test('a purge reaches every screen’s, leaves nothing on the disk, and is told', async () => {
  const book = await openBook()
  await keep(book, draft())
  await keep(book, draft({ name: 'Otra' }), 'r1', second)
  expect(isOnDisk(book, 'Renata Inventada')).toBe(true)
  expect(await book.call('guests.purge', {})).toEqual(ok({ forgotten: 2 }))
  expect(await kept(book)).toEqual([])
  expect(await kept(book, second)).toEqual([])
  expect(isOnDisk(book, 'Renata Inventada')).toBe(false)
  await expect
    .poll(() => book.store.events)
    .toContainEqual(expect.objectContaining({ type: 'reservations.changed', days: [] }))
})

test('each is forgotten a day after it was typed last, a damaged row with the guests’ days', async () => {
  const book = await openBook()
  const onDisk = () =>
    book.inFile((db) =>
      db.all('SELECT drafts FROM reservation_drafts').map(({ drafts }) => String(drafts)),
    )
  await keep(book, draft(), 'old')
  book.clock.sleep(2 * hour)
  await keep(book, draft())
  expect(await kept(book)).toHaveLength(2)
  book.clock.sleep(23 * hour)
  expect((await kept(book)).map(({ reservationId }) => reservationId)).toEqual([null])
  expect(await onDisk()).toEqual([expect.stringContaining('"old"')])
  await book.clock.advance(10_000)
  expect(await onDisk()).toEqual([expect.not.stringContaining('"old"')])
  book.clock.sleep(2 * hour)
  expect(await kept(book)).toEqual([])
  expect(await onDisk()).toHaveLength(1)
  await book.clock.advance(10_000)
  expect(await onDisk()).toEqual([])

  await keep(book, draft({ name: 'Spoiled Inventada' }))
  await book.inFile((db) => db.run(`UPDATE reservation_drafts SET drafts = drafts || ' '`))
  expect(await kept(book)).toEqual([])
  const aside = () =>
    book.inFile((db) => JSON.stringify(db.all('SELECT row FROM set_aside')).includes('Spoiled'))
  expect(await aside()).toBe(true)
  expect(await book.call('guests.purge', {})).toMatchObject({ ok: true })
  expect(await aside()).toBe(false)
})
