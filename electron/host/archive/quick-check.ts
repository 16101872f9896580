import { Worker } from 'node:worker_threads'

/** As text, so that the built app needs no extra file. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const db = new DatabaseSync(workerData, { readOnly: true })
  const [row] = db.prepare('PRAGMA quick_check(1)').all()
  parentPort.postMessage(row.quick_check === 'ok' ? null : row.quick_check)
} catch (cause) {
  // SQLITE_CORRUPT and SQLITE_NOTADB; another error says nothing about the file.
  parentPort.postMessage([11, 26].includes(cause.errcode & 0xff) ? cause.message : null)
}
`

/** What SQLite finds wrong in a file that is in use; null if nothing is. */
export const quickCheck = (path: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: path })
    worker.unref()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => resolve(null))
  })
