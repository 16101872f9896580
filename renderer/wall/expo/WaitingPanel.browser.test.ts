import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import type { Driver, Ticket, TicketExpo } from '#contract/tickets/ticket.ts'
import { setHostTime } from '../../clock/host-clock.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { at } from '../../test-support/open-wall.ts'
import { makeBump, makeTicket } from '../../test-support/sample-ticket.ts'
import ToastStack from '../../ui/note/ToastStack.vue'
import WaitingPanel from './WaitingPanel.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const panel = page.getByRole('complementary', { name: 'Waiting for pick-up' })
const dialog = page.getByRole('dialog')
const row = (code: string) => panel.getByRole('listitem').filter({ hasText: code })
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** The codes of the tickets that wait, from the top. */
const codes = () =>
  panel
    .getByRole('listitem')
    .elements()
    .map((each) => each.querySelector('.code')?.textContent)

const expo = (some: Partial<TicketExpo> = {}): TicketExpo => ({
  doneAt: null,
  coolsAt: null,
  shelf: '',
  packing: [],
  handedOverAt: null,
  ...some,
})
const driver = (stage: Driver['stage'], pickupCode: string | null = null): Driver => ({
  ...{ stage, pickupCode, name: null, vehicle: null },
  ...{ expectedAt: null, searchesAt: null },
})

/** A ticket that was bumped this many minutes ago. */
const waits = (code: string, minutes: number, fields: Partial<Ticket> = {}): Ticket =>
  makeTicket({
    ...{ id: `order ${code}`, code, stage: 'ready' },
    bump: { ...makeBump({ state: 'confirmed' }), bumpedAt: at(-minutes) },
    ...fields,
  })

async function open(waiting: Ticket[], bridge = new FakeBridge()) {
  bridge.answers['tickets.waiting'] = waiting
  const detail = vi.fn()
  await mountComponent(
    () =>
      h('div', { style: 'display: flex; height: 100vh; container-type: inline-size' }, [
        h('div', { style: 'flex: 1' }),
        h(WaitingPanel, { onDetail: detail }),
        h(ToastStack),
      ]),
    bridge,
  )
  return { bridge, detail }
}

test('while it loads it says so, and then that nobody waits', async () => {
  const bridge = new FakeBridge()
  const hold = bridge.hold('tickets.waiting')
  await open([], bridge)
  await expect.element(panel.getByText('Loading orders…')).toBeVisible()
  expect(panel.getByText(/Nobody waits/).elements()).toEqual([])
  await hold.answerAll([])
  await expect.element(panel.getByText('Nobody waits for an order.')).toBeVisible()
  expect(panel.getByText('Loading orders…').elements()).toEqual([])
})

test('what can’t be loaded says why, and is there after another try', async () => {
  const bridge = new FakeBridge()
  bridge.refusals['tickets.waiting'] = { code: 'storage' }
  await open([waits('1001', 1)], bridge)
  await expect.element(panel.getByRole('alert')).toMatchTextContent(/may be full or read-only/)
  expect(codes()).toEqual([])
  bridge.refusals = {}
  await button('Try again').click()
  await expect.poll(codes).toEqual(['1001'])
  expect(panel.getByRole('alert').elements()).toEqual([])
})

test('a driver at the door is first, then whoever waits longest, each with how long', async () => {
  const { detail } = await open([
    waits('1001', 20),
    waits('1002', 12, { driver: driver('assigned') }),
    waits('1003', 5, { driver: driver('at-store', 'K7') }),
    waits('1004', 1, { type: 'pickup', buyerName: 'Luz', expo: expo({ doneAt: at(-3) }) }),
  ])
  await expect.poll(codes).toEqual(['1003', '1001', '1002', '1004'])
  await expect.element(row('1003')).toMatchTextContent(/5:\d\d.*Driver here\s+· Code K7/)
  await expect.element(row('1002')).toMatchTextContent(/Driver assigned/)
  // Since its last dish was done, not since somebody bumped it.
  await expect.element(row('1004')).toMatchTextContent(/1004\s*Pickup\s*Luz\s*3:\d\d/)
  await expect.element(panel.getByText('4', { exact: true })).toBeVisible()
  await row('1004').getByRole('button', { name: /1004/ }).first().click()
  expect(detail).toHaveBeenCalledExactlyOnceWith('order 1004')
})

