import { computed, reactive, shallowRef } from 'vue'
import type { ProfilePreview } from '#contract/profiles/profiles.ts'
import { maxProfileLetters } from '#contract/shared/text-file-limits.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { rememberConnected } from '../../state/new-store.ts'

/** UTF-8 has at most four bytes for a letter. */
const maxBytes = maxProfileLetters * 4

/** A setup file on its way to a store: chosen, opened, and applied. Nothing of it is stored in the page. */
export function useSetupFile() {
  const looking = useHostCommand('profiles.preview', { inPlace: true })
  const applying = useHostCommand('profiles.apply', { inPlace: true })
  const text = shallowRef('')
  const name = shallowRef('')
  const isUnreadable = shallowRef(false)
  const preview = shallowRef<ProfilePreview | null>(null)
  const values = reactive({ passphrase: '', storeId: '', token: '', withKey: false })

  const store = computed(
    () => preview.value?.stores.find(({ storeId }) => storeId === values.storeId) ?? null,
  )
  const needsPassphrase = computed(
    () =>
      (preview.value?.passphrase === 'needed' || preview.value?.passphrase === 'wrong') &&
      !values.withKey &&
      !store.value?.hasKey,
  )

  function clear(): void {
    looking.clear()
    applying.clear()
  }

  /** Reads the file again, with the passphrase if one was typed. */
  async function look(): Promise<boolean> {
    clear()
    const { passphrase } = values
    const answer = await looking.run({
      text: text.value,
      ...(passphrase === '' ? {} : { passphrase }),
    })
    if (answer === null) return false
    preview.value = answer.value
    const { stores } = answer.value
    const isThere = stores.some(({ storeId }) => storeId === values.storeId)
    // A person chooses among several, because a hurried tap must not set up the wrong one.
    const only = stores.length === 1 ? stores[0] : undefined
    if (!isThere) values.storeId = (stores.find(({ isOpen }) => isOpen) ?? only)?.storeId ?? ''
    return true
  }

  /** Takes another file; null if it can't be read. */
  async function take(file: { name: string; text: string | null }): Promise<void> {
    clear()
    Object.assign(values, { passphrase: '', storeId: '', token: '', withKey: false })
    preview.value = null
    name.value = file.name
    isUnreadable.value = file.text === null
    text.value = file.text ?? ''
    if (text.value !== '') await look()
  }

  return {
    name,
    isUnreadable,
    preview,
    values,
    store,
    needsPassphrase,
    lookError: looking.error,
    applyError: applying.error,
    isLooking: looking.busy,
    isApplying: applying.busy,
    clear,
    look,
    take,
    async takeFile(file: File): Promise<void> {
      const isSmall = file.size <= maxBytes
      const content = isSmall ? await file.text().catch(() => null) : null
      await take({ name: file.name, text: content })
    },
    async apply(): Promise<boolean> {
      clear()
      const { passphrase, token, storeId } = values
      const isDone = await applying.run({
        text: text.value,
        storeId,
        ...(passphrase === '' ? {} : { passphrase }),
        ...(token === '' ? {} : { token }),
      })
      if (isDone !== null) rememberConnected()
      return isDone !== null
    },
  }
}
