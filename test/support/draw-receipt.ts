import type { Receipt, ReceiptRun } from './read-receipt.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '&nbsp;')

/** The size of a letter and of a line in dots: font A with the usual line feed. */
const letter = { wide: 12, high: 24 }
const feed = 30

/** Draws each letter of a run in a box of its own width, as a printer does. */
function drawRun({ text, wide, high, bold, loud }: ReceiptRun): string {
  const box = `width:${text.length * letter.wide * wide}px;height:${letter.high * high}px`
  const style = `transform:scale(${wide},${high});${bold ? 'font-weight:700' : ''}`
  return `<span class="run${loud ? ' loud' : ''}" style="${box}"><span style="${style}">${escaped(text)}</span></span>`
}

/** Draws a receipt as a page that looks like paper, for a picture. */
export function drawReceipt(receipt: Receipt, width: 80 | 58): string {
  const columns = width === 80 ? 48 : 32
  const lines = receipt.lines.map((runs) => {
    const high = Math.max(1, ...runs.map((run) => run.high))
    const height = high * letter.high + feed - letter.high
    return `<div class="line" style="height:${height}px">${runs.map(drawRun).join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #777; }
    .paper { width: ${columns * letter.wide}px; margin: 12px auto; padding: 24px; background: #fff; color: #000;
      font: ${letter.wide / 0.602}px/${letter.high}px 'DejaVu Sans Mono', monospace; }
    .line { display: flex; align-items: flex-end; white-space: pre; }
    .run { display: block; position: relative; }
    .run > span { position: absolute; left: 0; top: 0; transform-origin: 0 0; }
    .loud { background: #000; color: #fff; }
  </style><div class="paper">${lines.join('')}</div>`
}
