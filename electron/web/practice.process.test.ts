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

test.each([
  [['--colour'], 'Unknown flag --colour.'],
  [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
  [['--port', 'any'], '--port must be a whole number from 0 to 65535.'],
  [['--orders-per-minute', '-1'], '--orders-per-minute'],
  [['--webhook', 'ftp://example.com'], '--webhook must be an http or https address.'],
  [['more'], 'Unexpected argument more.'],
])('%j is refused in one sentence', async (flags, sentence) => {
  const program = start(...flags)
  const [said, code] = await Promise.all([text(program.stderr), exitOf(program)])
  expect(code).toBe(2)
  expect(said).toContain(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('--help lists every flag', async () => {
  const program = start('--help')
  const [said, code] = await Promise.all([text(program.stdout), exitOf(program)])
  expect(code).toBe(0)
  for (const flag of ['--webhook', '--port', '--seed', '--orders-per-minute']) {
    expect(said).toContain(flag)
  }
})
