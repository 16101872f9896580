import type { StoreSeen } from '#contract/status/status.ts'
import { unencryptedWords } from '#host/connection/provision.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { oneLine } from '#host/terminal-text.ts'

/** What a person at the terminal can do about a store that the token does not see. */
function storeSentence({ stores, names }: StoreSeen): string {
  const seen =
    names.length === 0
      ? 'it sees no store'
      : `it sees ${String(stores)} (${names.map(oneLine).join(', ')})`
  return `The store that is set is none that this access token sees: ${seen}. Its orders do not come in. Give the id of the right store (--store), or choose it on the Connection page.`
}

/**
 * Says once, whenever it is learned, that the token does not see the store; again only after it did see it. In the same way,
 * that nothing is sent to an address with http.
 */
export function tellStore(
  kitchen: Pick<Kitchen, 'onEvent'>,
  say: (sentence: string) => void,
): void {
  let told = false
  let isHeldTold = false
  kitchen.onEvent((event) => {
    if (event.type !== 'status.changed') return
    const { storeSeen, outbox } = event.status
    const isHeld = outbox.paused?.reason === 'unencrypted'
    if (isHeld && !isHeldTold) say(`The address that is connected ${unencryptedWords}`)
    isHeldTold = isHeld
    if (storeSeen.state === 'seen') told = false
    if (storeSeen.state !== 'not-seen' || told) return
    told = true
    say(storeSentence(storeSeen))
  })
}
