import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import {
  close,
  closeEnded,
  counted,
  endedShift,
  finish,
  keep,
  office,
  openShifts,
  pin,
  readShift,
} from '#test/support/shifts.ts'
import { recompute, tamperWith } from '#test/support/close-out-file.ts'
import { sealKeyOf } from './seal-key.ts'
import { backupsOf, dataDirOf } from '../db/store-folder.ts'
import { listBackups } from '../db/stored-backups.ts'
import { verifyFiles } from './verify-files.ts'

const inside = { tipsInAmount: 'inside' } as const
const verify = async (store: TestStore) => valueOfOk(await store.call('shifts.verify', {}))

/** Overwrites a close-out as a person with a tool for SQLite does. */
const tamper = (file: string, number: number, change: (document: string) => string): void =>
  tamperWith(file, (db) => {
    const row = db.prepare('SELECT document FROM close_outs WHERE number = ?').get(number)
    db.prepare('UPDATE close_outs SET document = ? WHERE number = ?').run(
      change(String(row?.['document'])),
      number,
    )
  })

test('a close-out says who, what and when, names no guest, and is made once for a tap', async () => {
  const store = await openShifts({}, inside)
  const payers = store.practice.till.payments().flatMap(({ payerName }) => payerName ?? [])
  expect(payers.length).toBeGreaterThan(0)
  const document = await closeEnded(store)
  const shiftId = endedShift(store)
  expect(document).toMatchObject({
    version: 2,
    keyId: null,
    mac: null,
    number: 1,
    storeId: store.practice.storeId,
    shiftId,
    currency: 'CLP',
    decimals: 0,
    tips: 'inside',
    signedBy: 'Marta Encargada',
    screen: 'Oficina',
    withPin: false,
    corrects: null,
    previousHash: '0'.repeat(64),
  })
  for (const payer of payers) expect(JSON.stringify(document)).not.toContain(payer)
  expect(await store.call('shifts.closeOut', { number: 1 })).toEqual(
    ok({ closeOut: document, correctedBy: [] }),
  )
  expect(await store.call('shifts.closeOut', { number: 2 })).toEqual(fail('not-found'))
  expect(valueOfOk(await store.call('shifts.closeOuts', { before: null }))).toMatchObject({
    closeOuts: [{ number: 1, overShort: 0, paid: document.figures.all.amount, isBroken: false }],
    hasMore: false,
  })
  const view = valueOfOk(await store.call('shifts.show', { shiftId }))
  expect(view).toMatchObject({ count: { state: 'closed' }, closeOuts: [1] })
  expect(await close(store, shiftId)).toEqual(fail('too-late', 'closed'))
  expect(
    await store.call('shifts.saveCount', {
      shiftId,
      before: view.count.draft,
      after: { ...view.count.draft, notes: 'x' },
    }),
  ).toEqual(fail('too-late', 'closed'))
})

test('a tap that is repeated, or comes twice at once, makes one document', async () => {
  const store = await openShifts({}, inside)
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  valueOfOk(await store.call('screens.setPin', { pin }))
  const tapId = 'one-tap'
  const [one, two] = await Promise.all([
    close(store, shiftId, { tapId, pin }),
    close(store, shiftId, { tapId, pin }),
  ])
  expect(valueOfOk(one)).toEqual(valueOfOk(two))
  expect(valueOfOk(one)).toMatchObject({ withPin: true })
  expect(await verify(store)).toMatchObject({ checked: 1, broken: null })
})

test('the manager’s PIN stands behind the name: a wrong one, none, and too many', async () => {
  const store = await openShifts({}, inside)
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  valueOfOk(await store.call('screens.setPin', { pin }))
  expect(await close(store, shiftId, { pin: null })).toEqual(fail('wrong-pin'))
  expect(await close(store, shiftId, { pin: '0000' })).toMatchObject({
    error: { code: 'wrong-pin' },
  })
  for (let nth = 0; nth < 6; nth++) await close(store, shiftId, { pin: '0000' })
  expect(await close(store, shiftId, { pin })).toMatchObject({ error: { code: 'locked' } })
  expect((await verify(store)).checked).toBe(0)
})

test('a correction is another document that names the first, which stays as it is', async () => {
  const store = await openShifts({}, inside)
  const first = await closeEnded(store)
  const shiftId = endedShift(store)
  const reason = 'Faltó un sobre'
  const begun = valueOfOk(await store.call('shifts.correct', { number: 1, reason }, office))
  expect(begun.count).toMatchObject({ state: 'counted', corrects: { number: 1, reason } })
  expect(begun.overShort?.map(({ counted: amount }) => amount)).toEqual(
    first.overShort.map(({ counted: amount }) => amount),
  )
  expect(await store.call('shifts.correct', { number: 1, reason })).toEqual(
    fail('too-late', 'under-way'),
  )
  await keep(store, shiftId, (draft) => ({ ...draft, notes: 'con el sobre' }))
  const second = valueOfOk(await close(store, shiftId))
  expect(second).toMatchObject({ number: 2, previousHash: first.hash, corrects: { number: 1 } })
  expect(valueOfOk(await store.call('shifts.closeOut', { number: 1 }))).toEqual({
    closeOut: first,
    correctedBy: [2],
  })
  expect(await store.call('shifts.correct', { number: 1, reason })).toEqual(
    fail('too-late', 'corrected'),
  )
  expect(await store.call('shifts.correct', { number: 9, reason })).toEqual(fail('not-found'))
  const { closeOuts, hasMore } = valueOfOk(await store.call('shifts.closeOuts', { before: 2 }))
  expect([closeOuts.map(({ number }) => number), hasMore]).toEqual([[1], false])
  expect(await verify(store)).toMatchObject({ checked: 2, broken: null })
})

