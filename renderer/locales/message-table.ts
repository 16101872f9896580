/** Words of one language: sections, each with its keys. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What another language must have of them: the same sections and keys. */
export type MessagesLike<Words extends MessageTable> = {
  readonly [Section in keyof Words]: Readonly<Record<keyof Words[Section], string>>
}

/** Every key, as `section.key`; a misspelt one does not compile. */
export type MessageKey<Words extends MessageTable> = {
  [Section in keyof Words & string]: `${Section}.${keyof Words[Section] & string}`
}[keyof Words & string]
