import type { PracticePlatform } from '#host/start/practice-store.ts'
import { startPractice } from '#practice/platform.ts'

/**
 * A practice platform without orders and reservations. A kitchen opens much faster with it, for
 * tests that need any store.
 */
export async function startQuietPractice(): Promise<PracticePlatform> {
  const practice = await startPractice({ clients: 100 })
  const { plan } = practice.firstDays()
  const { v3, v1, tabs, control, token, channelToken, webhookToken, storeId } = practice
  return {
    v3,
    v1,
    tabs,
    control,
    token,
    channelToken,
    webhookToken,
    storeId,
    salesChannelConfigId: practice.salesChannelConfigId,
    setReceiver: (url) => practice.setReceiver(url),
    startRush: () => undefined,
    firstDays: () => ({ plan, taken: [] }),
    close: () => practice.close(),
  }
}
