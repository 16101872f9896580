import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import type { WaitingScreen } from '#contract/network/network.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeInstruction, profileChange } from '../../test-support/sample-instruction.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { useTickets } from '../../state/tickets.ts'
import type { Alert } from './alert.ts'
import { useAlerts } from './alerts.ts'
import LaterAlerts from './LaterAlerts.ts'

afterEach(unmountComponent)

const jobFrom = (
  printerId: string,
  secondsAgo: number,
  reason: 'too-slow' | 'printer-offline' = 'too-slow',
): PrintJob => {
  const createdAt = new Date(Date.now() - secondsAgo * 1_000).toISOString()
  const delivery = { state: 'queued', since: createdAt, reason } as const
  return {
    id: `job of ${printerId}`,
    printerId,
    kind: 'ticket',
    title: '1001',
    createdAt,
    delivery,
  }
}

test('a printer is reported once a print job has waited for a minute, and as long as the part is there', async () => {
  const bridge = new FakeBridge()
  const address = { address: '192.168.1.50', port: 9100, width: 80, language: 'es' } as const
  const place = {
    ...address,
    prints: null,
    spareId: null,
    ignoresOffline: false,
    columns: null,
    letters: 'code-page' as const,
    images: true,
  }
  const printers = ['grill', 'bar'].map((id) => ({ ...place, id, name: id }))
  bridge.answers['printers.get'] = { printers, jobs: [jobFrom('grill', 90), jobFrom('bar', 5)] }
  bridge.answers['deliveries.pending'] = { decisions: [], total: 0 }
  const isThere = shallowRef(true)
  let titles = (): string[] => []
  await mountComponent(
    defineComponent(() => {
      const alerts = useAlerts()
      titles = () => alerts.all.map(({ title }) => title)
      return () => (isThere.value ? h(LaterAlerts) : null)
    }),
    bridge,
  )
  await expect.poll(() => titles()).toEqual(['grill can’t be reached'])
  isThere.value = false
  await expect.poll(() => titles()).toEqual([])
})

test('a paused printer prints anyway with one tap of the counter, and not of the kitchen', async () => {
  const bridge = new FakeBridge()
  bridge.answers['printers.get'] = {
    printers: [],
    jobs: [jobFrom('grill', 90, 'printer-offline'), jobFrom('bar', 90)],
  }
  bridge.answers['deliveries.pending'] = { decisions: [], total: 0 }
  bridge.answers['printers.printAnyway'] = null
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  let alerts = (): readonly Alert[] => []
  await mountComponent(
    defineComponent(() => {
      const all = useAlerts()
      alerts = () => all.all
      return () => h(LaterAlerts)
    }),
    bridge,
  )
  const actionsOf = (printerId: string) =>
    alerts().find(({ id }) => id === `printer ${printerId}`)?.actions
  await expect.poll(() => actionsOf('grill')).toEqual([])
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'counter' }, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => actionsOf('grill')?.[0]?.label).toBe('Print anyway')
  expect(actionsOf('bar')).toEqual([])
  await actionsOf('grill')?.[0]?.run?.()
  expect(bridge.asked('printers.printAnyway')).toEqual([{ printerId: 'grill' }])
})

test('only managers see that a screen waits, and only their screens ask', async () => {
  const bridge = new FakeBridge()
  const waiting: WaitingScreen = {
    id: 'w1',
    system: 'ipados',
    address: '192.168.1.20',
    endsAt: new Date(Date.now() + 90_000).toISOString(),
  }
  bridge.answers['network.get'] = {
    ...{ isPossible: true, isAllowed: true, problem: null, port: 8_440 },
    ...{
      addresses: [],
      hasMoreWaiting: false,
      otherHosts: [],
      certificate: null,
      waiting: [waiting],
    },
  }
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  let titles = (): string[] => []
  await mountComponent(
    defineComponent(() => {
      const alerts = useAlerts()
      titles = () => alerts.all.map(({ title }) => title)
      return () => h(LaterAlerts)
    }),
    bridge,
  )
  await expect.poll(() => bridge.asked('deliveries.pending')).toHaveLength(1)
  expect(bridge.asked('network.get')).toEqual([])
  expect(titles()).not.toContain('A new screen wants to join')
  bridge.answers['screens.get'] = sampleScreens()
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => titles()).toContain('A new screen wants to join')
})

