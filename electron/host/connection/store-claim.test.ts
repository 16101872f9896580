import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { claimStore, StoreInUse } from './store-claim.ts'

const v3Url = 'https://platform.example/v3'
const log = createRecordingLog()

/** Linux's own sockets, and files as on macOS. */
const platforms = ['linux', 'darwin'] as const

async function claim(computer: string, ids: string[], platform: NodeJS.Platform, url = v3Url) {
  const claimed = await claimStore({ v3Url: url, ids }, { log, computer, platform, waitMs: 0 })
  onTestFinished(() => claimed.release())
  return claimed
}

test.each(platforms)('%s: one claim for a store, by any of its ids', async (platform) => {
  const computer = randomUUID()
  const first = await claim(computer, ['store 1', 'external 1'], platform)
  for (const ids of [['store 1'], ['external 1', 'another']])
    await expect(claim(computer, ids, platform)).rejects.toThrow(StoreInUse)
  // However the address is spelled, but not on another platform or computer.
  await expect(
    claim(computer, ['store 1'], platform, 'HTTPS://Platform.example:443/v3/'),
  ).rejects.toThrow(StoreInUse)
  await claim(computer, ['store 1'], platform, 'https://other.example/v3')
  await claim(randomUUID(), ['store 1'], platform)
  // A refused claim has kept nothing.
  await claim(computer, ['another'], platform)
  await first.release()
  await claim(computer, ['store 1'], platform)
})

test.each(platforms)('%s: a claim ends with its process, also after a crash', async (platform) => {
  const computer = randomUUID()
  const module = JSON.stringify(join(import.meta.dirname, 'store-claim.ts'))
  const options = JSON.stringify({ computer, platform })
  const program = `const { claimStore } = await import(${module})
    await claimStore({ v3Url: '${v3Url}', ids: ['s'] }, { log: console, ...${options} })
    console.log('claimed')
    setInterval(() => {}, 1e6)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  await expect(claim(computer, ['s'], platform)).rejects.toThrow(StoreInUse)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await claim(computer, ['s'], platform)
})
