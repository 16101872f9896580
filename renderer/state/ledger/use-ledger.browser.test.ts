import { afterEach, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { WastePage } from '#contract/waste.ts'
import { isoDay } from '../../clock/when.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { makeJob } from '../../test-support/make-job.ts'
import { mountUse, unmountPart } from '../../test-support/mount-part.ts'
import { spanOf } from '../../ui/ledger/ledger.ts'
import { useWaste } from '../../waste/use-waste.ts'

afterEach(unmountPart)

const today = isoDay(Date.now(), quietStatus().store?.timeZone)
const jobOf = (id: 'week' | 'month', state: Job['state']) => makeJob({ id, state })
const pageOf = (id: 'week' | 'month') => ({ job: jobOf(id, 'done') }) as WastePage

/** A room in which a week is being read. */
async function open() {
  const bridge = new FakeBridge()
  const asked = bridge.hold('waste.list').arrived
  bridge.answers['waste.read'] = jobOf('week', 'running')
  const room = await mountUse(bridge, useWaste)
  await expect.poll(() => asked[0]?.input.jobId).toBe('week')
  const chooseMonth = () => {
    bridge.answers['waste.read'] = jobOf('month', 'running')
    room.span.value = spanOf('month', today)
  }
  return { bridge, room, asked, chooseMonth }
}

test('an answer about other days, come too late, shows nothing and leads nowhere back', async () => {
  const { room, asked, chooseMonth } = await open()
  chooseMonth()
  await expect.poll(() => room.job.value?.id).toBe('month')
  await asked[0]?.answer(pageOf('week'))
  await expect.poll(() => asked[1]?.input.jobId).toBe('month')
  expect(room.shown.value).toBeNull()
  await asked[1]?.answer(pageOf('month'))
  await expect.poll(() => room.shown.value?.job.id).toBe('month')
})

test('with other days, what was shown is gone at once, and no news of it brings it back', async () => {
  const { bridge, room, asked, chooseMonth } = await open()
  await asked[0]?.answer(pageOf('week'))
  await expect.poll(() => room.shown.value?.job.id).toBe('week')
  bridge.notify({ type: 'jobs.changed', job: jobOf('week', 'running') })
  await expect.poll(() => asked[1]?.input.jobId).toBe('week')
  chooseMonth()
  await expect.poll(() => room.shown.value).toBeNull()
  // Before the other days are begun.
  await asked[1]?.answer(pageOf('week'))
  expect(room.job.value?.id).toBe('week')
  expect(room.shown.value).toBeNull()
})

test('a job that is done is still being read on the screen until its last rows are shown', async () => {
  const { bridge, room, asked } = await open()
  await asked[0]?.answer({ ...pageOf('week'), job: jobOf('week', 'running') })
  await expect.poll(() => room.shown.value?.job.state).toBe('running')
  bridge.notify({ type: 'jobs.changed', job: jobOf('week', 'done') })
  await expect.poll(() => asked[1]?.input.jobId).toBe('week')
  expect(room.job.value?.state).toBe('running')
  await asked[1]?.answer(pageOf('week'))
  await expect.poll(() => room.job.value?.state).toBe('done')
  expect(room.shown.value?.job.state).toBe('done')
})
