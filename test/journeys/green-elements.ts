import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { endTransitions } from './page-checks.ts'

const script = readFileSync(join(import.meta.dirname, 'green-elements.js'), 'utf8')

/** What on the page is green, by its class: nothing may be while the host does not answer. */
export async function greenElements(page: Page): Promise<string[]> {
  await endTransitions(page)
  return page.evaluate<string[]>(script)
}
