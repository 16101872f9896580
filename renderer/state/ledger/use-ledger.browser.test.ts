import { afterEach, expect, test } from 'vitest'
import type { Job } from '#contract/jobs/jobs.ts'
import type { WasteFilter, WastePage } from '#contract/waste/waste.ts'
import { isoDay } from '../../clock/when.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { makeJob } from '../../test-support/make-job.ts'
import { mountUse, unmountComponent } from '../../test-support/mount-component.ts'
import { spanOf } from '../../ui/ledger/ledger.ts'
import { useHostCommand } from '../host-command.ts'
import { useHostQuery } from '../host-query.ts'
import { useLedger } from './use-ledger.ts'

afterEach(unmountComponent)

const today = isoDay(Date.now(), quietStatus().store?.timeZone)
const jobOf = (id: 'week' | 'month', state: Job['state']) => makeJob({ id, state })
const pageOf = (id: 'week' | 'month', state: Job['state'] = 'done') =>
  ({ job: jobOf(id, state) }) as WastePage

const useWaste = () =>
  useLedger<WasteFilter, WastePage>({
    read: 'waste.read',
    list: (input) => useHostQuery('waste.list', input, { keep: true }),
    table: useHostCommand('waste.table', { inPlace: true }),
    first: 'week',
    everything: { ingredient: null, voided: null },
    ofOtherDays: { ingredient: null },
  })

async function open() {
  const bridge = new FakeBridge()
  const asked = bridge.hold('waste.list').arrived
  bridge.answers['waste.read'] = jobOf('week', 'running')
  const ledger = await mountUse(bridge, useWaste)
  await expect.poll(() => asked[0]?.input.jobId).toBe('week')
  const chooseMonth = () => {
    bridge.answers['waste.read'] = jobOf('month', 'running')
    ledger.setSpan(spanOf('month', today))
  }
  return { bridge, ledger, asked, chooseMonth }
}

test('an answer about other days, come too late, shows nothing and leads nowhere back', async () => {
  const { ledger, asked, chooseMonth } = await open()
  chooseMonth()
  await expect.poll(() => ledger.job?.id).toBe('month')
  await asked[0]?.answer(pageOf('week'))
  await expect.poll(() => asked[1]?.input.jobId).toBe('month')
  expect(ledger.shown).toBeNull()
  await asked[1]?.answer(pageOf('month'))
  await expect.poll(() => ledger.shown?.job.id).toBe('month')
})

test('with other days, what was shown is gone at once, and no news of it brings it back', async () => {
  const { bridge, ledger, asked, chooseMonth } = await open()
  await asked[0]?.answer(pageOf('week', 'running'))
  await expect.poll(() => ledger.shown?.job.id).toBe('week')
  bridge.notify({ type: 'jobs.changed', job: jobOf('week', 'running') })
  await expect.poll(() => asked[1]?.input.jobId).toBe('week')
  chooseMonth()
  expect([ledger.shown, ledger.job]).toEqual([null, null])
  // Before the job of the other days starts.
  await asked[1]?.answer(pageOf('week'))
  expect([ledger.shown, ledger.job]).toEqual([null, null])
  await expect.poll(() => ledger.job?.id).toBe('month')
  expect(bridge.asked('jobs.steer')).toEqual([{ jobId: 'week', how: 'cancel' }])
})

test('a job that is done is still being read on the screen until its last rows are shown', async () => {
  const { bridge, ledger, asked } = await open()
  await asked[0]?.answer(pageOf('week', 'running'))
  await expect.poll(() => ledger.shown?.job.state).toBe('running')
  bridge.notify({ type: 'jobs.changed', job: jobOf('week', 'done') })
  await expect.poll(() => asked[1]?.input.jobId).toBe('week')
  expect(ledger.job?.state).toBe('running')
  await asked[1]?.answer(pageOf('week'))
  await expect.poll(() => ledger.job?.state).toBe('done')
  expect(ledger.shown?.job.state).toBe('done')
})

test('another filter begins with its first page and shows what was there until it comes; other days drop what they have not', async () => {
  const { ledger, asked, chooseMonth } = await open()
  await asked[0]?.answer(pageOf('week'))
  ledger.turn(3)
  await expect.poll(() => asked[1]?.input.page).toBe(3)
  ledger.choose({ ingredient: 'milk', voided: true })
  await expect
    .poll(() => asked[2]?.input)
    .toMatchObject({ page: 1, filter: { ingredient: 'milk' } })
  expect(ledger.shown?.job.id).toBe('week')
  chooseMonth()
  await expect
    .poll(() => asked[3]?.input)
    .toEqual({ jobId: 'month', page: 1, filter: { ingredient: null, voided: true } })
})

test('days that were left while the host began with them are not read on, nor is why it could not shown under others', async () => {
  const bridge = new FakeBridge()
  const begun = bridge.hold('waste.read').arrived
  const ledger = await mountUse(bridge, useWaste)
  ledger.setSpan(spanOf('month', today))
  await expect.poll(() => begun.length).toBe(2)
  await begun[1]?.answer(jobOf('month', 'running'))
  await begun[0]?.answer(jobOf('week', 'running'))
  expect(ledger.job?.id).toBe('month')
  expect(bridge.asked('jobs.steer')).toEqual([{ jobId: 'week', how: 'cancel' }])
})

test('what the host forgot is asked for anew; where it cannot begin, what is shown stays', async () => {
  const bridge = new FakeBridge()
  bridge.answers['waste.read'] = jobOf('week', 'done')
  bridge.answers['waste.list'] = pageOf('week')
  const ledger = await mountUse(bridge, useWaste)
  await expect.poll(() => ledger.shown?.job.id).toBe('week')
  bridge.refusals['waste.read'] = { code: 'unreachable' }
  await ledger.start()
  expect(ledger.error?.code).toBe('unreachable')
  expect(ledger.shown?.job.id).toBe('week')
  ledger.setSpan(spanOf('month', today))
  expect(ledger.error).toBeNull()
  await expect.poll(() => ledger.error?.code).toBe('unreachable')
  bridge.refusals = {}
  bridge.answers['waste.read'] = jobOf('month', 'done')
  bridge.answers['waste.list'] = pageOf('month')
  bridge.notify({ type: 'host.replaced' })
  await expect.poll(() => ledger.shown?.job.id).toBe('month')
  expect(ledger.error).toBeNull()
})

test('a table that cannot be had says so until something else is asked for', async () => {
  const bridge = new FakeBridge()
  bridge.answers['waste.read'] = jobOf('week', 'done')
  bridge.answers['waste.list'] = pageOf('week')
  const ledger = await mountUse(bridge, useWaste)
  await expect.poll(() => ledger.shown?.job.id).toBe('week')
  expect(await ledger.table()).toBeNull()
  expect(ledger.error?.code).toBe('not-found')
  bridge.answers['waste.table'] = 'at;what'
  ledger.choose({ voided: true })
  await expect.poll(() => ledger.error).toBeNull()
  expect(await ledger.table()).toBe('at;what')
})
