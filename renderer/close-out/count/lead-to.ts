import type { CountObjection } from '#contract/shifts/shifts.ts'

/** Puts the cursor where something is missing; what is about no register, method or movement is about the float. */
export function leadTo(form: HTMLElement | null, { code, about }: CountObjection): void {
  const thing = `[data-about="${CSS.escape(about ?? 'float')}"]`
  const part = code === 'no-reason' ? ' .reason' : ''
  const place = code === 'no-cash-method' ? '.method select' : `${thing}${part} input`
  const field = form?.querySelector<HTMLElement>(place)
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
