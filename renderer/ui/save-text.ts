// The browser reads the text only after the click; then it need not be kept.
const storedFor = 60_000

/** Gives the person a text file to keep, through the browser's own download. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), storedFor)
}
