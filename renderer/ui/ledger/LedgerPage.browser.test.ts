import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h, shallowRef } from 'vue'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountPart, unmountPart } from '../../test-support/mount-part.ts'
import ReadingRoom from './LedgerPage.vue'
import type { Span } from './ledger.ts'

afterEach(unmountPart)

test('a host that takes its time over other days is seen to be asked, and not about days that end before they begin', async () => {
  const span = shallowRef<Span>({ from: '2026-11-01', to: '2026-11-22' })
  const room = defineComponent(
    () => () =>
      h(ReadingRoom, {
        ...{ title: 'Payments', today: '2026-11-22', failed: '', file: '', saveWords: 'Save' },
        ...{ job: null, error: null, listError: null, offline: false, empty: true },
        span: span.value,
        table: () => Promise.resolve(null),
      }),
  )
  await mountPart(room, new FakeBridge())
  await expect.element(page.getByRole('progressbar', { name: 'Reading…' })).toBeVisible()
  span.value = { from: '2026-11-22', to: '2026-11-01' }
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})
