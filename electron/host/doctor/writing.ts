import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { idInPath } from '#platform/sent.ts'
import type { Probe } from './probe.ts'

const ids = { storeId: idInPath, productId: idInPath }
const look = <const Path extends Parameters<typeof operation>[0]['path']>(path: Path) =>
  operation({ method: 'GET', base: 'v3', path, params: z.object(ids), answer: z.unknown() })

const looks = [
  ['temporaryClosePath', look({ named: 'temporaryClosePath' })],
  ['outOfStockPath', look({ named: 'outOfStockPath' })],
] as const
/** No platform has this. */
const nowhere = look('/ecommerce/stores/{storeId}/{productId}/kitchen-pass-looks')

const notAllowed = 405

/**
 * The paths of what writes, without writing: to read there changes nothing, and a platform that answers 405 (another
 * method than this one) has the path. Any other answer leaves open what only a write would show, and so does a platform
 * that answers 405 where nothing is.
 */
export async function examineWriting(probe: Probe): Promise<void> {
  const { storeId } = probe
  if (storeId === null) return
  // A path is there or not, whatever is asked for under it.
  const params = { storeId, productId: storeId }
  const isNotAllowed = async (target: ReturnType<typeof look>): Promise<boolean> => {
    const { result } = await probe.ask(target, { params })
    return !result.ok && result.failure.status === notAllowed
  }
  for (const [name, target] of looks)
    if ((await isNotAllowed(target)) && !(await isNotAllowed(nowhere)))
      probe.prove({ [name]: 'proven' })
}