test('what has cooled down is marked from that second on, in words too', async () => {
  onTestFinished(() => setHostTime(at(0)))
  await open([
    waits('1001', 9, { expo: expo({ coolsAt: at(-1) }) }),
    waits('1002', 8, { expo: expo({ coolsAt: at(30) }) }),
    waits('1003', 7, { expo: expo() }),
  ])
  await expect.element(row('1001')).toMatchTextContent(/Waits too long/)
  expect(row('1002').getByText('Waits too long').elements()).toEqual([])
  setHostTime(at(30))
  await expect.element(row('1002').getByText('Waits too long')).toBeVisible()
  expect(row('1003').getByText('Waits too long').elements()).toEqual([])
  const tones = ['1001', '1003'].map(
    (code) => row(code).element().querySelector<HTMLElement>('.time')?.dataset['tone'],
  )
  expect(tones).toEqual(['bad', 'quiet'])
})

test('a shelf is typed, changed, and kept in the field while the host refuses it', async () => {
  const { bridge } = await open([
    waits('1001', 3),
    waits('1002', 2, { expo: expo({ shelf: 'B2' }) }),
  ])
  await button('Shelf B2 1002').click()
  await expect.element(page.getByRole('dialog', { name: 'Shelf of 1002' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Shelf')).toHaveValue('B2')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Shelf 1001').click()
  await dialog.getByLabelText('Shelf').fill('4')
  bridge.refusals['tickets.setShelf'] = { code: 'storage' }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/may be full or read-only/)
  await expect.element(dialog.getByLabelText('Shelf')).toHaveValue('4')
  bridge.refusals = {}
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = { ticketId: 'order 1001', shelf: '4' }
  expect(bridge.asked('tickets.setShelf')).toEqual([sent, sent])
})

test('one that is handed over leaves once the host says so, and comes back with Undo', async () => {
  const { bridge } = await open([waits('1001', 3), waits('1002', 2)])
  await button('Handed over 1001').click()
  await expect.element(page.getByText('1001 handed over')).toBeVisible()
  await expect.poll(codes).toEqual(['1001', '1002'])
  bridge.answers['tickets.waiting'] = [waits('1002', 2)]
  bridge.change([], ['order 1001'])
  await expect.poll(codes).toEqual(['1002'])
  await button('Undo').click()
  const hand = { ticketId: 'order 1001' }
  await expect
    .poll(() => bridge.asked('tickets.handOver'))
    .toEqual([
      { ...hand, handedOver: true },
      { ...hand, handedOver: false },
    ])
})

test('a hand-over that fails says so, and offers nothing to undo', async () => {
  const bridge = new FakeBridge()
  bridge.refusals['tickets.handOver'] = { code: 'storage' }
  await open([waits('1001', 3)], bridge)
  await button('Handed over 1001').click()
  await expect.element(page.getByText(/may be full or read-only/)).toBeVisible()
  expect(page.getByText('1001 handed over').elements()).toEqual([])
  expect(button('Undo').elements()).toEqual([])
  expect(codes()).toEqual(['1001'])
})

test('a long name is cut off, and widens neither the list nor its tickets', async () => {
  const buyerName = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3)
  await open([
    waits('1001', 3, { buyerName, driver: driver('at-store') }),
    waits('1002', 2, { buyerName: buyerName.replaceAll(' ', '') }),
  ])
  await expect.poll(codes).toHaveLength(2)
  const list = panel.getByRole('list').element()
  expect(list.scrollWidth).toBe(list.clientWidth)
  const { right } = panel.element().getBoundingClientRect()
  for (const code of codes()) {
    const time = row(code ?? '')
      .element()
      .querySelector('.time')
    expect(time?.getBoundingClientRect().right, code ?? '').toBeLessThan(right)
  }
})

test.for(['light', 'dark'])(
  'everything fits and is large enough to touch, in %s',
  async (theme) => {
    await open([
      waits('1001', 95, {
        buyerName: 'María de los Ángeles Fernández-Valenzuela',
        driver: driver('at-store', 'AB-1234'),
        expo: expo({ shelf: 'Locker 12-B', coolsAt: at(-1) }),
      }),
      waits('1002', 1),
    ])
    document.documentElement.dataset['theme'] = theme
    await expect.poll(codes).toHaveLength(2)
    expect(findMisfits(panel.element() as HTMLElement)).toEqual([])
    for (const each of panel.getByRole('button').elements())
      if (each.getClientRects().length > 0)
        expect(each.getBoundingClientRect().height, each.textContent).toBeGreaterThanOrEqual(48)
    await page.screenshot({ path: `../../../test/results/stations/waiting-${theme}.png` })
    delete document.documentElement.dataset['theme']
  },
)
