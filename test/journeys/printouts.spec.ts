import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { createServer } from 'vite'
import { createSSRApp, h, type Component } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from '@playwright/test'
import { rollWidths } from '#contract/printers/fields.ts'
import { closeOutPaper, closeOutReport } from '#domain/close-outs/report.ts'
import type { Paper } from '#domain/printers/paper.ts'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import { encodePaper } from '#host/printers/encode.ts'
import { makeCloseOut } from '../support/close-out.ts'
import { drawReceipt } from '../support/draw-receipt.ts'
import { readReceipt, usualFormat } from '../support/read-receipt.ts'
import { sample } from '../support/samples.ts'
import { platformTicket } from '../support/platform-ticket.ts'
import { isRenewingPictures, takePictureToLookAt } from './picture.ts'

const root = join(import.meta.dirname, '../..')
const report = closeOutReport(makeCloseOut(), {
  language: 'pt',
  country: 'BR',
  timeFormat: '24-hour',
})

function kitchenPaper(): Paper {
  const reported = platformTicket(sample('order-created-large'))
  if (reported === null) throw new Error('no ticket')
  const [first, ...others] = reported.ticket.items
  if (first === undefined) throw new Error('no dish')
  const allergic = {
    ...first,
    comment: 'Alergia al maní, sin ají',
    allergyWords: ['Alergia', 'maní'],
  }
  const clock = {
    language: 'es',
    timeZone: 'America/Santiago',
    timeFormat: '24-hour',
    now: Date.parse('2026-11-20T15:31:00Z'),
  } as const
  return ticketPaper({ ...reported.ticket, items: [allergic, ...others] }, clock)
}

const papers: [name: string, paper: Paper][] = [
  ['ticket', kitchenPaper()],
  ['close-out', closeOutPaper(report)],
]

for (const [name, paper] of papers)
  for (const width of rollWidths)
    test(
      `a ${name} on a roll of ${width} mm is no wider than the paper`,
      { tag: '@picture' },
      async ({ page }) => {
        const receipt = readReceipt(await encodePaper(paper, usualFormat(width)))
        await page.setViewportSize({ width: 720, height: 900 })
        await page.setContent(drawReceipt(receipt, width))
        // No line is wider than the paper.
        const over = await page.evaluate<number>(
          `Math.max(...[...document.querySelectorAll('.run')].map((run) =>
          run.getBoundingClientRect().right - document.querySelector('.paper').getBoundingClientRect().right + 24))`,
        )
        expect(over).toBeLessThanOrEqual(0.5)
        await takePictureToLookAt(page, `paper-${name}-${width}`, true)
      },
    )

/** The report as the page's own component renders it, with only its own style. */
async function reportPage(size: 'a4' | 'letter'): Promise<string> {
  const vite = await createServer({
    root,
    configFile: false,
    plugins: [vue()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const path = 'renderer/close-out/report/CloseOutReport.vue'
    const { default: component } = (await vite.ssrLoadModule(join(root, path))) as {
      default: Component
    }
    const context: { teleports?: Record<string, string> } = {}
    await renderToString(createSSRApp({ render: () => h(component, { report, size }) }), context)
    const style = readFileSync(join(root, 'renderer/close-out/report/close-out-report.css'), 'utf8')
    const base = ['tokens', 'layout', 'base']
      .map((name) => readFileSync(join(root, `renderer/ui/${name}.css`), 'utf8'))
      .join('')
    return `<!doctype html><meta charset="utf-8"><style>${base}</style><style>${style}</style>
      <body>${context.teleports?.['body'] ?? ''}<p>Not for paper</p></body>`
  } finally {
    await vite.close()
  }
}

/** Width and height of every page of a PDF, in points, as Chromium writes them. */
const pagesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`,
  )

for (const [size, points, pixels] of [
  ['a4', '595x842', { width: 794, height: 1123 }],
  ['letter', '612x792', { width: 816, height: 1056 }],
] as const)
  test(`a close-out on sheets of ${size} has two pages`, { tag: '@picture' }, async ({ page }) => {
    await page.setContent(await reportPage(size))
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    const pages = pagesOf(pdf)
    expect(new Set(pages)).toEqual(new Set([points]))
    // Everything fits on two pages, and no empty page comes first.
    expect(pages).toHaveLength(2)
    if (isRenewingPictures()) writeFileSync(test.info().outputPath(`close-out-${size}.pdf`), pdf)
    await page.setViewportSize(pixels)
    await page.emulateMedia({ media: 'print' })
    await page.addStyleTag({ content: 'body { padding: 14mm 15mm }' })
    await expect(page.getByText('Not for paper')).toBeHidden()
    await takePictureToLookAt(page, `paper-close-out-${size}`, true)
  })
