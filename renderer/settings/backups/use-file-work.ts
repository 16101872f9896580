import { computed, onBeforeUnmount, readonly, shallowRef } from 'vue'
import { numberText } from '../../locales/number.ts'
import { useBridge } from '../../bridge/key.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { say } from '../messages.ts'

/** Follows the export or import that this dialog has started, and ends it with the dialog. */
export function useFileWork() {
  const bridge = useBridge()
  const workId = shallowRef<string | null>(null)
  const { data, asking, ask } = useHostQuery(
    'backupFiles.get',
    () => (workId.value === null ? null : {}),
    {
      keep: true,
    },
  )
  const work = computed(() => (data.value?.id === workId.value ? data.value : null))

  let isStarting = false
  /** Counts the stops: work that begins after one, but was asked for before, is stopped too. */
  let stops = 0

  /** Follows the work that `begin` starts; returns its id, or null if there is none. */
  async function start(
    begin: (isFollowed: () => boolean) => Promise<{ value: { workId: string } } | null>,
  ): Promise<string | null> {
    // A wet finger often taps twice.
    if (isStarting) return null
    isStarting = true
    const before = stops
    const begun = await begin(() => stops === before).finally(() => (isStarting = false))
    if (begun === null) return null
    const id = begun.value.workId
    if (stops === before) return (workId.value = id)
    await bridge.call('backupFiles.stop', { workId: id })
    return null
  }

  /** A failed call means that it is over already. */
  async function stop(): Promise<void> {
    stops++
    const id = workId.value
    workId.value = null
    if (id !== null) await bridge.call('backupFiles.stop', { workId: id })
  }
  onBeforeUnmount(stop)

  return {
    workId: readonly(workId),
    work,
    ask,
    start,
    stop,
    /** The host goes on without this dialog. */
    leave: () => void (workId.value = null),
    /** Also until the host has said anything. */
    isWorking: computed(
      () =>
        work.value?.state === 'working' ||
        (workId.value !== null && work.value === null && asking.value),
    ),
    /** What the host does now. */
    stepText: computed(() => {
      const { kind = 'export', step = 'preparing', share = null } = work.value ?? {}
      const text = say(
        `backupFileSteps.${kind === 'import' && step === 'checking' ? 'comparing' : step}`,
      )
      return share === null ? text : withShare(text, share)
    }),
  }
}

export const withShare = (text: string, share: number): string =>
  say('backupFile.share', { text, percent: numberText(Math.floor(share * 100)) })
