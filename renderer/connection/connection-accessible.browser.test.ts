import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { openConnection } from '../test-support/open-connection.ts'
import { makeExamination, makeName, makeOperation } from '../test-support/sample-examination.ts'

beforeEach(() => page.viewport(1024, 768))

const button = (name: string) => page.getByRole('button', { name, exact: true })

const trouble = makeExamination({
  operations: [
    makeOperation('readMe'),
    makeOperation('listMenus', { finding: 'unreachable', status: null }),
    makeOperation('listCoupons', { finding: 'refused', status: 403, message: 'Not for you' }),
    makeOperation('updateStock', { method: 'POST', finding: 'writes', status: null }),
  ],
  names: [makeName('page'), makeName('size', { proof: 'contradicted', seen: ['limit'] })],
})

test('the connection is accessible with what doesn’t work, and is checked again', async () => {
  const bridge = await openConnection(
    {},
    {
      webhook: {
        ...{ state: 'listening', address: 'http://127.0.0.1:4821/', lastEventAt: null },
        ...{ message: null, tokensUsedAt: [null] },
      },
      poller: { state: 'failing', lastOkAt: null, error: { code: 'unreachable' } },
      outbox: { pending: 2, sending: 0, unknown: 1, needsPerson: 1, paused: null },
      backup: { lastAt: null, failing: true },
    },
  )
  bridge.answers['doctor.examine'] = null
  bridge.answers['doctor.get'] = trouble
  bridge.notify({ type: 'doctor.changed', examination: trouble })
  await expectAccessible(page.getByRole('list', { name: 'Rejected' }))
  await button('Check again').click()
  await expect.poll(() => bridge.asked('doctor.examine')).toHaveLength(1)
})
