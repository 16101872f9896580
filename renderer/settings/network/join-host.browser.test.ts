import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Computer, FoundHost, HostIdentity } from '#contract/bridge.ts'
import { fail, ok, type ErrorCode, type Result } from '#contract/shared/result.ts'
import { start } from '../../app/start.ts'
import { fakeComputer, FakeBridge } from '../../test-support/fake-bridge.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'

let app: App | undefined
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const words = 'mano tipu sado reli kuta noma bilo fera'
const address = '192.168.1.20:8440'
const grill: FoundHost = { name: 'Kitchen Pass mano', host: '192.168.1.20', port: 8_440 }

interface Opening {
  hosts: FoundHost[]
  identity: Result<HostIdentity>
  joined: Result<null>
  isStore: boolean
}

async function open({
  hosts = [],
  identity = ok({ address, words, fingerprint: 'AB' }),
  joined = ok(null),
  isStore = false,
}: Partial<Opening> = {}) {
  const bridge = new FakeBridge()
  const asked: unknown[] = []
  bridge.computer = {
    ...fakeComputer(),
    findHosts: () => Promise.resolve(ok(hosts)),
    identifyHost: (typed) => {
      asked.push(typed)
      return Promise.resolve(identity)
    },
    joinHost: (host) => {
      asked.push(host)
      return Promise.resolve(joined)
    },
  } satisfies Computer
  if (isStore) bridge.status = { ...bridge.status, mode: 'store' }
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'manager' })
  location.hash = '#/setup/this-screen?setting=otherHost'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await userEvent.click(page.getByRole('button', { name: 'Find the kitchen…' }))
  const dialog = page.getByRole('dialog')
  const press = (name: string | RegExp) => userEvent.click(dialog.getByRole('button', { name }))
  return { asked, dialog, press, field: dialog.getByLabelText('Address of the other computer') }
}

test('a kitchen on the network is chosen, its words are compared, and the app restarts', async () => {
  const { asked, dialog, press } = await open({ hosts: [grill] })
  await press(/Kitchen Pass mano · 192\.168\.1\.20:8440/)
  await expect.element(dialog.getByText(words)).toBeVisible()
  expect(asked).toEqual([address])
  await press('The words are the same')
  await expect.element(dialog.getByText(/Kitchen Pass restarts as a screen/)).toBeInTheDocument()
  expect(asked).toEqual([address, { address, fingerprint: 'AB' }])
})

test('words that differ lead back, and nothing is joined', async () => {
  const { asked, dialog, press, field } = await open()
  await expect.element(dialog.getByText(/No other Kitchen Pass announces itself/)).toBeVisible()
  await userEvent.fill(field, '192.168.1.20')
  await press('Continue')
  await press('Back')
  await expect.element(field).toHaveValue('192.168.1.20')
  expect(asked).toEqual(['192.168.1.20'])
})

test.for<[ErrorCode, RegExp]>([
  ['unreachable', /No Kitchen Pass answers at this address/],
  ['not-the-platform', /Something else answers/],
  ['bad-input', /This is not an address/],
])('%s is said, and the address stays to be corrected', async ([code, sentence]) => {
  const { dialog, press, field } = await open({ identity: fail(code) })
  await userEvent.fill(field, '192.168.1.2')
  await press('Continue')
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(field).toHaveValue('192.168.1.2')
})

test('another computer at the address by now starts it again', async () => {
  const { dialog, press, field } = await open({ joined: fail('too-late') })
  await userEvent.fill(field, address)
  await press('Continue')
  await press('The words are the same')
  await expect.element(dialog.getByText(/Another computer answers/)).toBeVisible()
  await expect.element(field).toBeVisible()
})

test('a kitchen of its own is not stopped without saying so', async () => {
  const { dialog, press, field } = await open({ isStore: true })
  await userEvent.fill(field, address)
  await press('Continue')
  await expect.element(dialog.getByText(/runs a kitchen of its own. It stops/)).toBeVisible()
})

test('a given certificate has no words to compare', async () => {
  const { dialog, press, field } = await open({
    identity: ok({ address, words: null, fingerprint: null }),
  })
  await userEvent.fill(field, address)
  await press('Continue')
  await expect.element(dialog.getByText(/The system checks it/)).toBeVisible()
  await press('Connect')
  await expect.element(dialog.getByText(/restarts as a screen/)).toBeInTheDocument()
})
