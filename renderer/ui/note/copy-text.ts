/**
 * A type of our own for the old way to copy, because the browser's types mark it as deprecated. It
 * is still needed.
 */
interface OldCopy {
  execCommand(command: 'copy'): boolean
}

/**
 * Copies by selecting text. The newer API needs a secure page or a permission: a page over plain
 * http is not secure, and the desktop shell grants no permission.
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

/**
 * Copies text to the clipboard. Returns false if this screen doesn't allow it. Call it from a tap.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Not permitted, or missing on a page that isn't secure.
  }
  return copyBySelection(text)
}
