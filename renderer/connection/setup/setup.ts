import { defineStore } from 'pinia'
import { computed, reactive, shallowRef, watch } from 'vue'
import type { ConnectionView, TokenView } from '#contract/connection/connection.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { rememberConnected } from '../../state/new-store.ts'
import { furtherNames, wrongField, type Field } from '../connect-errors.ts'
import { emptyValues, readTyped, storeTyped } from './typed.ts'

/** Drops what is known of another platform than the one that was found: it is sent to no other. */
function withoutOthers(connection: ConnectionView | null, values: typeof emptyValues): void {
  for (const name of ['v1Url', 'tabsUrl', 'salesChannelConfigId'] as const)
    if (connection !== null && values[name] === connection[name]) values[name] = ''
}

/**
 * The way to a store: what was typed, and what the platform answered. It stays when people leave
 * the path. Nothing is saved on the host before the store is chosen.
 */
export const useSetup = defineStore('setup', () => {
  const trying = useHostCommand('connection.tryToken', { inPlace: true })
  const connecting = useHostCommand('connection.connect', { inPlace: true })
  const values = reactive({ ...emptyValues, ...readTyped() })
  const seen = shallowRef<TokenView | null>(null)
  let isFilled = false

  const error = computed(() => trying.error.value ?? connecting.error.value)
  /** The field of the key step with the error; null if the error is of none. */
  const wrong = computed((): Field | null => error.value && wrongField(error.value))

  function clear(): void {
    trying.clear()
    connecting.clear()
  }

  watch(values, storeTyped)
  // The answer belongs to the address and access key that it was requested with.
  watch([() => values.v3Url, () => values.token], () => {
    seen.value = null
    clear()
  })

  /** Begins with the current connection, unless something else was typed. */
  function fill(connection: ConnectionView): void {
    values.v3Url ||= connection.v3Url ?? ''
    values.allowHttp ||= connection.allowHttp
    if (values.v3Url === connection.v3Url) fillFurther(connection)
  }

  /** Fills in what is known of this platform, once: a person may have removed it since. */
  function fillFurther(connection: ConnectionView): void {
    if (isFilled) return
    isFilled = true
    values.v1Url ||= connection.v1Url ?? ''
    values.tabsUrl ||= connection.tabsUrl ?? ''
    values.salesChannelConfigId ||= connection.salesChannelConfigId ?? ''
  }

  const http = () => (values.allowHttp ? { allowHttp: true } : {})

  /** Finds the platform and what the key can see. True if that worked for what is typed now. */
  async function check(connection: ConnectionView | null): Promise<boolean> {
    clear()
    seen.value = null
    const { v3Url, token } = values
    const answer = await trying.run({ v3Url, token, ...http() })
    if (v3Url !== values.v3Url || token !== values.token) clear()
    else if (answer !== null) {
      const { stores } = answer.value
      if (connection !== null && answer.value.v3Url === connection.v3Url) fillFurther(connection)
      else withoutOthers(connection, values)
      // A person chooses among several, because a hurried tap must not connect the wrong one.
      const only = stores.length === 1 ? stores[0] : undefined
      values.storeId = (stores.find(({ id }) => id === connection?.storeId) ?? only)?.id ?? ''
      seen.value = answer.value
      return true
    }
    return false
  }

  async function connect(): Promise<boolean> {
    if (seen.value === null) return false
    clear()
    const { token, storeId } = values
    const optional: Partial<Record<(typeof furtherNames)[number], string>> = {}
    for (const name of furtherNames) if (values[name] !== '') optional[name] = values[name]
    const input = { v3Url: seen.value.v3Url, token, storeId, ...http(), ...optional }
    const isConnected = (await connecting.run(input)) !== null
    if (isConnected) rememberConnected()
    return isConnected
  }

  /** Forgets what was typed, once the store is connected. */
  function forget(): void {
    Object.assign(values, emptyValues)
    isFilled = false
  }

  return { values, seen, error, wrong, clear, fill, check, connect, forget }
})
