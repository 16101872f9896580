import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore, typeAllergies, typedAllergies } from '#test/support/kitchen.ts'
import { dataDirOf } from '../db/store-folder.ts'

const busy: Answer = { status: 503, body: '{"message":"busy"}' }

/**
 * A guest with a typed draft of an allergy, whose request to the platform is held while the note is
 * stored.
 */
async function withGuest() {
  const between = await openGoBetween()
  const store = await openTestStore({ between })
  const { guests } = valueOfOk(await store.call('guests.list', { text: '', page: 1 }))
  const clientId = guests[0]?.clientId ?? ''
  const caller = { screen: 'counter', name: '', role: 'counter' } as const
  const note = (allergies: string) =>
    store.call('guests.setAllergies', { clientId, allergies }, caller)
  const type = async (typed: string) =>
    valueOfOk(await typeAllergies(store, clientId, typed, caller))
  async function read() {
    held.stop()
    const guest = valueOfOk(await store.call('guests.get', { clientId }, caller))
    return { noted: guest.allergies, typed: await typedAllergies(store, clientId, caller) }
  }
  const held = between.hold({ fits: (path) => path.startsWith('/royalty') })
  return { store, note, type, read, next: held.next }
}

test('a note that was on its way while all guests were forgotten is not there afterwards', async () => {
  const { store, note, read, next } = await withGuest()
  const noted = note('maní')
  const request = await next()
  valueOfOk(await store.call('guests.purge', {}))
  await request.answer()
  expect(await noted).toEqual(fail('too-late'))
  expect(await read()).toEqual({ noted: '', typed: null })
})

test.each<[string, string, string]>([
  ['another note', 'maní, mariscos', 'maní, mariscos'],
  ['that there is none', '', ''],
])('a note whose answer comes after %s is not taken over it', async (_what, later, noted) => {
  const { note, read, next } = await withGuest()
  const first = note('maní')
  const firstRequest = await next()
  const second = note(later)
  if (later !== '') await (await next()).answer()
  expect(await second).toEqual(ok(null))
  await firstRequest.answer()
  expect(await first).toEqual(fail('too-late'))
  expect(await read()).toMatchObject({ noted })
})

test('if the later note could not be stored, the earlier one stays', async () => {
  const { note, read, next } = await withGuest()
  const first = note('maní')
  const firstRequest = await next()
  const second = note('maní, mariscos')
  await (await next()).answer(busy)
  expect(await second).toMatchObject({ ok: false })
  await firstRequest.answer()
  expect(await first).toEqual(ok(null))
  expect(await read()).toMatchObject({ noted: 'maní' })
})

test('what is typed while a note is on its way stays typed', async () => {
  const { note, type, read, next } = await withGuest()
  await type('maní')
  const noted = note('maní')
  const request = await next()
  await type('maní y mariscos')
  await request.answer()
  expect(await noted).toEqual(ok(null))
  expect(await read()).toEqual({ noted: 'maní', typed: 'maní y mariscos' })
})

test('a note that is saved while its last letters are being sent no longer shows as being typed', async () => {
  const { note, type, read, next } = await withGuest()
  await type('man')
  const noted = note('maní')
  const request = await next()
  await type('maní ')
  await request.answer()
  expect(await noted).toEqual(ok(null))
  expect(await read()).toEqual({ noted: 'maní', typed: null })
})

/** An export whose request for a page of clients is held. */
async function exporting() {
  const between = await openGoBetween()
  const store = await openTestStore({ between })
  const held = between.hold({ fits: (path) => path.startsWith('/royalty') })
  const { job } = valueOfOk(await store.call('guests.export', { path: null }))
  // Answer the total count and the first page.
  await (await held.next()).answer()
  await held.next()
  const steer = (how: 'pause' | 'resume' | 'cancel') =>
    store.call('jobs.steer', { jobId: job.id, how })
  const state = async () => valueOfOk(await store.call('guests.exportState', {}))?.job.state ?? null
  const files = () => readdirSync(join(dataDirOf(store.file), 'exports'))
  return { store, steer, state, files, stop: held.stop }
}

test('a pause that arrives with a cancel does not restart the export', async () => {
  const { steer, state, files } = await exporting()
  expect(await Promise.all([steer('cancel'), steer('pause')])).toEqual([ok(null), fail('too-late')])
  expect(await state()).toBe('cancelled')
  expect(files()).toEqual([])
})

test.each(['pause', 'cancel'] as const)(
  'a %s that comes while all guests are being forgotten comes too late',
  async (how) => {
    const { store, steer, state, files } = await exporting()
    const [, steered] = await Promise.all([store.call('guests.purge', {}), steer(how)])
    expect(steered).toEqual(fail('too-late'))
    expect(await state()).toBeNull()
    expect(files()).toEqual([])
  },
)

test.each(['begun', 'had go on'])(
  'an export that is %s in the moment in which all guests are forgotten leaves nothing',
  async (how) => {
    const { store, steer, state, files, stop } = await exporting()
    valueOfOk(await steer(how === 'begun' ? 'cancel' : 'pause'))
    stop()
    const goes = how === 'begun' ? store.call('guests.export', { path: null }) : steer('resume')
    await Promise.all([goes, store.call('guests.purge', {})])
    expect(await state()).toBeNull()
    await new Promise((settled) => setTimeout(settled, 300))
    expect(files()).toEqual([])
  },
)

test('a cancel that comes with a resume ends the export', async () => {
  const { steer, state, files, stop } = await exporting()
  valueOfOk(await steer('pause'))
  stop()
  expect(await Promise.all([steer('resume'), steer('cancel')])).toEqual([ok(null), ok(null)])
  await new Promise((settled) => setTimeout(settled, 300))
  expect(await state()).toBe('cancelled')
  expect(files()).toEqual([])
})
