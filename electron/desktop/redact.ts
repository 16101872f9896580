const hidden = '[hidden]'
const secretKey =
  /^(authorization|cookie|driverpassword|clienttoken|.*(token|secret|password)|bearer)$/i
const personKey = /^(phone|email|buyername|fullname|firstname|lastname|address.*)$/i
const maxDepth = 6

/** Phone-like runs: 8 or more digits with the usual separators, not a date, an IP address or a part of an id. */
const digits =
  /(?<![\w.:/-])(?!\d{4}-\d\d-\d\d(?!\d))(?!(?:\d{1,3}\.){3}\d{1,3}(?![\d.]))\+?\(?\d[\d ().-]{6,}\d(?![\w-])/g

/** Text without bearers, the secrets named, values of secret fields, mail addresses and phone numbers. */
export function redactText(text: string, secrets: Iterable<string> = []): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, hidden)
  return clean
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(
      /(["']?\b(?:driverPassword|clientToken|token|password|secret)["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}"']+)/gi,
      `$1${hidden}`,
    )
    .replace(/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '[mail]')
    .replace(digits, (run) => (run.replace(/\D/g, '').length < 8 ? run : '[number]'))
}

/** The same for anything that may be logged. Errors become their text; what is too deep or a cycle is cut. */
export function redact(value: unknown, secrets: Iterable<string> = [], depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (value instanceof Error) return redactText(value.stack ?? String(value), secrets)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return '[deep]'
  if (Array.isArray(value)) return value.map((one) => redact(one, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      secretKey.test(key) || personKey.test(key) ? hidden : redact(one, secrets, depth + 1),
    ]),
  )
}
