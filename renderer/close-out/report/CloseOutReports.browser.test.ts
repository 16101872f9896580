import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { h } from 'vue'
import type { CloseOutReport } from '#contract/shifts/close-out-report.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import CloseOutReports from './CloseOutReports.vue'
import { usualPaperSize } from './paper-size.ts'

const device = cdp() as unknown as { send(method: string, how: object): Promise<unknown> }

beforeEach(() => page.viewport(1024, 768))
afterEach(async () => {
  unmountComponent()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
  await device.send('Emulation.setEmulatedMedia', { media: '' })
})

const row = (cells: string[], emphasis: 'plain' | 'sum' | 'alarm' = 'plain') => ({
  cells,
  emphasis,
  note: emphasis === 'alarm' ? 'Wrong change' : null,
})
const report: CloseOutReport = {
  number: 12,
  title: 'Close-out 12 · Friday',
  store: 'Alerce',
  correction: 'Corrects close-out 11: a slip was missing',
  facts: [['Opened', '10:02']],
  sections: [
    {
      title: 'Over and short',
      columns: ['Method', 'Counted', 'Expected', 'Difference'],
      rows: [
        row(['Cash', '$90', '$100', 'short $10'], 'alarm'),
        row(['Card', '$5', '$5', 'exact']),
      ],
      remark: 'Two figures.',
      onRoll: 'rows',
    },
    {
      title: 'By hour',
      columns: ['From', 'Amount'],
      rows: [row(['22:00', '$5']), row(['All', '$5'], 'sum')],
      remark: null,
      onRoll: 'left-out',
    },
  ],
  notes: 'A rainy night.',
  signature: [
    ['Signed by', 'Ana'],
    ['', 'Our own document.'],
  ],
}

async function open(): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['printers.closeOutReport'] = report
  bridge.answers['printers.closeOutFile'] = 'text'
  bridge.answers['printers.printCloseOut'] = null
  const place = { address: '192.168.1.50', port: 9100, width: 80, language: 'es' } as const
  const till = {
    id: 'p1',
    name: 'Till',
    ...place,
    prints: null,
    spareId: null,
    ignoresOffline: false,
    columns: null,
    letters: 'code-page' as const,
    images: true,
  }
  bridge.answers['printers.get'] = { printers: [till], jobs: [] }
  await mountComponent(() => h(CloseOutReports, { number: 12 }), bridge)
  await expect.element(button('PDF')).toBeVisible()
  return bridge
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a receipt printer gets the job, and its state is shown', async () => {
  const bridge = await open()
  await button('Print on Till').click()
  const [asked] = bridge.asked('printers.printCloseOut') as { jobId: string }[]
  expect(asked).toMatchObject({ printerId: 'p1', number: 12 })
  const { printers } = bridge.answers['printers.get'] ?? { printers: [] }
  const common = { printerId: 'p1', kind: 'close-out', title: '12', createdAt: '' } as const
  const job = {
    id: asked?.jobId ?? '',
    ...common,
    delivery: { state: 'confirmed', since: '' },
  } as const
  bridge.answers['printers.get'] = { printers, jobs: [job] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(page.getByText('Printed', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent(/Till\s*Printed/)
})

test('a shell with files saves a PDF; in a browser it is printed; what fails is said', async () => {
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  const bridge = await open()
  bridge.savedPdf = ok('saved')
  await button('PDF').click()
  await expect.poll(() => bridge.askedForPdf).toEqual(['close-out-12.pdf'])
  expect(print).not.toHaveBeenCalled()
  bridge.savedPdf = fail('storage')
  await button('PDF').click()
  await expect.poll(() => bridge.askedForPdf).toHaveLength(2)
  expect(print).not.toHaveBeenCalled()
  bridge.savedPdf = ok('browser')
  await button('PDF').click()
  await expect.poll(() => print.mock.calls).toHaveLength(1)
})

test('the table and the JSON are asked for and given as files', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  const bridge = await open()
  await button('CSV for accounting').click()
  await button('JSON').click()
  await expect.poll(() => names).toEqual(['close-out-12.csv', 'close-out-12.json'])
  expect(bridge.asked('printers.closeOutFile')).toEqual([
    { number: 12, as: 'csv' },
    { number: 12, as: 'json' },
  ])
})

test('in print, only the report is visible, black on white and complete', async () => {
  await open()
  document.documentElement.dataset['theme'] = 'dark'
  const report = document.querySelector<HTMLElement>('.close-out-report')
  if (report === null) throw new Error('no sheet')
  expect(getComputedStyle(report).display).toBe('none')
  await device.send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.poll(() => getComputedStyle(report).display).toBe('grid')
  expect(button('PDF').elements()).toEqual([])
  const text = report.innerText.replaceAll(/\s+/g, ' ')
  for (const sentence of ['Corrects close-out 11', '! Cash', 'short $10', 'Wrong change', '22:00'])
    expect(text).toContain(sentence)
  for (const sentence of ['Two figures.', 'A rainy night.', 'Signed by: Ana', 'Our own document.'])
    expect(text).toContain(sentence)
  for (const element of report.querySelectorAll('p, h1, h2, td, dd'))
    expect(getComputedStyle(element).color).toBe('rgb(0, 0, 0)')
  const pageOf = () => getComputedStyle(report).getPropertyValue('page')
  expect(pageOf()).toBe('close-out-letter')
  await device.send('Emulation.setEmulatedMedia', { media: '' })
  await page.getByText('A4').click()
  await device.send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.poll(pageOf).toBe('close-out-a4')
})

test.for([
  ['CL', 'letter'],
  ['MX', 'letter'],
  ['BR', 'a4'],
  ['ES', 'a4'],
  [null, 'a4'],
] as const)('an office in %s has sheets of %s', ([country, size]) => {
  expect(usualPaperSize(country)).toBe(size)
})
