import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { DraftKind, DraftOf, ScreenDraft } from '#contract/drafts/drafts.ts'
import { mergeFields } from '#contract/shared/merge-fields.ts'
import { beforeUnload } from '../bridge/before-unload.ts'
import { useBridge } from '../bridge/key.ts'
import { useStatus } from './health/status.ts'
import { useScreens } from './screens.ts'

type Subject = Pick<ScreenDraft, 'kind' | 'subject'>

const keyOf = ({ kind, subject }: Subject): string => `${kind} ${subject}`

/**
 * What was typed on this screen and not submitted. The host stores it, so it survives a change of
 * rooms, a reload and a restart. The browser's storage must never contain data of guests.
 */
export const useDrafts = defineStore('drafts', () => {
  const bridge = useBridge()
  const screens = useScreens()
  const drafts = shallowRef<ReadonlyMap<string, ScreenDraft>>(new Map())
  const isLoaded = shallowRef(false)
  const stored = new Map<string, object>()
  /** Drafts that the host does not have in their current form. */
  const unsent = new Map<string, Subject>()
  let isSending = false
  let typed = 0
  let saved = 0

  function put(key: string, draft: ScreenDraft | undefined): void {
    const next = new Map(drafts.value)
    if (draft === undefined) next.delete(key)
    else next.set(key, draft)
    drafts.value = next
  }

  /** Returns the draft that the host stored, null if it was discarded, undefined if the call failed. */
  async function sendDraft({ kind, subject }: Subject): Promise<object | null | undefined> {
    const key = keyOf({ kind, subject })
    const now = drafts.value.get(key)
    if (now === undefined) {
      const answer = await bridge.call('drafts.discard', { kind, subject })
      return answer.ok ? null : undefined
    }
    const input = { ...now, base: stored.get(key) ?? null } as Parameters<
      typeof bridge.call<'drafts.save'>
    >[1]
    const answer = await bridge.call('drafts.save', input)
    return answer.ok ? answer.value.draft : undefined
  }

  /**
   * Merges the host's answer into the draft, because another page of this screen may have changed
   * it as well.
   */
  function takeOver(key: string, sent: ScreenDraft | undefined, answered: object | null): void {
    const mine = drafts.value.get(key)
    if (answered === null) stored.delete(key)
    else stored.set(key, answered)
    if (mine === sent) unsent.delete(key)
    if (mine === undefined || sent === undefined || answered === null) return
    const { merged } = mergeFields<object>(sent.draft, mine.draft, answered)
    if (merged !== mine.draft) put(key, { ...mine, draft: merged } as ScreenDraft)
  }

  /**
   * Sends one draft at a time, so that none overtakes another. A draft that failed is sent again
   * with the next one.
   */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    let begun: number
    do {
      begun = typed
      for (const [key, one] of [...unsent]) {
        const sent = drafts.value.get(key)
        const answered = await sendDraft(one)
        if (answered === undefined) continue
        saved++
        takeOver(key, sent, answered)
      }
    } while (begun !== typed)
    isSending = false
  }

  function change(one: Subject, draft: ScreenDraft | undefined): void {
    typed++
    const key = keyOf(one)
    put(key, draft)
    unsent.set(key, one)
    void send()
  }

  async function load(): Promise<void> {
    const before = typed + saved
    const answer = await bridge.call('drafts.list', {})
    // Something was typed or saved meanwhile and is newer than the answer.
    if (before !== typed + saved) return load()
    if (answer.ok) {
      const loaded = new Map(answer.value.map((one) => [keyOf(one), one] as const))
      stored.clear()
      for (const [key, { draft }] of loaded) stored.set(key, draft)
      const mine = drafts.value
      drafts.value = loaded
      for (const key of unsent.keys()) put(key, mine.get(key))
    }
    isLoaded.value = true
  }

  function forget(): void {
    unsent.clear()
    stored.clear()
    drafts.value = new Map()
  }

  beforeUnload(() => {
    for (const one of unsent.values()) void sendDraft(one)
  })
  bridge.onEvent((event) => {
    if (event.type === 'host.replaced') {
      forget()
      isLoaded.value = false
    }
    const isMissed = event.type === 'drafts.changed' || event.type === 'events.missed'
    if (!isLoaded.value || !isMissed) return
    // A kitchen screen may not load drafts; the call would ask for a PIN.
    if (screens.role === 'kitchen') {
      forget()
      return
    }
    void send()
    void load()
  })

  return {
    isLoaded,
    /** Undefined if there is no draft. */
    of: <Kind extends DraftKind>(kind: Kind, subject: string): DraftOf[Kind] | undefined =>
      drafts.value.get(keyOf({ kind, subject }))?.draft as DraftOf[Kind] | undefined,
    save<Kind extends DraftKind>(kind: Kind, subject: string, draft: DraftOf[Kind]): void {
      change({ kind, subject }, { kind, subject, draft } as ScreenDraft)
    },
    discard(kind: DraftKind, subject: string): void {
      const key = keyOf({ kind, subject })
      if (drafts.value.has(key) || unsent.has(key)) change({ kind, subject }, undefined)
    },
    load,
  }
})

/** Loads the drafts for a room that needs them, and again when the host opens another store. */
export function useLoadedDrafts() {
  const drafts = useDrafts()
  const status = useStatus()
  watch(
    () => status.status?.store?.id,
    () => void drafts.load(),
    { immediate: true },
  )
  return drafts
}
