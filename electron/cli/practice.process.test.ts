import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { commandBundle } from '#test/support/web-process.ts'

const start = (...flags: string[]) => spawn(process.execPath, [commandBundle, 'practice', ...flags])

async function exitOf(program: ReturnType<typeof start>): Promise<number | null> {
  const [code] = (await once(program, 'exit')) as [number | null]
  return code
}

test('prints its addresses, serves a store that is busy, and ends cleanly', async () => {
  const program = start('--port', '0', '--seed', '3', '--orders-per-minute', '6')
  const reported = text(program.stderr)
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string]
  const address = JSON.parse(line) as Record<string, string>
  expect(Object.keys(address)).toEqual([
    'v3',
    'v1',
    'tabs',
    'token',
    'webhookToken',
    'storeId',
    'channelToken',
    'salesChannelConfigId',
    'control',
  ])
  const response = await fetch(`${address['v3']}/ecommerce/orders`, {
    headers: { authorization: `Bearer ${address['token']}` },
  })
  const body = (await response.json()) as { data: { totalCount: number } }
  expect(body.data.totalCount).toBeGreaterThanOrEqual(12)
  expect((await fetch(address['control'] ?? '')).headers.get('content-type')).toContain('text/html')
  program.kill('SIGTERM')
  expect(await exitOf(program)).toBe(0)
  for (const name of ['v3', 'v1', 'tabs', 'token', 'webhookToken', 'control']) {
    expect(await reported).toContain(address[name])
  }
})
