import { parentPort } from 'node:worker_threads'
import { runJob } from './jobs.ts'
import type { JobOrder } from './worker.ts'

/** The program of the thread: one job after the other. At first it says that it is loaded. */
parentPort?.postMessage({ id: 0, value: null })
parentPort?.on('message', ({ id, name, input }: JobOrder) => {
  parentPort?.postMessage({ id, ...runJob(name, input) })
})
