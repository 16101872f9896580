/** By what the platform knows a guest, in its orders and among its clients. */
export interface Contacts {
  userId?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** Fewer digits are an extension or half a number: nobody is known by them. */
const fewestDigits = 8

const digitsOf = (phone: string | null | undefined): string =>
  (phone ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')

/** What is kept of a guest to know their orders by; an empty text is nothing. */
export interface KnownBy {
  userId: string
  /** Digits alone. */
  phone: string
  /** In lower case. */
  email: string
}

/** A guest's contacts as they are compared. */
export function knownBy({ userId, phone, email }: Contacts): KnownBy {
  const digits = digitsOf(phone)
  return {
    userId: userId?.trim() ?? '',
    phone: digits.length < fewestDigits ? '' : digits,
    email: email?.trim().toLowerCase() ?? '',
  }
}

/** A number with its country's code and the same without it are one. */
const isSamePhone = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.endsWith(other) || other.endsWith(one))

/** Whether both are the same guest, by any of the three. */
export const isSameGuest = (one: KnownBy, other: KnownBy): boolean =>
  (one.userId !== '' && one.userId === other.userId) ||
  (one.email !== '' && one.email === other.email) ||
  isSamePhone(one.phone, other.phone)
