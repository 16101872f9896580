import type { Locator } from '@playwright/test'
import type { Store } from './store.ts'

/** The dot that tells how everything is; a tap leads to the Connection page. */
export const health = ({ page }: Pick<Store, 'page'>): Locator =>
  page.getByRole('link', { name: /^Connection:/ })
