/** The old way to copy, under a type of our own: it stays needed, though the browser's types advise against it. */
interface OldCopy {
  execCommand(command: 'copy'): boolean
}

/**
 * Copies what is selected. The new way asks for a secure page or a permission; a web shell over plain http is no
 * secure page, and the desktop shell gives no permission.
 */
function copyBySelection(text: string): boolean {
  const page: OldCopy = document
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  document.body.append(field)
  field.select()
  const copied = page.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

/** Puts text on the clipboard; false where this screen does not allow it. Call it from a tap. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Not permitted, or (on a page that is not secure) not even there.
  }
  return copyBySelection(text)
}
