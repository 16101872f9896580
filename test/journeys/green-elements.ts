import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const script = readFileSync(join(import.meta.dirname, 'green-elements.js'), 'utf8')

/** What on the page is green, by its class: nothing may be while the host does not answer. */
export const greenElements = (page: Page): Promise<string[]> => page.evaluate<string[]>(script)
