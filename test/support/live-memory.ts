import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are in use in this process after a collection: on the heap, and in buffers. */
export function liveMemory(): { heap: number; buffers: number } {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed, buffers: external }
}
