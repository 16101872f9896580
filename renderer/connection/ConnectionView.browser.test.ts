import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConnection } from '../test-support/open-connection.ts'

test.for([
  [['admin', 'orders'], /^Permissions of the access key: .?admin.?, .?orders.?$/],
  [[], 'The platform doesn’t say what the access key may do.'],
] as const)('a connected key shows its permissions: %j', async ([permissions, text]) => {
  await openConnection({}, { mode: 'store', permissions })
  await expect.element(page.getByText(text)).toBeVisible()
})
