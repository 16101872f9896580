import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A database file that nobody changes, for a connection that takes no lock and leaves no log beside it. */
export const unchanging = (path: string): URL => new URL(`${pathToFileURL(path).href}?immutable=1`)

/** As text, so that it needs no file of its own in the built app. */
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

type Answer = { rows: Record<string, unknown>[] } | { error: string; errcode?: number }

/** Asks a file that nobody changes, in a thread of its own: it may read all of it. Rejects with SQLite's error. */
export function askApart(
  path: string,
  questions: readonly string[],
): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const workerData = { file: unchanging(path).href, questions }
    const worker = new Worker(asking, { eval: true, workerData })
    worker.once('message', (answer: Answer) => {
      if ('rows' in answer) resolve(answer.rows)
      else {
        const code = 'ERR_SQLITE_ERROR'
        reject(Object.assign(new Error(answer.error), { code, errcode: answer.errcode }))
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('no answer')))
  })
}

/** Pages of one step of a copy: 4 MB, in a thread of its own. */
const pagesAStep = 1_000

/**
 * Copies a file that nobody changes, a step after the other as long as it is wanted; answers whether it came to the end. By a
 * connection of its own: at the end SQLite has the disk take the whole copy, and holds the connection that it reads from for
 * so long. With the host's own its loop would wait for that (218 ms of 1 GB, and more on a slow disk).
 */
export async function copyApart(
  path: string,
  target: string,
  isWanted: () => boolean,
): Promise<boolean> {
  const source = new DatabaseSync(unchanging(path), { readOnly: true })
  let goesOn = true
  const progress = (): void => {
    goesOn = isWanted()
    if (!goesOn) throw new Error('not wanted any more')
  }
  try {
    await backup(source, target, { rate: pagesAStep, progress })
  } catch (cause) {
    if (goesOn) throw cause
  } finally {
    source.close()
  }
  return goesOn
}
