import { expect, test } from 'vitest'
import type { StockBoard } from '#contract/stock/stock.ts'
import { askSecurely } from '#test/support/network-screen.ts'
import { join, openNetwork, type TestNetwork } from '#test/support/network.ts'

/** As an image is requested: without a token. */
const load = async (network: TestNetwork, name: string): Promise<number> =>
  (await askSecurely(network, `/pictures/${name}`)).status

test('a picture is loaded by a name that screens of the crew learn, and screens for guests don’t', async () => {
  const network = await openNetwork()
  const cook = await join(network, { name: 'Grill', role: 'kitchen' })
  const namesOf = async (): Promise<string[]> => {
    const { answer } = await cook.call('stock.board')
    const { value } = answer as { value: StockBoard }
    return value.items.flatMap(({ picture }) => picture ?? [])
  }
  await expect.poll(async () => (await namesOf()).length).toBeGreaterThan(0)
  const [name = ''] = await namesOf()
  expect(await load(network, name)).toBe(200)
  for (const other of [`${name.slice(0, -1)}!`, `${name}x`, '', 'a'.repeat(22), 'product%3AP101'])
    expect(await load(network, other), other).toBe(404)
  const guests = await join(network, { name: 'Door', role: 'status' })
  expect(await guests.call('stock.board')).toMatchObject({ answer: { ok: false } })
})
