import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { WorkerThread } from './worker.ts'

const bundles = join(import.meta.dirname, '../../../out/main')

test('the bundle of the thread’s program works in a thread, beside the bundle that starts it', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const thread = new WorkerThread(pathToFileURL(join(bundles, 'worker-thread.js')))
  const body = Buffer.from('{"type":"x","eventId":"e"}')
  expect(await thread.run('inspectLongBody', body)).toMatchObject({ value: { key: 'id:e' } })
  // Without a thread the work would have been done here, with a warning.
  expect(warnings.filter((each) => each.includes('worker thread'))).toEqual([])
  const starts = readdirSync(bundles)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(bundles, name), 'utf8').includes('./worker-thread.js'))
  expect(starts).not.toEqual([])
})