test('a seal that is broken on purpose is noticed, here and at the terminal, and the rest stays to be seen', async () => {
  const store = await openShifts({}, inside)
  await closeEnded(store)
  valueOfOk(await store.call('shifts.correct', { number: 1, reason: 'otra' }))
  valueOfOk(await close(store, endedShift(store)))
  await store.host.close()
  const [held] = verifyFiles(dataDirOf(store.file))
  expect(held?.verdict).toMatchObject({ checked: 2, broken: null })
  tamper(store.file, 1, (text) => text.replace('"signedBy":"Marta', '"signedBy":"Nadie'))
  const [broken] = verifyFiles(dataDirOf(store.file))
  expect(broken?.verdict).toMatchObject({ checked: 0, broken: { number: 1, why: 'changed' } })
  await store.restart()
  expect(await verify(store)).toEqual(broken?.verdict)
  expect(valueOfOk(await store.call('shifts.closeOuts', { before: null })).closeOuts).toMatchObject(
    [
      { number: 2, isBroken: false },
      { number: 1, isBroken: true },
    ],
  )
  expect(await store.call('shifts.closeOut', { number: 1 })).toEqual(fail('unreadable'))
  expect(await store.call('shifts.correct', { number: 1, reason: 'x' })).toEqual(fail('unreadable'))
  expect(store.log.text()).not.toContain('row set aside')
})

test('one that is missing at the end is noticed as well, and its number is not given again', async () => {
  const store = await openShifts({}, inside)
  const { hash } = await closeEnded(store)
  await store.host.close()
  const db = new DatabaseSync(store.file)
  db.exec('DROP TRIGGER close_outs_remain; DELETE FROM close_outs')
  db.close()
  await store.restart()
  expect(await verify(store)).toMatchObject({ checked: 0, broken: { number: 1, why: 'missing' } })
  const shiftId = store.practice.till.shifts()[0]?._id ?? ''
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  expect(valueOfOk(await close(store, shiftId))).toMatchObject({ number: 2, previousHash: hash })
})

test('with the key of this system one that was recomputed is noticed; another key is said, and accuses nobody', async () => {
  let secret = 'the key of this system'
  const store = await openShifts({ sealKey: () => sealKeyOf(secret) }, inside)
  const document = await closeEnded(store)
  expect(document.keyId).toBe(sealKeyOf(secret).id)
  expect(await verify(store)).toMatchObject({ checked: 1, withKey: 1, otherKey: 0, broken: null })
  await store.host.close()
  secret = 'the key of another system'
  await store.restart()
  expect(await verify(store)).toMatchObject({ checked: 1, withKey: 0, otherKey: 1, broken: null })
  expect(valueOfOk(await store.call('shifts.closeOut', { number: 1 })).closeOut).toEqual(document)
  await store.host.close()
  tamperWith(store.file, (db) => recompute(db, 1, { signedBy: 'Nadie' }))
  secret = 'the key of this system'
  await store.restart()
  expect(await verify(store)).toMatchObject({
    checked: 0,
    broken: { number: 1, why: 'forged', record: null },
  })
  expect(await store.call('shifts.closeOut', { number: 1 })).toEqual(fail('unreadable'))
})

test('changed columns do not prevent a start, and are shown on the screen as well', async () => {
  const store = await openShifts({}, inside)
  await closeEnded(store)
  await store.host.close()
  tamperWith(store.file, (db) => db.exec(`UPDATE close_outs SET shift_id = 'another'`))
  await store.restart()
  expect(valueOfOk(await store.call('status.get', {})).damage).toBeNull()
  expect(await verify(store)).toMatchObject({ checked: 0, broken: { number: 1, why: 'columns' } })
  const { closeOuts } = valueOfOk(await store.call('shifts.closeOuts', { before: null }))
  expect(closeOuts).toMatchObject([{ number: 1, isBroken: true }])
})

test('the copies of the database remember what was recomputed, or deleted with its head', async () => {
  const store = await openShifts({ backups: true }, inside)
  await closeEnded(store)
  await store.host.close()
  const [backup] = listBackups(backupsOf(store.file))
  const record = basename(backup?.path ?? '')
  tamperWith(store.file, (db) => recompute(db, 1, { signedBy: 'Nadie' }))
  await store.restart()
  const replaced = { number: 1, why: 'replaced', record }
  expect(await verify(store)).toMatchObject({ checked: 1, broken: replaced })
  await store.host.close()
  tamperWith(store.file, (db) => db.exec('DELETE FROM close_outs; DELETE FROM close_out_head'))
  await store.restart()
  const missing = { number: 1, why: 'missing', record: expect.any(String) as string }
  expect(await verify(store)).toMatchObject({ checked: 0, broken: missing })
})

test('nothing in the app can change or delete one', async () => {
  const store = await openShifts({}, inside)
  await closeEnded(store)
  valueOfOk(await store.call('guests.purge', {}))
  await store.host.close()
  const db = new DatabaseSync(store.file)
  expect(() => db.exec(`UPDATE close_outs SET shift_id = 'x'`)).toThrow('never changed')
  expect(() => db.exec('DELETE FROM close_outs')).toThrow('never deleted')
  db.close()
  await store.restart()
  expect(await verify(store)).toMatchObject({ checked: 1, broken: null })
})