test('a manager reads that somebody else marks orders ready, until it was read, and the kitchen does not', async () => {
  const bridge = new FakeBridge([makeTicket({ isReadyElsewhere: true })])
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  let alerts = (): readonly Alert[] => []
  let isRead = (): boolean => false
  await mountComponent(
    defineComponent(() => {
      const all = useAlerts()
      isRead = () => useTickets().state === 'ready'
      alerts = () => all.all
      return () => h(LaterAlerts)
    }),
    bridge,
  )
  const elsewhere = () => alerts().find(({ id }) => id === 'ready-elsewhere')
  await expect.poll(() => isRead() && bridge.asked('deliveries.pending').length).toBe(1)
  expect(elsewhere()).toBeUndefined()
  bridge.answers['screens.get'] = sampleScreens()
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => elsewhere()?.text).toContain('1234')
  elsewhere()?.actions[0]?.run?.()
  await expect.poll(elsewhere).toBeUndefined()
})

async function openAsCook(instructions: ReceivedInstruction[]) {
  const bridge = new FakeBridge()
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  bridge.answers['instructions.list'] = instructions
  bridge.answers['instructions.see'] = null
  let ofChain = (): readonly Alert[] => []
  await mountComponent(
    defineComponent(() => {
      const alerts = useAlerts()
      ofChain = () => alerts.all.filter(({ id }) => id.startsWith('chain '))
      return () => h(LaterAlerts)
    }),
    bridge,
  )
  await expect.poll(() => bridge.asked('instructions.list').length).toBeGreaterThan(0)
  return { bridge, ofChain: () => ofChain() }
}

test('a cook reads that the chain sold something out when it happens, until somebody has read it', async () => {
  const { bridge, ofChain } = await openAsCook([])
  expect(ofChain()).toEqual([])
  bridge.answers['instructions.list'] = [makeInstruction()]
  bridge.notify({ type: 'instructions.changed' })
  await expect.poll(() => ofChain()[0]?.title).toBe('The chain sold out Salmon')
  expect(ofChain()[0]?.jump?.to).toBe('/stock')
  await ofChain()[0]?.actions[0]?.run?.()
  expect(bridge.asked('instructions.see')).toEqual([{ id: 'i1' }])
  bridge.answers['instructions.list'] = [makeInstruction({ isSeen: true })]
  bridge.notify({ type: 'instructions.changed' })
  await expect.poll(ofChain).toEqual([])
})

test('a recall that this store refused is still an alert, and a cook isn’t led to the connection page', async () => {
  const { ofChain } = await openAsCook([
    makeInstruction({ id: 'i2', change: profileChange }),
    makeInstruction({ state: 'refused', items: 0, names: [] }),
  ])
  // The kitchen's alerts come first on its screens.
  await expect
    .poll(() => ofChain().map(({ title }) => title))
    .toEqual(['The chain wants Salmon sold out', 'The chain changed settings'])
  expect(ofChain()[0]?.text).toContain('this store doesn’t accept changes from the chain')
  expect(ofChain().map(({ jump }) => jump?.to)).toEqual(['/stock', undefined])
})

test('an alert stays if the host can’t store that it was read', async () => {
  const { bridge, ofChain } = await openAsCook([makeInstruction()])
  await expect.poll(() => ofChain().length).toBe(1)
  bridge.refusals['instructions.see'] = { code: 'storage' }
  await ofChain()[0]?.actions[0]?.run?.()
  expect(bridge.asked('instructions.see')).toHaveLength(1)
  expect(useToasts().toasts).toHaveLength(1)
  expect(ofChain()).toHaveLength(1)
})
