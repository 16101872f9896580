import { onMounted, type ShallowRef } from 'vue'

/** Enter goes on to the next field of a form, as on the pad of a till. */
export function useNextField(form: Readonly<ShallowRef<HTMLFormElement | null>>): void {
  function goOn(event: KeyboardEvent): void {
    const { target, key } = event
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...(form.value?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])]
    fields
      .slice(fields.indexOf(target) + 1)
      .find(({ disabled }) => !disabled)
      ?.focus()
  }
  // It goes with the form.
  onMounted(() => form.value?.addEventListener('keydown', goOn))
}
