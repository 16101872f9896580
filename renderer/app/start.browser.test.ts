import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { App } from 'vue'
import { firstOperations } from '#contract/first-view.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'
import { noStations } from '../test-support/sample-stations.ts'
import { makeTicket } from '../test-support/sample-ticket.ts'
import pageHtml from '../index.html?raw'
import { start } from './start.ts'

let app: App | undefined
afterEach(() => app?.unmount())

const first = makeTicket({ id: 'order 1', code: '1001' })
const second = makeTicket({ id: 'order 2', code: '1002' })

async function open(bridge: FakeBridge): Promise<string> {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return root.innerText
}

function withView(): FakeBridge {
  const bridge = new FakeBridge([first])
  bridge.firstView = {
    'tickets.list': ok({ revision: 7, now: new Date().toISOString(), tickets: [first] }),
    'status.get': ok(bridge.status),
    'settings.get': ok(defaultSettings),
    'screens.get': ok(sampleScreens()),
    'stations.get': ok(noStations),
  }
  bridge.revision = 7
  return bridge
}

const card = (code: string) => page.getByRole('article', { name: code })
const askedFirst = (bridge: FakeBridge) =>
  firstOperations.filter((name) => bridge.asked(name).length > 0)

test('data that came with the page is shown at once, and not requested', async () => {
  const bridge = withView()
  const atFirst = await open(bridge)
  expect(atFirst).toContain('Providencia')
  expect(atFirst).not.toContain('Loading orders')
  await expect.element(card('1001')).toBeVisible()
  await expect.poll(() => bridge.asked('stock.board')).toHaveLength(1)
  bridge.change([second])
  await expect.element(card('1002')).toBeVisible()
  expect(askedFirst(bridge)).toEqual([])
})

test('missed data is requested, and so is the data of another store', async () => {
  const bridge = withView()
  await open(bridge)
  bridge.tickets = [first, second]
  bridge.notify({ type: 'events.missed' })
  await expect.element(card('1002')).toBeVisible()
  expect(askedFirst(bridge)).toEqual(firstOperations)
  bridge.tickets = []
  bridge.notify({ type: 'host.replaced' })
  await expect.element(page.getByText('All clear')).toBeVisible()
})

test('one that failed is asked for again, and the others are not', async () => {
  const bridge = withView()
  if (bridge.firstView !== null) bridge.firstView['tickets.list'] = fail('storage')
  await open(bridge)
  await expect.element(card('1001')).toBeVisible()
  expect(askedFirst(bridge)).toEqual(['tickets.list'])
})

test('a host that takes its time is waited for with the page in sight', async () => {
  const bridge = new FakeBridge()
  bridge.answering = false
  await open(bridge)
  await expect.element(page.getByText('Loading orders…')).toBeVisible()
})

test('the browser is asked to keep what lets the screen in', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false)
  await open(withView())
  expect(persist).toHaveBeenCalledOnce()
  persist.mockRestore()
})

test('the browser translates no dish and no note', () => {
  const { documentElement, head } = new DOMParser().parseFromString(pageHtml, 'text/html')
  expect(documentElement.translate).toBe(false)
  expect(head.querySelector('meta[name=google]')?.getAttribute('content')).toBe('notranslate')
})
