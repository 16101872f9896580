import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h, shallowReactive } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import { makeJob } from '../../test-support/make-job.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import LedgerPage from './LedgerPage.vue'
import type { Ledger } from './ledger.ts'

afterEach(unmountComponent)

async function open(some: Partial<Ledger<string>> = {}) {
  const ledger = shallowReactive({
    today: '2026-11-22',
    span: { from: '2026-11-01', to: '2026-11-22' },
    isWhole: true,
    shown: null as string | null,
    error: null as AppError | null,
    linkLost: false,
    fileDays: '',
    setSpan: () => undefined,
    start: () => undefined,
    table: () => Promise.resolve(null),
    ...some,
  })
  const room = defineComponent(
    () => () =>
      h(
        LedgerPage<string>,
        {
          ...{ title: 'Payments', failed: 'The payments could not be read', file: '', ledger },
          figures: (shown: string) => [{ name: 'Letters', value: String(shown.length) }],
          warnings: (shown: string) => (shown === '' ? ['There are none.'] : []),
        },
        { default: ({ shown }: { shown: string }) => h('p', shown) },
      ),
  )
  await mountComponent(room)
  return ledger
}
const working = () => page.getByRole('progressbar', { name: 'Loading…' })

test('a host that takes its time is seen to be asked, where there is something to ask', async () => {
  const ledger = await open()
  await expect.element(working()).toBeVisible()
  ledger.isWhole = false
  await expect.element(working()).not.toBeInTheDocument()
})

test('without a job, figures and what is below them stand there alone; what warns of them stands beside', async () => {
  const ledger = await open({ shown: 'tomato' })
  await expect.element(page.getByText('Letters')).toBeVisible()
  await expect.element(page.getByText('tomato')).toBeVisible()
  expect(page.getByRole('status').elements()).toEqual([])
  expect(page.getByRole('progressbar').elements()).toEqual([])
  ledger.shown = ''
  await expect.element(page.getByText('There are none.')).toBeVisible()
})

test('an error fills a page that has nothing to show, and stands above what there is', async () => {
  const ledger = await open({ error: { code: 'unreachable' }, job: makeJob({ state: 'running' }) })
  await expect
    .element(page.getByRole('heading', { name: 'The payments could not be read' }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /Export CSV/ })).toBeDisabled()
  ledger.shown = 'tomato'
  ledger.error = { code: 'not-found' }
  await expect.element(page.getByText(/no longer stored/)).toBeVisible()
  await expect.element(page.getByText('tomato')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
})
