/** A field's name as a person reads it: `guest.recipientName` is "Guest recipient name". */
export function factName(name: string): string {
  const text = name
    .replace(/(^|\.)\d+(?=\.|$)/g, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
