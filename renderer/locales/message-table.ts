/** The messages of one language: sections with keys. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Every key as `section.key`; a misspelt key doesn't compile. */
export type MessageKey<Words extends MessageTable> = {
  [Section in keyof Words & string]: `${Section}.${keyof Words[Section] & string}`
}[keyof Words & string]
