import type { PracticePlatform } from '#host/practice-store.ts'
import { startPractice } from '#practice/platform.ts'

/**
 * A practice platform without orders and reservations. A kitchen opens much faster with it, for
 * tests that need any store.
 */
export async function startQuietPractice(): Promise<PracticePlatform> {
  const practice = await startPractice({ clients: 100 })
  const { plan } = practice.firstDays()
  return { ...practice, startRush: () => undefined, firstDays: () => ({ plan, taken: [] }) }
}
