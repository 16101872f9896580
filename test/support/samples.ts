import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../fixtures')

/** The text of a sample body, by its file's name without `.json`. */
export const sampleText = (name: string): string =>
  readFileSync(join(folder, `${name}.json`), 'utf8')

/** A sample body as an object of the test's own, to change as it likes. */
export const sample = (name: string): Record<string, unknown> =>
  JSON.parse(sampleText(name)) as Record<string, unknown>

/** The names of all samples that are webhook bodies. */
export const webhookSamples = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => /^(order-created|delivery-updated|process)-/.test(name))
  .toSorted()

export const sampleStore = 'Li4eEa3W2hiuGGCFa'
