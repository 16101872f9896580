import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A URL for a file that doesn't change: the connection takes no lock and creates no log. */
export const immutableUrl = (path: string): URL =>
  new URL(`${pathToFileURL(path).href}?immutable=1`)

/** For reading a file that no program has open, so that nothing stays next to it that wasn't there. */
export const closedUrl = (path: string): URL =>
  existsSync(`${path}-wal`) ? pathToFileURL(path) : immutableUrl(path)

/** As text, so that the built app needs no extra file. */
const asking = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(new URL(workerData.file), { readOnly: true })
try {
  parentPort.postMessage({ rows: workerData.questions.flatMap((sql) => db.prepare(sql).all()) })
} catch (cause) {
  parentPort.postMessage({ error: cause.message, errcode: cause.errcode })
}
db.close()
`

/**
 * Copies one step, flushes it, then rests as long as that took: a commit of the host waits for the
 * disk behind one step at most.
 */
const copying = `
const { closeSync, fdatasyncSync, openSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { backup, DatabaseSync } = require('node:sqlite')
const { file, target, pages, stop } = workerData
const db = new DatabaseSync(new URL(file), { readOnly: true })
const copy = openSync(target, 'r+')
let began = performance.now()
function progress() {
  parentPort.postMessage({ step: true })
  fdatasyncSync(copy)
  if (Atomics.wait(stop, 0, 0, performance.now() - began) !== 'timed-out') throw new Error('stopped')
  began = performance.now()
}
backup(db, target, { rate: pages, progress })
  .then(
    () => parentPort.postMessage({ rows: [] }),
    (cause) => parentPort.postMessage({ error: cause.message, errcode: cause.errcode }),
  )
  .finally(() => {
    closeSync(copy)
    db.close()
  })
`

type Row = Record<string, unknown>
type Reported = { step: true } | { rows: Row[] } | { error: string; errcode?: number }

/** Runs a program in its own thread; rejects with SQLite's error. */
function inThread(program: string, workerData: object, onStep = (): void => undefined) {
  return new Promise<Row[]>((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData })
    worker.on('message', (message: Reported) => {
      if ('step' in message) onStep()
      else if ('rows' in message) resolve(message.rows)
      else {
        const code = 'ERR_SQLITE_ERROR'
        reject(Object.assign(new Error(message.error), { code, errcode: message.errcode }))
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('no answer')))
  })
}

/** Queries a file that doesn't change, in another thread. The query may read the whole file. */
export const askSeparately = (path: string, questions: readonly string[]): Promise<Row[]> =>
  inThread(asking, { file: immutableUrl(path).href, questions })

/** Pages per step of a copy: 1 MB. */
const pagesAStep = 250

/**
 * Copies a file that doesn't change into an empty one while `isNeeded` returns true; returns
 * whether the copy is complete. It uses its own connection, because SQLite blocks the source
 * connection while the disk writes the end of a copy. It copies in small steps, because the disk
 * would also delay the next commit of the host (200 ms per GB).
 */
export async function copySeparately(
  path: string,
  target: string,
  isNeeded: () => boolean,
): Promise<boolean> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const isStopped = (): boolean => Atomics.load(stop, 0) === 1
  const workerData = { file: immutableUrl(path).href, target, pages: pagesAStep, stop }
  const onStep = (): void => {
    if (isStopped() || isNeeded()) return
    Atomics.store(stop, 0, 1)
    Atomics.notify(stop, 0)
  }
  try {
    await inThread(copying, workerData, onStep)
  } catch (cause) {
    if (!isStopped()) throw cause
  }
  return !isStopped()
}
