/** No letters or digits that are taken for others when they are read out: no 0 and O, 1 and I and L, U and V. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 5

/** A short reference out of an id of the host (a UUID), for people to read out: two in 24 million look alike. */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replace(/[^0-9a-f]/gi, '') || '0'}`)
  const base = BigInt(letters.length)
  let reference = ''
  for (let place = 0; place < length; place++) {
    reference += letters.charAt(Number(rest % base))
    rest /= base
  }
  return reference
}
