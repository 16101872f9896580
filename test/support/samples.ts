import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../fixtures')

export const sampleText = (name: string): string =>
  readFileSync(join(folder, `${name}.json`), 'utf8')

/** A new copy of a sample body. */
export const sample = (name: string): Record<string, unknown> =>
  JSON.parse(sampleText(name)) as Record<string, unknown>

export const webhookSamples = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => /^(order-created|delivery-updated|process)-/.test(name))
  .toSorted()

export const sampleStore = 'Li4eEa3W2hiuGGCFa'
