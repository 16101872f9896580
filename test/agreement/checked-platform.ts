import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { createDocument } from '#platform/openapi/document.ts'
import { startPractice, type Practice, type PracticeOptions } from '#practice/platform.ts'
import { startCheckingProxy } from './checking-proxy.ts'
import { startCheckingReceiver } from './checking-receiver.ts'
import { createDocumentCheck, type DocumentCheck } from './document-check.ts'

/** A practice platform whose answers and events are all compared with the document. */
export interface CheckedPlatform {
  practice: Practice
  /** Through the proxy. */
  connection: Connection
  receiver: Awaited<ReturnType<typeof startCheckingReceiver>>
  check: DocumentCheck
  violations(): string[]
  checked(): number
  close(): Promise<void>
}

/** A Friday noon in Santiago. */
const opened = Date.parse('2026-11-20T15:00:00.000Z')

export async function startCheckedPlatform(
  options: Pick<PracticeOptions, 'clients'> = {},
): Promise<CheckedPlatform> {
  const document = createDocument()
  const check = createDocumentCheck(document)
  const practice = await startPractice({ seed: 7, now: () => opened, processMs: 20, ...options })
  const receiver = await startCheckingReceiver(check, practice.webhookToken)
  practice.setReceiver(receiver.url)
  const proxy = await startCheckingProxy(practice, document, check)
  return {
    practice,
    connection: {
      v3Url: proxy.v3,
      v1Url: proxy.v1,
      tabsUrl: proxy.tabs,
      token: practice.token,
      channelToken: practice.channelToken,
      dialect: createDialect(),
    },
    receiver,
    check,
    violations: () => [...proxy.violations, ...receiver.violations],
    checked: proxy.checked,
    async close() {
      await practice.close()
      await proxy.close()
      await receiver.close()
    },
  }
}
