import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Network, WaitingScreen } from '#contract/network/network.ts'
import { start } from '../../app/start.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { bar, grill, listOf } from '../../test-support/open-stations.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'

let app: App | undefined
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const off: Network = {
  ...{ isPossible: true, isAllowed: false, problem: null, port: 8_440 },
  ...{ addresses: [], hasMoreWaiting: false, otherHosts: [], certificate: null, waiting: [] },
}

const words = 'mano tipu sado reli kuta noma bilo fera'

const on: Network = {
  ...off,
  isAllowed: true,
  addresses: ['kitchen-pass.local:8440', '192.168.1.9:8440'],
  certificate: { kind: 'own', words, fingerprint: 'AB:CD', until: '2027-02-25T12:00:00.000Z' },
}

const iPad = (): WaitingScreen => ({
  ...{ id: 'w1', system: 'ipados', address: '192.168.1.20' },
  endsAt: new Date(hostNow() + 90_000).toISOString(),
})

async function open(network: Network, { hasPin = true, query = '' } = {}) {
  const bridge = new FakeBridge()
  bridge.answers['network.get'] = network
  for (const name of ['network.allow', 'network.approve', 'network.refuse'] as const)
    bridge.answers[name] = null
  const all = [
    {
      ...{
        id: 'net-1',
        name: 'Bar',
        role: 'counter' as const,
        isConnected: true,
        lastSeenAt: null,
      },
      network: {
        system: 'android' as const,
        address: '192.168.1.8',
        device: { version: '0.2.0', battery: { percent: 35, isCharging: false } },
      },
    },
    {
      ...{ id: 'net-2', name: '', role: 'kitchen' as const, isConnected: false, lastSeenAt: null },
      network: { system: null, address: null, device: null },
    },
  ]
  bridge.answers['screens.get'] = sampleScreens(
    hasPin ? { unlockedUntil: '2099-11-20T15:35:00.000Z' } : {},
    { hasPin, all },
  )
  bridge.answers['screens.forget'] = null
  bridge.answers['network.replaceAuthority'] = null
  location.hash = `#/setup/network${query}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const sent = (name: string) => bridge.calls.filter(([each]) => each === name)
  return { bridge, sent, settings: page.getByRole('main'), dialog: page.getByRole('dialog') }
}

test('it is off at first, and a manager turns it on', async () => {
  const { settings, sent } = await open(off)
  const control = settings.getByRole('switch', { name: 'Allow screens on this network' })
  await expect.element(control).not.toBeChecked()
  expect(settings.getByText('Add a screen').elements()).toEqual([])
  await userEvent.click(control)
  expect(sent('network.allow')).toEqual([['network.allow', { isAllowed: true }]])
})

test('its address, words and certificate are there to compare', async () => {
  const { settings } = await open(on)
  await expect.element(settings.getByText('kitchen-pass.local:8440')).toBeVisible()
  await expect
    .element(settings.getByText(/If it doesn’t open: .*192\.168\.1\.9:8440/))
    .toBeVisible()
  await expect.element(settings.getByText(words)).toBeVisible()
  await expect.element(settings.getByRole('img', { name: /address as a picture/ })).toBeVisible()
  await expect.element(settings.getByText(/No screen is waiting/)).toBeVisible()
  await userEvent.click(settings.getByText('Certificate'))
  await expect.element(settings.getByText('SHA-256 AB:CD')).toBeVisible()
})

test('a given certificate needs no trust', async () => {
  const certificate = { ...on.certificate, kind: 'given', words, fingerprint: 'AB' } as const
  const { settings } = await open({
    ...on,
    certificate: { ...certificate, until: '2027-02-25T12:00:00.000Z' },
  })
  await expect.element(settings.getByText('kitchen-pass.local:8440')).toBeVisible()
  expect(settings.getByText(words).elements()).toEqual([])
})

test.for<[Network['problem'], RegExp]>([
  ['port-taken', /uses port .*8440/],
  ['no-certificate', /certificate of this computer can’t be read or made/],
  ['authority-damaged', /are damaged.* ask IT to put its folder “network” back/],
])('%s is said', async ([problem, sentence]) => {
  const { settings } = await open({ ...off, isAllowed: true, problem })
  await expect.element(settings.getByText(sentence)).toBeVisible()
})

test('a manager makes a new certificate for a damaged one, and reads what that means', async () => {
  const { settings, dialog, sent } = await open({ ...on, problem: 'authority-damaged' })
  await userEvent.click(settings.getByRole('button', { name: 'Make a new certificate…' }))
  await expect.element(dialog.getByText(/until it has installed the new certificate/)).toBeVisible()
  expect(sent('network.replaceAuthority')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Make it' }))
  await expect.poll(() => dialog.elements()).toEqual([])
  expect(sent('network.replaceAuthority')).toEqual([['network.replaceAuthority', {}]])
})

test('where more wait than are listed, the code says which one is let in', async () => {
  const { settings, dialog, sent } = await open({ ...on, waiting: [iPad()], hasMoreWaiting: true })
  await userEvent.click(settings.getByRole('button', { name: 'Type a code…' }))
  await userEvent.keyboard('ABCD-2345')
  await userEvent.fill(dialog.getByLabelText('Name'), 'Grill')
  await userEvent.keyboard('{Enter}')
  const asked = { waitingId: null, code: 'ABCD-2345', name: 'Grill', role: 'kitchen', stations: [] }
  await expect.poll(() => sent('network.approve')).toEqual([['network.approve', asked]])
})

test('another kitchen on the network is said', async () => {
  const { settings } = await open({ ...on, otherHosts: ['192.168.1.30:8440'] })
  await expect
    .element(settings.getByText(/Another Kitchen Pass .*192\.168\.1\.30:8440/))
    .toBeVisible()
})

test('without a PIN it says what a PIN is for, and leads there', async () => {
  const { settings } = await open(on, { hasPin: false })
  await expect.element(settings.getByText(/no manager’s PIN yet/)).toBeVisible()
  await userEvent.click(settings.getByRole('link', { name: 'Set a PIN' }))
  await expect.element(settings.getByText('New PIN')).toBeVisible()
})

describe('a screen that waits', () => {
  test('is let in with its code, a name and a role', async () => {
    const { settings, dialog, sent } = await open({ ...on, waiting: [iPad()] })
    await expect.element(settings.getByText(/iPad or iPhone · 192\.168\.1\.20/)).toBeVisible()
    await expect.element(settings.getByText(/Code valid for .*1:[23]\d/)).toBeVisible()
    await userEvent.click(settings.getByRole('button', { name: /^Let iPad/ }))
    const submit = dialog.getByRole('button', { name: 'Let in' })
    await expect.element(submit).toBeDisabled()
    await userEvent.keyboard('ABCD-2345')
    await userEvent.fill(dialog.getByLabelText('Name'), 'Grill')
    await userEvent.click(dialog.getByRole('radio', { name: /^Counter/ }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/Grill.* is a screen of this kitchen now/)).toBeVisible()
    const place = { name: 'Grill', role: 'counter', stations: [] }
    expect(sent('network.approve')).toEqual([
      ['network.approve', { waitingId: 'w1', code: 'ABCD-2345', ...place }],
    ])
    expect(dialog.elements()).toEqual([])
  })

  test('gets the station that it is called after', async () => {
    const { bridge, settings, dialog, sent } = await open({ ...on, waiting: [iPad()] })
    bridge.answers['stations.get'] = listOf([grill, bar])
    bridge.notify({ type: 'stations.changed' })
    await userEvent.click(settings.getByRole('button', { name: /^Let iPad/ }))
    await userEvent.keyboard('ABCD-2345')
    await userEvent.fill(dialog.getByLabelText('Name'), 'Grill 2')
    await expect.element(dialog.getByText(/^Chosen because the screen is called/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent('network.approve')[0]?.[1]).toMatchObject({ stations: ['s1'] })
  })

  test.for([
    [{ code: 'wrong-code', detail: '4' }, /isn’t the code on the new screen. 4 more tries/],
    [
      { code: 'locked', reason: 'wrong-codes', detail: '60' },
      /Too many wrong codes. Try again in 60 seconds/,
    ],
    [{ code: 'not-found' }, /no longer waits. Get a new code/],
  ] as const)('is not let in: %o', async ([refusal, sentence]) => {
    const { bridge, settings, dialog } = await open({ ...on, waiting: [iPad()] })
    bridge.refusals['network.approve'] = refusal
    await userEvent.click(settings.getByRole('button', { name: /^Let iPad/ }))
    await userEvent.keyboard('ABCD2345')
    await userEvent.fill(dialog.getByLabelText('Name'), 'Bar')
    await expect.element(dialog.getByText(/already a screen called/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Let in' }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(sentence)
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Bar')
  })

  test('is refused', async () => {
    const { settings, sent } = await open({ ...on, waiting: [iPad()] })
    await userEvent.click(settings.getByRole('button', { name: 'Refuse' }))
    expect(sent('network.refuse')).toEqual([['network.refuse', { waitingId: 'w1' }]])
  })

  test('is opened by a scanned code, which then leaves the address', async () => {
    const { dialog } = await open({ ...on, waiting: [iPad()] }, { query: '?code=ABCD2345' })
    await expect.element(dialog.getByLabelText('Code on the new screen')).toHaveValue('ABCD2345')
    await expect.poll(() => location.hash).toBe('#/setup/network')
  })
})

test('a screen on the network has what it is and where, and is removed after a question', async () => {
  const { settings, dialog, sent } = await open(on)
  await expect.element(settings.getByText('kitchen-pass.local:8440')).toBeVisible()
  location.hash = '#/setup/screens'
  await settings.getByRole('button', { name: /^Bar Counter · Connected now/ }).click()
  await expect
    .element(dialog.getByText(/^Android · 192\.168\.1\.8 · Battery 35 % · Version 0\.2\.0$/))
    .toBeVisible()
  const remove = dialog.getByRole('button', { name: 'Remove screen' })
  await remove.click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  expect(sent('screens.forget')).toEqual([])
  await remove.click()
  await expect.element(page.getByText(/loses its access at once/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  expect(sent('screens.forget')).toEqual([['screens.forget', { screenId: 'net-1' }]])
})
