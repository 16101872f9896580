import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import type { App } from 'vue'
import type { Examination } from '#contract/doctor/doctor.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeExamination, makeName, makeOperation } from '../../test-support/sample-examination.ts'
import { start } from '../../app/start.ts'

let app: App | undefined
beforeEach(() => page.viewport(1024, 768))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const never = makeExamination({ state: 'never', startedAt: null, endedAt: null, done: 0 })
const running = (some: Partial<Examination>) =>
  makeExamination({ state: 'running', endedAt: null, ...some })

async function open(examination: Examination): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['doctor.get'] = examination
  bridge.answers['doctor.examine'] = null
  location.hash = '#/connection'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(page.getByRole('heading', { name: 'Check the connection' })).toBeVisible()
  await expect.poll(() => bridge.asked('doctor.get').length).toBeGreaterThan(0)
  return bridge
}

const wordsOf = (place: Locator) => (place.element() as HTMLElement).innerText
const card = () => document.querySelector<HTMLElement>('.doctor')?.innerText ?? ''
const tell = (bridge: FakeBridge, examination: Examination) => {
  bridge.answers['doctor.get'] = examination
  bridge.notify({ type: 'doctor.changed', examination })
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('before the first it says that nothing is changed, and one tap asks once', async () => {
  const bridge = await open(never)
  expect(card()).toContain('Nothing is changed.')
  expect(card()).not.toContain('Report for support')
  bridge.answering = false
  await button('Check now').dblClick()
  expect(bridge.asked('doctor.examine')).toHaveLength(1)
})

test('while it runs: progress with a label, findings one by one, and no second examination', async () => {
  const bridge = await open(never)
  tell(bridge, running({ done: 1, operations: [makeOperation('readMe')] }))
  const progress = page.getByRole('progressbar', { name: 'Checked 1 of 25' })
  await expect.element(progress).toHaveAttribute('max', '25')
  expect(card()).toContain('What the access key can see')
  expect(card()).not.toContain('All coupons')
  tell(
    bridge,
    running({ done: 2, operations: [makeOperation('readMe'), makeOperation('listCoupons')] }),
  )
  await expect.poll(card).toContain('All coupons')
  await expect
    .element(page.getByRole('progressbar', { name: 'Checked 2 of 25' }))
    .toHaveAttribute('value', '2')
  await button('Checking…').click({ force: true })
  expect(bridge.asked('doctor.examine')).toHaveLength(0)
})

test('afterwards: the time, a verdict, problems first with the platform’s message, and a button to repeat', async () => {
  const bridge = await open(
    makeExamination({
      endedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
      operations: [
        makeOperation('readMe'),
        makeOperation('updateStock', { method: 'POST', finding: 'writes', status: null }),
        makeOperation('listMenus', { finding: 'unreachable', status: null }),
        makeOperation('listCoupons', {
          finding: 'refused',
          status: 403,
          message: 'No <b>coupons</b> for you',
        }),
        makeOperation('readMenu', { finding: 'something-else', message: 'data.name is no text' }),
        makeOperation('readTheFuture', { finding: 'nothing-to-ask', status: null }),
      ],
    }),
  )
  await expect.element(page.getByText(/^Checked 5 min ago, at \d\d:\d\d$/)).toBeVisible()
  await expect
    .element(page.getByRole('status').filter({ hasText: '3 checks failed.' }))
    .toBeVisible()
  const names = [...document.querySelectorAll('.doctor .line strong')].map((one) => one.textContent)
  expect(names).toEqual([
    'All coupons',
    'One menu',
    'All menus',
    'readTheFuture',
    'What the access key can see',
    'Change what is sold out',
  ])
  const reported = page.getByRole('list', { name: 'Rejected' }).getByRole('listitem')
  for (const part of ['Status 403', 'Message from the platform: No <b>coupons</b> for you'])
    expect(wordsOf(reported)).toContain(part)
  expect(card(), 'what is ours is not put into its mouth').not.toContain(
    'Message from the platform: data.name',
  )
  expect(card()).toContain('data.name is no text')
  for (const part of ['Rejected: 1', 'No answer: 1', 'Works: 1', 'Skipped (would change data): 1'])
    expect(card()).toContain(part)
  await button('Check again').click()
  expect(bridge.asked('doctor.examine')).toHaveLength(1)
})

test('“all well” and “nothing tried” have their own texts', async () => {
  const bridge = await open(makeExamination({ operations: [makeOperation('readMe')] }))
  await expect.poll(card).toContain('Everything works as expected.')
  tell(bridge, makeExamination({ operations: [makeOperation('readMe', { finding: 'writes' })] }))
  await expect.poll(card).toContain('Nothing could be checked.')
})

test('names: four counts, the contradicted first, an override beside its default, the misspelt as a warning', async () => {
  await open(
    makeExamination({
      names: [
        makeName('ordersPath', { sure: 'documented' }),
        makeName('driver.phone', { proof: 'only-by-event' }),
        makeName('tabsSortParameter', { proof: 'unclear' }),
        makeName('queryArrays', {
          value: 'commas',
          default: 'repeated',
          area: 'connection',
          proof: 'contradicted',
        }),
      ],
      unknownNames: ['orderPaht'],
    }),
  )
  await expect.poll(card).toContain('Unknown names in the profile. Check the spelling.')
  await expect.element(page.getByText('orderPaht')).toBeVisible()
  const counts = [...document.querySelectorAll('.doctor .counts > div')].map((one) =>
    [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent].join(' '),
  )
  expect(counts).toEqual(['Confirmed 1', 'Wrong for this platform 1', 'Unclear 1', 'Not checked 1'])
  await expect.element(page.getByText('queryArrays')).not.toBeVisible()
  await page.getByText('Show all 4 names').click()
  const shown = [...document.querySelectorAll('.doctor .name')].map((one) => one.textContent)
  expect(shown).toEqual(['queryArrays', 'tabsSortParameter', 'driver.phone', 'ordersPath'])
  const wrong = page.getByRole('list', { name: 'Wrong for this platform' })
  for (const part of ['commas', 'Default: repeated', 'Connection · Guess'])
    expect(wordsOf(wrong)).toContain(part)
})

test('the report is saved as a text file, letter by letter', async () => {
  const bridge = await open(makeExamination())
  bridge.answers['doctor.report'] = 'Piñera — todo bien\n'
  const saved = new Promise<HTMLAnchorElement>((resolve) =>
    addEventListener(
      'click',
      (event) => {
        if (!(event.target instanceof HTMLAnchorElement)) return
        event.preventDefault()
        resolve(event.target)
      },
      { capture: true },
    ),
  )
  await button('Save report').click()
  const { href, download } = await saved
  expect(download).toBe('kitchen-pass-doctor.txt')
  expect(await (await fetch(href)).text()).toBe('Piñera — todo bien\n')
})

test('the report is copied, and the button says so', async () => {
  const bridge = await open(makeExamination())
  bridge.answers['doctor.report'] = 'Piñera — todo bien'
  await button('Copy').click()
  await expect.element(button('Copied')).toBeVisible()
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  await userEvent.paste()
  expect(field.value).toBe('Piñera — todo bien')
})

test('without a report, the page says so and offers to start', async () => {
  await open(makeExamination())
  await button('Save report').click()
  await expect
    .element(page.getByRole('alert').getByText('No report yet. Check the connection first.'))
    .toBeVisible()
  await expect.element(button('Copied')).not.toBeInTheDocument()
})

test('another store behind the glass, or a link that comes back, makes it ask again', async () => {
  const bridge = await open(makeExamination({ operations: [makeOperation('readMe')] }))
  await expect.poll(card).toContain('What the access key can see')
  bridge.answers['doctor.get'] = never
  bridge.notify({ type: 'host.replaced' })
  await expect.poll(card).not.toContain('What the access key can see')
  bridge.answers['doctor.get'] = running({ done: 7 })
  bridge.setLink('down')
  bridge.setLink('up')
  await expect.element(page.getByRole('progressbar', { name: 'Checked 7 of 25' })).toBeVisible()
})

test('what was found for another store is gone at once, even while the host does not answer', async () => {
  const bridge = await open(makeExamination({ operations: [makeOperation('readMe')] }))
  await expect.poll(card).toContain('What the access key can see')
  bridge.answering = false
  bridge.notify({ type: 'host.replaced' })
  await expect.poll(card).not.toContain('What the access key can see')
})

test('an unavailable platform is not a rejection, and unread fields are shown', async () => {
  await open(
    makeExamination({
      operations: [
        makeOperation('readMe', { finding: 'unavailable', status: 503, message: 'Closed' }),
        makeOperation('listMenus', {
          unread: [
            { path: '*.products.*', count: 1 },
            { path: '*.name', count: 1 },
          ],
        }),
      ],
      menu: { withoutCategory: 4, withoutModifier: 5, leftOut: 1 },
    }),
  )
  await expect.element(page.getByText('Unavailable: try later: 1')).toBeVisible()
  expect(card()).toContain('1 check failed.')
  expect(card()).toContain('Message from the platform: Closed')
  expect(card()).toContain('2 fields couldn’t be read: *.products.* (1), *.name (1)')
  expect(card()).toContain('Products without a category: 4 · Options without a modifier: 5')
  expect(card()).not.toContain('Rejected')
})

test('a name that no record has shows the fields found instead; an invalid value shows the valid ones', async () => {
  const seen = ['precio', 'moneda']
  await open(
    makeExamination({
      names: [makeName('menuProduct.price', { proof: 'contradicted', seen })],
      wrongValues: [
        { name: 'queryArrays', values: ['repeated', 'commas'], default: 'repeated' },
        { name: 'weekdays', values: [], default: '1 2 3 4 5 6 7' },
      ],
    }),
  )
  await page.getByText('Show the name').click()
  await expect.element(page.getByText('Found instead: precio, moneda')).toBeVisible()
  expect(card()).toMatch(
    /queryArrays\s+· allowed: repeated, commas\s+· using the default: repeated/,
  )
  expect(card()).toMatch(/weekdays\s+· using the default: 1 2 3 4 5 6 7/)
})
