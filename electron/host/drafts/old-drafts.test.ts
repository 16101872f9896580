import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#contract/caller.ts'
import type { ScreenDraft } from '#contract/drafts.ts'
import type { StoredCount } from '#contract/shifts/shifts.ts'
import { createDispatch, type Handlers } from '#host/dispatch.ts'
import { oldFile, openOld, shownBefore } from '#test/support/old-store.ts'

// A file of the version that had separate tables for drafts. It has reservations and allergies
// typed on two screens, an unfinished and a finished count, a damaged row in each table, and a row
// that was already set aside.

const old = shownBefore<{ at: string; storeId: string; counts: Record<string, StoredCount> }>(
  'store-before-drafts',
)
const screenOf = (screen: string): Caller => ({ screen, name: '', role: 'counter' })

async function open() {
  const file = oldFile('store-before-drafts')
  const { host, log, read } = await openOld(file, old)
  const dispatch = createDispatch(
    () => host.handlers as Handlers,
    log,
    () => 'bug',
  )
  const typedOn = async (screen: string) => {
    const answer = await dispatch(screenOf(screen), 'drafts.read', {})
    return answer.ok ? (answer.value as ScreenDraft[]) : answer
  }
  return { file, host, log, read, typedOn }
}

test('what was typed is there on the screen on which it was typed', async () => {
  const { typedOn } = await open()
  expect(await typedOn('counter-1')).toEqual([
    {
      kind: 'reservation',
      subject: '',
      draft: expect.objectContaining({
        partySize: '4',
        name: 'Renata Inventada',
        tableIds: ['rtbl-7'],
        clientId: null,
      }) as unknown,
    },
    { kind: 'reservation', subject: 'r1', draft: { requests: 'ventana' } },
    { kind: 'allergies', subject: 'cli-1', draft: { allergies: 'maní ' } },
  ])
  expect(await typedOn('counter-2')).toEqual([
    { kind: 'reservation', subject: 'r1', draft: { partySize: '6' } },
    { kind: 'allergies', subject: 'cli-2', draft: { allergies: 'almendras' } },
  ])
  expect(await typedOn('spoiled')).toEqual([])
})

test('each count stands as it stood; a damaged row of each table is set aside, and counted', async () => {
  const { read } = await open()
  for (const [shiftId, count] of Object.entries(old.counts))
    expect(await read('shifts.show', { shiftId })).toMatchObject({ count })
  expect(await read('shifts.show', { shiftId: 'spoiled' })).toMatchObject({
    count: { revision: 0, state: 'counting' },
  })
  expect(await read('status.read')).toMatchObject({ setAside: 4 })
})

test('a purge reaches what was moved and what was set aside, before and since; no count is touched', async () => {
  const { file, read, typedOn } = await open()
  const onDisk = () =>
    ['', '-wal']
      .map((suffix) => file + suffix)
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
  const typed = ['Renata Inventada', 'Spoiled Inventada', 'almendras', 'aside-nueces']
  const found = () => typed.filter((words) => onDisk().includes(words))
  expect(found()).toEqual(typed)
  await read('guests.purge')
  expect(found()).toEqual([])
  expect(await typedOn('counter-1')).toEqual([])
  expect(await read('shifts.show', { shiftId: 's1' })).toMatchObject({ count: old.counts['s1'] })
  // A damaged count has no personal data, so its text may stay in the file.
  expect(onDisk()).toContain('"shift_id":"spoiled"')
})
