import { callWeb } from '#test/support/web-process.ts'

/**
 * Bumps every card whose bump was not accepted yet, with the same tap id if there was no answer.
 */
export async function tapAll(
  ui: string,
  { expectedIds, accepted }: { expectedIds: Set<string>; accepted: Set<string> },
): Promise<void> {
  const taps = [...expectedIds]
    .filter((id) => !accepted.has(id))
    .map(async (ticketId) => {
      await callWeb(ui, 'tickets.markReady', { ticketId, tapId: `tap-${ticketId}` })
      accepted.add(ticketId)
    })
  // A bump without an answer is repeated after the next start.
  await Promise.allSettled(taps)
}
