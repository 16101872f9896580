import { onMounted, onScopeDispose, type ShallowRef } from 'vue'

/** Between a field and the foot, px. */
const gap = 16

/** Keeps the field in which somebody types clear of the foot of its form, which grows with what it has to say. */
export function useFootRoom(form: Readonly<ShallowRef<HTMLElement | null>>): void {
  const footOf = () => form.value?.querySelector<HTMLElement>('footer') ?? null
  const observer = new ResizeObserver(() => {
    const foot = footOf()
    if (form.value === null || foot === null) return
    form.value.style.scrollPaddingBottom = `${String(foot.offsetHeight + gap)}px`
    const typedIn = form.value.querySelector(':focus')
    if (typedIn !== null && !foot.contains(typedIn)) typedIn.scrollIntoView({ block: 'nearest' })
  })
  onMounted(() => {
    const foot = footOf()
    if (foot !== null) observer.observe(foot)
  })
  onScopeDispose(() => observer.disconnect())
}
